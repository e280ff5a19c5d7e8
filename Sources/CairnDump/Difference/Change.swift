/// One change at one path: a line of a difference, or several.
struct Change {
  enum Kind {
    case replaced(DumpNode, by: DumpNode)
    case removed(DumpNode)
    case added(DumpNode)
    /// A move within one collection. The node is `nil` if its own changes are listed separately.
    case moved(DumpNode?, to: String)
  }

  static let anotherSecret = "(another secret)"

  private let kind: Kind
  private var oldPath = ""
  private var newPath = ""
  /// Whether the new value needs a mark because its text equals the old one.
  private let isAnotherSecret: Bool

  init(_ kind: Kind, isAnotherSecret: Bool = false) {
    (self.kind, self.isAnotherSecret) = (kind, isAnotherSecret)
  }

  /// The same change with its paths relative to the enclosing value.
  func inside(_ old: String, _ new: String) -> Change {
    var change = self
    change.oldPath = joinedPath(old, oldPath)
    change.newPath = joinedPath(new, newPath)
    return change
  }

  /// The lines with `-` for the old value, then those with `+` for the new value.
  var text: String {
    switch kind {
    case .replaced(let old, let new):
      let before = ChangedText(sign: "-", label: label(oldPath), node: old)
      let after = ChangedText(sign: "+", label: label(newPath), node: new, suffix: suffix)
      let start = before.commonPrefixToSkip(with: after)
      return before.text(from: start) + "\n" + after.text(from: start)
    case .removed(let old):
      return ChangedText(sign: "-", label: label(oldPath), node: old).text()
    case .added(let new):
      return ChangedText(sign: "+", label: label(newPath), node: new, suffix: suffix).text()
    case .moved(nil, let path):
      return "~ \(oldPath) moved to \(path)"
    case .moved(let node?, let path):
      return ChangedText(sign: "~", label: "\(oldPath) moved to \(path): ", node: node).text()
    }
  }

  private var suffix: String { isAnotherSecret ? " " + Self.anotherSecret : "" }

  private func label(_ path: String) -> String { path.isEmpty ? "" : path + ": " }
}

/// The text of a value after a sign and its path, truncated if it is too long.
private struct ChangedText {
  private static let maximumLength = 2_000
  private static let context = 40

  private let sign: String
  private let label: String
  private let value: String

  init(sign: String, label: String, node: DumpNode, suffix: String = "") {
    self.sign = sign
    self.label = label
    value = node.text(before: sign.count + 1 + label.count) + suffix
  }

  /// The number of leading characters that both texts share and that are not shown: 0, unless the
  /// common prefix is so long that truncation would hide the change.
  func commonPrefixToSkip(with other: ChangedText) -> Int {
    let count = zip(value, other.value).prefix { $0 == $1 }.count - Self.context
    return count > Self.maximumLength - 2 * Self.context ? count : 0
  }

  func text(from start: Int = 0) -> String {
    let skipped = start > 0 ? "\(grouped(start)) characters alike …" : ""
    return (label + skipped + String(value.dropFirst(start)).truncated(to: Self.maximumLength))
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? sign : sign + " " + $0 }
      .joined(separator: "\n")
  }
}
