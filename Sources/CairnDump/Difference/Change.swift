/// What was and what is at one place in a value: the lines of a difference.
struct Change {
  static let anotherSecret = "(another secret)"

  private(set) var path: String
  let old: DumpNode?
  let new: DumpNode?
  /// Whether `new` must be told from an old value that has the same text.
  let isAnotherSecret: Bool

  static func replaced(_ old: DumpNode, by new: DumpNode) -> Change {
    Change(path: "", old: old, new: new, isAnotherSecret: old.oneLine == new.oneLine)
  }

  static func removed(_ old: DumpNode, at path: String) -> Change {
    Change(path: path, old: old, new: nil, isAnotherSecret: false)
  }

  static func added(_ new: DumpNode, at path: String, isAnotherSecret: Bool = false) -> Change {
    Change(path: path, old: nil, new: new, isAnotherSecret: isAnotherSecret)
  }

  /// The same change, seen from one level further out.
  func inside(_ component: String) -> Change {
    var change = self
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    change.path = component + separator + path
    return change
  }
}

extension Change {
  private static let longest = 2_000
  private static let context = 40

  /// A line or more with `-` for what was, then with `+` for what is.
  var text: String {
    let label = path.isEmpty ? "" : path + ": "
    let column = 2 + label.count
    let before = old?.text(before: column)
    var after = new?.text(before: column)
    if isAnotherSecret { after = after.map { "\($0) \(Self.anotherSecret)" } }

    let skipped = Self.alike(before ?? "", after ?? "") - Self.context
    let start = skipped > Self.longest - 2 * Self.context ? skipped : 0
    return [("- ", before), ("+ ", after)].compactMap { sign, text in
      text.map { Self.lines(sign, label + Self.cut($0, from: start)) }
    }.joined(separator: "\n")
  }

  private static func alike(_ old: String, _ new: String) -> Int {
    zip(old, new).prefix { $0 == $1 }.count
  }

  /// Leaves out the first `start` characters and those that are too many after them.
  private static func cut(_ text: String, from start: Int) -> String {
    let rest = text.dropFirst(start)
    let missing = rest.count - longest
    return (start > 0 ? "\(grouped(start)) characters alike …" : "")
      + (missing > 0 ? "\(rest.prefix(longest))… \(grouped(missing)) more characters" : rest)
  }

  private static func lines(_ sign: String, _ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { sign + $0 }
      .joined(separator: "\n")
  }

  /// A number with a comma before every three digits: `1,234`.
  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
    }.joined()
  }
}
