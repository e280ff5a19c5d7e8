import Foundation
import Testing

/// The page on speed describes the measurements of the program.
@Suite struct SpeedPageTests {
  private let folder: Folder
  private let page: String

  init() throws {
    folder = try Folder()
    page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Cairn/Cairn.docc/Speed.md").standardizedFileURL,
      encoding: .utf8)
  }

  @Test func `the page describes exactly the measurements, in order`() throws {
    #expect(try names(under: "What is measured") == measured())
  }

  @Test func `the commands on the page are valid`() throws {
    let help = try folder.run(.benchmarks, "--help").output
    let options = page.matches(of: /swift run -c release benchmarks +(--[a-z]+)/).map(\.output.1)
    #expect(options == ["--filter", "--json", "--short"])
    for option in options { #expect(help.contains("  \(option) ")) }
  }

  @Test func `counts are printed for people and for programs`() throws {
    let names = try measured().filter { $0.hasPrefix("copies-observed") }
    #expect(names.count == 6)
    let table = try folder.run(.benchmarks, "--filter", "copies-observed")
    #expect(table.output.matches(of: /(?m)^copies[a-z-]+/).map { String($0.output) } == names)
    let lines = try folder.run(.benchmarks, "--json", "--filter", "copies-observed")
    let expected = names.map { name in
      let count = name == "copies-observed-property" ? "1.0" : "0.0"
      return "{\"name\":\"\(name)\",\"count\":\(count),\"unit\":\"copies an action\"}\n"
    }
    #expect(lines.output == expected.joined())
    #expect(lines.status == 0)
  }

  /// The names that the program lists for an unknown one.
  private func measured() throws -> [String] {
    let run = try folder.run(.benchmarks, "--filter", "nothing")
    #expect(run.status == 2)
    let list = try #require(run.errors.firstMatch(of: /there are: (.*)/)).output.1
    return list.split(separator: ", ").map(String.init)
  }

  /// The names in the first column of the tables of a section.
  private func names(under heading: String) throws -> [String] {
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
  }
}
