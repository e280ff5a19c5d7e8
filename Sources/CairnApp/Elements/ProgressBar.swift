/// A bar over the whole width that shows how much of a whole has passed.
///
///     ProgressBar(63, of: 180, before: "1:03", after: "-1:57")
///     // 1:03 ━━━━━━━━━━━━━━━━━━━━━━━━────────────────────────────────────────── -1:57
///
/// A bar changes often, as the position of a player does. At a terminal with cursor control a change of
/// bars alone is drawn in place, and prints no new screen. At other terminals and in pipes such a change
/// prints nothing; the next screen has it. Put all that changes with the bar into its two texts.
///
/// The amount is limited to the range from zero to the whole; the bar of an empty whole is empty. The bar
/// is drawn full only if the amount is the whole.
public struct ProgressBar: Hashable, Sendable {
  /// The amount that has passed, from zero to ``whole``.
  public let amount: Int
  /// The whole, not negative.
  public let whole: Int
  /// The text at the left of the bar.
  public let before: String
  /// The text at the right of the bar.
  public let after: String

  /// Creates a bar that shows `amount` of `whole`, between two short texts.
  public init(_ amount: Int, of whole: Int, before: String = "", after: String = "") {
    self.whole = max(whole, 0)
    self.amount = min(max(amount, 0), self.whole)
    self.before = before
    self.after = after
  }

  /// The whole percents that have passed, rounded down.
  public var percent: Int { filled(of: 100) }

  /// The number of filled columns of a bar with `columns` columns, rounded down. It is exact: a `Double` would round
  /// 29 of 100 to less.
  package func filled(of columns: Int) -> Int {
    // No quotient is greater than `columns`, because no amount is greater than the whole.
    whole == 0 ? 0 : whole.dividingFullWidth(amount.multipliedFullWidth(by: columns)).quotient
  }
}
