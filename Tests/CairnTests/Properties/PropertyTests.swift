import Testing

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
