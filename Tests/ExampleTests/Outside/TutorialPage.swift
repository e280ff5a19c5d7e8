import Foundation
import Testing

/// A page whose blocks are files, changes of files, and commands with their output, in order.
///
///     <!-- file: PATH -->   the contents of a file
///     <!-- edit: PATH -->   a `diff` block: the lines of the file with ` ` and `-` become those with ` ` and `+`;
///                           `⋮` separates changes at several places
///     <!-- run -->          `$ COMMAND`, and what it prints; `⋮` stands for lines that are left out
struct TutorialPage {
  enum Step {
    case file(String, String)
    case edit(String, String)
    case run(String, output: String)
  }

  let steps: [Step]

  init(_ text: String) throws {
    var steps: [Step] = []
    for part in text.components(separatedBy: "<!-- ").dropFirst() {
      let head = part.prefix { $0 != "\n" }.replacing(" -->", with: "")
        .split(separator: ": ", maxSplits: 1).map(String.init)
      let fences = part.components(separatedBy: "```")
      try #require(fences.count == 3, "not one block after \(head)")
      let block = String(fences[1].drop { $0 != "\n" }.dropFirst())
      switch (head[0], head.dropFirst().first) {
      case ("file", let path?): steps.append(.file(path, block))
      case ("edit", let path?): steps.append(.edit(path, block))
      case ("run", nil):
        let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        try #require(lines[0].hasPrefix("$ "))
        steps.append(.run(String(lines[0].dropFirst(2)), output: String(lines[1])))
      default: Issue.record("unknown mark: \(head)")
      }
    }
    self.steps = steps
  }

  /// A text after changes. The lines that each names must occur once.
  static func edited(_ text: String, by diff: String) throws -> String {
    try diff.components(separatedBy: "⋮\n").reduce(text, changed)
  }

  private static func changed(_ text: String, by diff: String) throws -> String {
    let lines = diff.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    func side(without mark: Character) -> String {
      lines.filter { $0.first != mark }.map { $0.dropFirst() + "\n" }.joined()
    }
    let parts = text.components(separatedBy: side(without: "+"))
    try #require(parts.count == 2, "these lines occur \(parts.count - 1) times:\n\(diff)")
    return parts.joined(separator: side(without: "-"))
  }

  /// Whether an output is the one of the page. Durations may differ.
  static func matches(_ output: String, _ shown: String) -> Bool {
    let parts = shown.components(separatedBy: "⋮\n").map { Self.withoutTimes($0) }
    var rest = withoutTimes(output)[...]
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts.dropFirst() {
      guard let range = part.isEmpty ? rest.endIndex..<rest.endIndex : rest.firstRange(of: part)
      else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty
  }

  private static func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9.]+ seconds/, with: "0 seconds")
      .replacing(/checked by replay: .*/, with: "checked")
      .replacing(/[0-9.]+ s, \d+ states a second, \d+ bytes a state/, with: "times")
  }
}
