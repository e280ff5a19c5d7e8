import Foundation
import TestSupport
import Testing

/// Compiles the mistakes of the page "Frequent mistakes", and compares the messages.
@Suite(.blocking, .gate, .timeLimit(.minutes(10))) struct MistakesTests {
  private struct Mistake {
    let title: String
    let code: String
    let messages: [String]
  }

  /// A block of code with a mistake, and the block of messages after it.
  private func mistakes(of page: Article) throws -> [Mistake] {
    try page.text.components(separatedBy: "\n## ").flatMap { section in
      let blocks = section.components(separatedBy: "\n```swift-mistake\n").dropFirst()
      return try blocks.map { block in
        let parts = block.components(separatedBy: "\n```message\n")
        try #require(parts.count == 2, "a mistake without a message: \(block)")
        let code = try #require(parts[0].components(separatedBy: "\n```").first)
        let messages = try #require(parts[1].components(separatedBy: "\n```").first)
        let title = section.prefix { $0 != "\n" }
        return Mistake(
          title: String(title), code: code, messages: messages.components(separatedBy: "\n"))
      }
    }
  }

  @Test func `the compiler reports each mistake with the message of the page`() throws {
    let page = try Article("Mistakes")
    let mistakes = try mistakes(of: page)
    try #require(mistakes.count >= 10)
    var sources = ["Counter.swift": page.blocks.joined(separator: "\n")]
    for (number, mistake) in mistakes.enumerated() {
      sources["Mistake\(number).swift"] = "import Cairn\nimport CairnApp\n\(mistake.code)\n"
    }
    let diagnostics = try Compiler.compile(
      sources, ["-typecheck", "-wmo", "-parse-as-library", "-diagnostic-style", "llvm"])
    let reports = reports(in: diagnostics)
    #expect(reports["Counter.swift"] == nil)
    for (number, mistake) in mistakes.enumerated() {
      let report = reports["Mistake\(number).swift"] ?? []
      let (errors, lines) = (Set(report.filter(isError)), Set(report))
      #expect(errors == Set(mistake.messages.filter(isError)), "\(mistake.title)")
      for message in mistake.messages { #expect(lines.contains(message), "\(mistake.title)") }
    }
  }

  private func isError(_ message: String) -> Bool { message.hasPrefix("error: ") }

  /// The messages about each file: its errors, the notes after each error, and the printed lines of code.
  private func reports(in diagnostics: String) -> [String: [String]] {
    var reports: [String: [String]] = [:]
    var file = ""
    for line in diagnostics.components(separatedBy: "\n") {
      let kind = [": error: ", ": note: "].first { line.hasPrefix("/") && line.contains($0) }
      guard let kind, let range = line.firstRange(of: kind) else {
        reports[file, default: []].append(line.trimmingCharacters(in: .whitespaces))
        continue
      }
      let place = line[..<range.lowerBound].split(separator: ":").first ?? ""
      if kind == ": error: " { file = URL(filePath: String(place)).lastPathComponent }
      reports[file, default: []].append(String(line[range.lowerBound...].dropFirst(2)))
    }
    return reports
  }
}
