/// Decides what the rules leave open: a seed, a script, or a search that tries every way.
///
///     struct Last: ChoiceSource {
///       mutating func index(for choice: ChoicePoint) -> Int { choice.options.count - 1 }
///     }
///     let simulation = Simulation(choices: Last())
///
/// It is asked for one choice after the other, and never when there is only one way. In one and the
/// same scenario, the same answers lead to the same further questions.
public protocol ChoiceSource: Sendable {
  /// Which of `choice.options` it is to be; anything else is reported as a mistake, and the first
  /// one is taken.
  ///
  /// It must not make choices itself.
  mutating func index(for choice: ChoicePoint) -> Int
}
