/// A value behind a sign and its path, cut where it is too long.
struct ChangedText {
  private static let longest = 2_000
  private static let context = 40

  private let sign: String
  private let label: String
  private let value: String

  init(sign: String, label: String, node: DumpNode, suffix: String = "") {
    self.sign = sign
    self.label = label
    value = node.text(before: sign.count + 1 + label.count) + suffix
  }

  /// How many characters at the start can be left out of both, as they are alike.
  func skipped(alike other: ChangedText) -> Int {
    let count = zip(value, other.value).prefix { $0 == $1 }.count - Self.context
    return count > Self.longest - 2 * Self.context ? count : 0
  }

  func text(from start: Int = 0) -> String {
    let skipped = start > 0 ? "\(grouped(start)) characters alike …" : ""
    return (label + skipped + String(value.dropFirst(start)).cut(to: Self.longest))
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? sign : sign + " " + $0 }
      .joined(separator: "\n")
  }
}
