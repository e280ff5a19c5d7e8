import CairnSimulation
import Foundation
import Testing

/// Where the random sequences of a run begin: the same seed gives the same sequences everywhere.
///
/// It is fixed, so that a change that passed once passes again; `CAIRN_SEED=7 swift test` sets
/// another, and repeats a sequence whose seed a failure printed.
struct Seed: Equatable {
  static let variable = "CAIRN_SEED"

  let number: UInt64

  init(_ number: UInt64) { self.number = number }

  init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(SeedError) {
    guard let text = environment[Seed.variable] else {
      self.init(20_260_114)
      return
    }
    guard let number = UInt64(text) else { throw SeedError(text: text) }
    self.init(number)
  }

  /// The seed of one of the sequences of a run.
  func advanced(by sequences: Int) -> Seed { Seed(number &+ UInt64(sequences)) }
}

struct SeedError: Error, Equatable, CustomStringConvertible {
  let text: String

  var description: String {
    "\(Seed.variable) is \"\(text)\", and not a whole number from 0 to \(UInt64.max)."
  }
}

/// The same seed gives the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var generator: SplitMix64

  init(_ seed: Seed) { generator = SplitMix64(seed: seed.number) }

  mutating func next() -> UInt64 { generator.next() }

  /// One of `0..<count`; faster in a debug build than what the standard library is generic over.
  mutating func pick(_ count: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % count }

  mutating func isOne(in count: Int) -> Bool { pick(count) == 0 }
}
