import CairnSimulation

/// A seed of a simulation.
enum Seed {
  /// The first seed under which a simulation draws these choices; `nil` if none of the first
  /// million does.
  static func drawing(_ draws: [Decision]) -> UInt64? {
    (0..<(1 << 20)).first { seed in
      var source = SeededChoices(seed: seed)
      return draws.allSatisfy { source.index(for: $0.choice) == $0.index }
    }
  }
}
