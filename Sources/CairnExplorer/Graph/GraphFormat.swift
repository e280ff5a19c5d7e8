import Foundation

/// How a graph is written.
public enum GraphFormat: String, CaseIterable, Sendable {
  /// A Mermaid flowchart, which many Markdown viewers draw.
  case mermaid
  /// Graphviz.
  case dot
  /// `{"edges":[{"action":…,"from":…,"to":…}],"isComplete":…,"nodes":[…]}`.
  case json
  /// The Aldebaran form, which model-checking tool sets read: numbers and actions, without the names
  /// of the nodes. In an action, `"` is `'` there, because the form has no escape for it, and
  /// what is not ASCII is `\u{…}`.
  case aut
}

extension StateGraph {
  /// The graph in a format, with a line end at its end.
  public func text(as format: GraphFormat) -> String {
    let lines =
      switch format {
      case .mermaid: mermaid
      case .dot: dot
      case .json: [json]
      case .aut: aut
      }
    return lines.map { $0 + "\n" }.joined()
  }

  private var mermaid: [String] {
    ["flowchart TD"]
      + nodes.enumerated().map { "  s\($0)[\"\($1.inMermaid)\"]" }
      + edges.map { "  s\($0.from) -->|\"\($0.action.inMermaid)\"| s\($0.to)" }
  }

  private var dot: [String] {
    ["digraph states {"]
      + nodes.enumerated().map { "  \($0) [label=\"\($1.inDOT)\"];" }
      + edges.map { "  \($0.from) -> \($0.to) [label=\"\($0.action.inDOT)\"];" } + ["}"]
  }

  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and whole numbers can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private var aut: [String] {
    ["des (0, \(edges.count), \(nodes.count))"]
      + edges.map { "(\($0.from), \"\($0.action.inAUT)\", \($0.to))" }
  }
}

extension String {
  /// Everything that Mermaid gives a meaning, by its number.
  fileprivate var inMermaid: String {
    unicodeScalars.map { scalar in
      "\"#<>&`\\\n\r".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
    }
    .joined()
  }

  fileprivate var inDOT: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").onOneLine
  }

  fileprivate var inAUT: String {
    replacing("\"", with: "'").onOneLine.unicodeScalars
      .map { $0.isASCII && $0.value >= 32 ? String($0) : "\\u{\(String($0.value, radix: 16))}" }
      .joined()
  }

  fileprivate var onOneLine: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ")
  }
}
