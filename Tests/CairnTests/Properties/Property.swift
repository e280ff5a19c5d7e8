import CairnSimulation
import Foundation
import TestSupport
import Testing

/// What holds after every sequence of operations on a system.
///
///     Property { random in random.pick(2) == 0 ? .push(random.pick(9)) : .pop } holds: { operations in
///       var model: [Int] = []
///       …
///       guard stack.count == model.count else { throw Violation("…") }
///     }
///
/// An operation must mean something in every state of the system (an index is taken modulo what is
/// there), for shrinking takes operations out of the middle of a sequence.
struct Property<Operation> {
  var longest = 20
  let operation: (inout SeededGenerator) -> Operation
  let holds: ([Operation]) throws(Violation) -> Void

  init(
    longest: Int = 20, _ operation: @escaping (inout SeededGenerator) -> Operation,
    holds: @escaping ([Operation]) throws(Violation) -> Void
  ) {
    self.longest = longest
    self.operation = operation
    self.holds = holds
  }

  /// The first random sequence after which the property does not hold, shrunk; `nil` if it always
  /// holds.
  func counterexample(_ sequences: Int, from seed: Seed) -> Counterexample<Operation>? {
    for sequence in 0..<sequences {
      let seed = seed.advanced(by: sequence)
      let operations = operations(from: seed)
      guard violation(of: operations) != nil else { continue }
      let shortest = operations.shrunk { violation(of: $0) != nil }
      guard let violation = violation(of: shortest) else { continue }
      return Counterexample(
        seed: seed, length: operations.count, operations: shortest, violation: violation)
    }
    return nil
  }

  func operations(from seed: Seed) -> [Operation] {
    var random = SeededGenerator(seed)
    return (0...random.pick(longest)).map { _ in operation(&random) }
  }

  private func violation(of operations: [Operation]) -> Violation? {
    do throws(Violation) {
      try holds(operations)
      return nil
    } catch {
      return error
    }
  }
}

/// How a property does not hold.
struct Violation: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Holds what was found against what the model says.
func require<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: @autoclosure () -> String
) throws(Violation) {
  if found != expected { throw Violation("\(what()) \(found), not \(expected)") }
}

/// A sequence that has no part that could be left out.
struct Counterexample<Operation>: CustomStringConvertible {
  let seed: Seed
  /// How long it was before it was shrunk.
  let length: Int
  let operations: [Operation]
  let violation: Violation

  var description: String {
    let lines = operations.enumerated().map { "  \($0 + 1). \($1)" }
    let text = """
      \(violation.text)
      after \(lines.count) operations, the shortest of \(length):
      \(lines.joined(separator: "\n"))
      To repeat it: \(Seed.variable)=\(seed.number) swift test
      """
    return text.replacing("CairnTests.", with: "")
  }
}

extension Array {
  /// The shortest array that still fails and comes of leaving elements out: halves first, then
  /// quarters, at last one by one until none can be spared.
  func shrunk(while fails: ([Element]) -> Bool) -> [Element] {
    var shortest = self
    var size = Swift.max(count / 2, 1)
    while true {
      let before = shortest.count
      var start = 0
      while start < shortest.count {
        var shorter = shortest
        shorter.removeSubrange(start..<Swift.min(start + size, shorter.count))
        if fails(shorter) { shortest = shorter } else { start += size }
      }
      if size > 1 { size /= 2 } else if shortest.count == before { return shortest }
    }
  }
}

/// The number of random sequences: as many as `CAIRN_SEQUENCES` says, `count` in the gate, and otherwise a twentieth.
func sequences(_ count: Int) -> Int {
  ProcessInfo.processInfo.environment["CAIRN_SEQUENCES"].flatMap(Int.init)
    ?? (isGate ? count : count / 20)
}

/// Checks a property for 500 random sequences, or 10,000 in the gate, and fails the test with a shortest
/// counterexample.
func expect<Operation>(
  _ property: Property<Operation>, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if let counterexample = property.counterexample(sequences(10_000), from: try Seed()) {
    Issue.record("\(counterexample)", sourceLocation: sourceLocation)
  }
}

// MARK: The seed

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

// MARK: Tests

/// The tool itself: a bug that was planted must be found, and shrunk to what shows it.
@Suite struct PropertyTests {
  private enum Operation: Equatable { case add, reset, read }

  /// A counter that forgets everything with the third `add` since the last `reset`.
  private let planted = Property<Operation> { random in
    [.add, .reset, .read][random.pick(3)]
  } holds: { operations throws(Violation) in
    var (counter, model) = (0, 0)
    for operation in operations {
      switch operation {
      case .add: (counter, model) = (counter == 2 ? 0 : counter + 1, model + 1)
      case .reset: (counter, model) = (0, 0)
      case .read: break
      }
      guard counter == model else { throw Violation("the counter is \(counter), not \(model)") }
    }
  }

  @Test(arguments: 0..<50)
  func `a planted bug is found and shrunk to its shortest sequence`(seed: UInt64) {
    let found = planted.counterexample(1000, from: Seed(seed))
    #expect(found?.operations == [.add, .add, .add])
  }

  @Test func `the seed that a failure prints gives the failing sequence first`() throws {
    let found = try #require(planted.counterexample(1000, from: Seed(1)))
    let again = try #require(planted.counterexample(1, from: found.seed))
    #expect(again.description == found.description)
  }

  @Test func `the seed is taken from the environment, and one that is no number is refused`() throws
  {
    #expect(try Seed(environment: ["CAIRN_SEED": "7"]) == Seed(7))
    #expect(try Seed(environment: [:]) == Seed(environment: [:]))
    let error = #expect(throws: SeedError.self) { try Seed(environment: ["CAIRN_SEED": "x"]) }
    #expect(
      error?.description
        == #"CAIRN_SEED is "x", and not a whole number from 0 to 18446744073709551615."#)
  }
}
