/// Draws every choice at random; the same seed draws the same on every machine.
///
///     let simulation = Simulation(choices: SeededChoices(seed: 7))  // or: Simulation(seed: 7)
public struct SeededChoices: ChoiceSource {
  private var generator: SplitMix64

  public init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  public mutating func index(for choice: Choice) -> Int {
    // The high half of the product is spread over 0..<count as the number is over its range.
    Int(generator.next().multipliedFullWidth(by: UInt64(choice.options.count)).high)
  }
}

/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (OOPSLA 2014), with the constants of Vigna's `splitmix64.c`.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
