/// How much is done to learn a figure.
struct Effort {
  /// How often floor and subject take turns.
  let repetitions: Int
  /// How long one turn lasts.
  let turn: Duration

  static let full = Effort(repetitions: 15, turn: .milliseconds(5))
  static let short = Effort(repetitions: 7, turn: .microseconds(500))
}
