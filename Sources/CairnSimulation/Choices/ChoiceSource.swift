/// Selects one of several allowed options: a seed, a script, or a search through all of them.
///
///     struct Last: ChoiceSource {
///       mutating func index(for choice: ChoicePoint) -> Int { choice.options.count - 1 }
///     }
///     let simulation = Simulation(choices: Last())
///
/// A simulation asks for one choice after another, and only if there are several options. In the
/// same scenario, the same decisions lead to the same further choices.
public protocol ChoiceSource: Sendable {
  /// Returns the index of the option to take. An index that is out of range is reported as a
  /// `RuntimeIssue`, and the first option is taken.
  ///
  /// This method must not make choices itself.
  mutating func index(for choice: ChoicePoint) -> Int

  /// Returns the delay of an ``Answer/slow(_:_:)`` that takes a range of time; by default the upper bound.
  ///
  /// A delay that is out of range is reported as a `RuntimeIssue`, and the upper bound is taken. A delay
  /// is greater than zero, even if the range begins at zero.
  mutating func delay(in range: ClosedRange<Duration>) -> Duration
}

extension ChoiceSource {
  public mutating func delay(in range: ClosedRange<Duration>) -> Duration { range.upperBound }
}

/// Repeats recorded choices and delays. After them it takes the first option, and the upper bound.
///
///     let again = Simulation(choices: ScriptedChoices(simulation.choices.decisions.map(\.index)))
///
/// In another scenario than the recorded one, an index that is out of range is reported as a
/// `RuntimeIssue`.
public struct ScriptedChoices: ChoiceSource {
  private var remaining: ArraySlice<Int>
  private var delays: ArraySlice<Duration>

  /// Creates a source that takes the options at these indices, one for each choice, and these delays
  /// of answers that take a range of time.
  public init(_ indices: [Int], delays: [Duration] = []) {
    remaining = indices[...]
    self.delays = delays[...]
  }

  public mutating func index(for choice: ChoicePoint) -> Int { remaining.popFirst() ?? 0 }

  public mutating func delay(in range: ClosedRange<Duration>) -> Duration {
    delays.popFirst() ?? range.upperBound
  }
}

/// Takes options at random. The same seed takes the same options on every machine.
///
///     let simulation = Simulation(choices: SeededChoices(seed: 7))  // or: Simulation(seed: 7)
public struct SeededChoices: ChoiceSource {
  private var generator: SplitMix64
  /// Of its own, so that a stand-in that becomes slow changes no other draw of a seed.
  private var delayGenerator: SplitMix64

  /// Creates a source whose options the seed determines.
  public init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    delayGenerator = SplitMix64(seed: ~seed)
  }

  public mutating func index(for choice: ChoicePoint) -> Int {
    Self.number(below: choice.options.count, &generator)
  }

  /// One of 1,000 delays, which divide the range evenly.
  public mutating func delay(in range: ClosedRange<Duration>) -> Duration {
    let width = range.upperBound - range.lowerBound
    let share = Self.number(below: 1_000, &delayGenerator) + 1
    // The product of a very long time would overflow.
    return range.lowerBound
      + (width > .seconds(Int64.max / 1_000) ? width / 1_000 * share : width * share / 1_000)
  }

  private static func number(below count: Int, _ generator: inout SplitMix64) -> Int {
    // The high half of the product maps the range of `UInt64` to 0..<count.
    Int(generator.next().multipliedFullWidth(by: UInt64(count)).high)
  }
}

/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (OOPSLA 2014), with the constants of Vigna's `splitmix64.c`.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A point at which several options are allowed. There are always at least two options.
public struct ChoicePoint: Sendable, Hashable, Codable {
  /// The subject of a choice.
  public enum Question: Sendable, Hashable, Codable {
    /// The answer of a stand-in service.
    case answer(String)
    /// The next ready job or reduction.
    case next
    /// The next sleeper to wake, of those with the current deadline.
    case wake
  }

  /// One of the alternatives of a choice.
  public enum Option: Sendable, Hashable, Codable {
    /// The answer of that name.
    case answer(String)
    /// A job of the effect with that number.
    case effect(Int)
    /// A job that belongs to no effect.
    case work
    /// The reduction of actions that effects have sent to a store.
    case reduction
    /// The ready jobs run before another sleeper wakes.
    case later
  }

  /// The subject of the choice.
  public let question: Question
  /// The allowed options, at least two.
  public let options: [Option]

  package init(question: Question, options: [Option]) {
    (self.question, self.options) = (question, options)
  }

  /// Whether a stand-in asks for its answer.
  var isOfAnswers: Bool { if case .answer = question { true } else { false } }
}

/// A choice and the option that was selected.
public struct Decision: Sendable, Hashable, Codable {
  /// The choice that was made.
  public let choice: ChoicePoint
  /// The index of the selected option.
  public let index: Int

  package init(choice: ChoicePoint, index: Int) {
    self.choice = choice
    self.index = index
  }
}

extension ChoicePoint: CustomStringConvertible {
  /// `next: effect 1 | effect 2 | a reduction`.
  public var description: String {
    "\(question): " + options.map(\.description).joined(separator: " | ")
  }
}

extension ChoicePoint.Question: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answer(let name): "\"\(name)\""
    case .next: "next"
    case .wake: "wake"
    }
  }
}

extension ChoicePoint.Option: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answer(let name): "\"\(name)\""
    case .effect(let number): "effect \(number)"
    case .work: "other work"
    case .reduction: "a reduction"
    case .later: "later"
    }
  }
}

extension Decision: CustomStringConvertible {
  /// `next: effect 2, of effect 1 | effect 2 | a reduction`.
  public var description: String {
    let options = choice.options.map(\.description).joined(separator: " | ")
    return "\(choice.question): \(choice.options[index]), of \(options)"
  }
}
