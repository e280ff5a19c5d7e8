/// Draws every choice at random; the same seed draws the same on every machine.
///
///     let simulation = Simulation(choices: SeededChoices(seed: 7))  // or: Simulation(seed: 7)
public struct SeededChoices: ChoiceSource {
  private var generator: SplitMix64

  public init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  public mutating func index(for choice: ChoicePoint) -> Int {
    // The high half of the product is spread over 0..<count as the number is over its range.
    Int(generator.next().multipliedFullWidth(by: UInt64(choice.options.count)).high)
  }
}
