/// What was and what is at one place in a value: the lines of a difference.
struct Change {
  private enum What {
    case replaced(DumpNode, by: DumpNode)
    case removed(DumpNode)
    case added(DumpNode)
    /// To another place in the same collection; the value, unless its own changes follow.
    case moved(DumpNode?, to: String)
  }

  static let anotherSecret = "(another secret)"

  private let what: What
  private var oldPath = ""
  private var newPath = ""
  /// Whether what is must be told from what was, which has the same text.
  private var isAnotherSecret = false

  private init(_ what: What) {
    self.what = what
  }

  static func replaced(_ old: DumpNode, by new: DumpNode) -> Change {
    var change = Change(.replaced(old, by: new))
    change.isAnotherSecret = old.oneLine == new.oneLine
    return change
  }

  static func removed(_ old: DumpNode) -> Change { Change(.removed(old)) }

  static func added(_ new: DumpNode, isAnotherSecret: Bool = false) -> Change {
    var change = Change(.added(new))
    change.isAnotherSecret = isAnotherSecret
    return change
  }

  static func moved(_ node: DumpNode?, to place: String) -> Change {
    Change(.moved(node, to: place))
  }

  /// The same change, seen from one level further out.
  func inside(_ old: String, _ new: String) -> Change {
    var change = self
    change.oldPath = Path.joined(old, oldPath)
    change.newPath = Path.joined(new, newPath)
    return change
  }

  /// A line or more with `-` for what was, then with `+` for what is.
  var text: String {
    switch what {
    case .replaced(let old, let new):
      let before = ChangedText(sign: "-", label: label(oldPath), node: old)
      let after = ChangedText(sign: "+", label: label(newPath), node: new, suffix: suffix)
      let start = before.skipped(alike: after)
      return before.text(from: start) + "\n" + after.text(from: start)
    case .removed(let old):
      return ChangedText(sign: "-", label: label(oldPath), node: old).text()
    case .added(let new):
      return ChangedText(sign: "+", label: label(newPath), node: new, suffix: suffix).text()
    case .moved(nil, let place):
      return "~ \(oldPath) moved to \(place)"
    case .moved(let node?, let place):
      return ChangedText(sign: "~", label: "\(oldPath) moved to \(place): ", node: node).text()
    }
  }

  private var suffix: String { isAnotherSecret ? " " + Self.anotherSecret : "" }

  private func label(_ path: String) -> String { path.isEmpty ? "" : path + ": " }
}
