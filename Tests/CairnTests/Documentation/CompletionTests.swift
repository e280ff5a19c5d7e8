import Foundation
import Testing

/// Completion in an editor offers every public name, also one that begins with an underscore. A name that
/// only the engine uses is therefore a static member or a member of `_Kernel`: completion after a value,
/// in a body and in a screen offers neither.
@Suite struct CompletionTests {
  @Test func `no public name that begins with an underscore is offered in an app`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    )
    .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 100)
    var offered: [String] = []
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        // A type at the top level, or a member of an instance. Protocols are offered only where a type
        // is written.
        let names = line.matches(
          of: /^ *[a-z@_() ]*\b(func|var|let|struct|class|enum|typealias) (?<name>_\w+)/)
        for name in names where !line.contains("static ") && !line.contains("private ") {
          offered.append("\(file.lastPathComponent): \(name.output.name)")
        }
      }
    }
    #expect(offered == ["AnyReducer.swift: _Kernel"])
  }
}
