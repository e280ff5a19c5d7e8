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
  let operation: (inout SeededChoice) -> Operation
  let holds: ([Operation]) throws(Violation) -> Void

  init(
    longest: Int = 20, _ operation: @escaping (inout SeededChoice) -> Operation,
    holds: @escaping ([Operation]) throws(Violation) -> Void
  ) {
    self.longest = longest
    self.operation = operation
    self.holds = holds
  }

  /// The first random sequence after which the property does not hold, shrunk; `nil` if it always
  /// holds.
  func counterexample(from seeds: Range<UInt64>) -> Counterexample<Operation>? {
    for seed in seeds {
      let operations = operations(from: seed)
      guard violation(of: operations) != nil else { continue }
      let shortest = operations.shrunk { violation(of: $0) != nil }
      guard let violation = violation(of: shortest) else { continue }
      return Counterexample(
        seed: seed, length: operations.count, operations: shortest, violation: violation)
    }
    return nil
  }

  func operations(from seed: UInt64) -> [Operation] {
    var random = SeededChoice(seed: seed)
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
  let seed: UInt64
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
      To repeat it: CAIRN_SEED=\(seed) swift test
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

/// The seeds of so many sequences in the gate, and otherwise of a twentieth; see `randomSeeds`.
func sequenceSeeds(_ count: UInt64) -> Range<UInt64> { randomSeeds(isGate ? count : count / 20) }

/// Checks a property for 500 random sequences, or 10,000 in the gate, and fails the test with a shortest
/// counterexample.
func expect<Operation>(
  _ property: Property<Operation>, sourceLocation: SourceLocation = #_sourceLocation
) {
  if let counterexample = property.counterexample(from: sequenceSeeds(10_000)) {
    Issue.record("\(counterexample)", sourceLocation: sourceLocation)
  }
}

extension SeededChoice {
  mutating func isOne(in count: Int) -> Bool { pick(count) == 0 }
}
