import Cairn
import Synchronization

/// The choices of a simulation: the order of its work, and the answers of stand-in services.
///
///     let choices = simulation.choices
///     let inbox = Inbox(fetch: {
///       try await choices.answer("fetch", [
///         "mail": .success(["Hello"]),
///         "offline": .failure(Offline()),
///         "slow": .slow(.zero ... .seconds(5), .success([])),
///         "never": .never,
///       ], isRead: true)
///     })
///     choices.fix("fetch", "offline")  // applies to the next call
///
/// A test can fix an answer. Otherwise the ``ChoiceSource`` of the simulation selects it: at random
/// under a seed, one after another in a search. Without a source, the first answer is taken.
///
/// Not guaranteed: the order of choices made outside the simulation, in a detached task or on another
/// thread.
public struct Choices: Sendable {
  private struct State {
    var source: (any ChoiceSource)?
    var decisions = DecisionLog()
    var delays: [(range: ClosedRange<Duration>, delay: Duration)] = []
    var answerTime: ClosedRange<Duration>?
  }

  private let shared: Guarded<State>
  private let fixed: Guarded<[FixedAnswer]>
  private let clock: VirtualClock

  init(_ source: (any ChoiceSource)?, _ memory: WorldMemory, on clock: VirtualClock) {
    shared = Guarded(State(source: source))
    fixed = memory.fixedAnswers
    self.clock = clock
  }

  /// Returns one of several named values.
  ///
  ///     let luck = choices.choose("toss", ["heads": 1, "tails": 0])
  public func choose<Value>(_ question: String, _ answers: KeyValuePairs<String, Value>) -> Value {
    precondition(!answers.isEmpty, "\"\(question)\" has no answers to choose from")
    let record = clock.executor.currentRecord
    switch record?.next() {
    case .event(.answered(let index)) where answers.indices.contains(index):
      return answers[index].value
    case .event, .rest: record?.forbidRepetition()
    case .new, nil: break
    }
    let index = index(of: question, among: answers.map(\.key))
    record?.add(.answered(index))
    return answers[index].value
  }

  private func index(of question: String, among names: [String]) -> Int {
    if let fixed = takeFixed(question) {
      if let index = names.firstIndex(of: fixed) { return index }
      RuntimeIssue.report(.noSuchAnswer(fixed, to: question, names: names))
    }
    let choice = ChoicePoint(question: .answer(question), options: names.map { .answer($0) })
    let index = index(for: choice)
    // A single answer tells the effect nothing.
    if names.count > 1 { clock.executor.note(AnyID(Decision(choice: choice, index: index))) }
    return index
  }

  /// Chooses one of several named answers and returns its value, or throws its error, after its
  /// delay in virtual time.
  ///
  /// An answer without a delay comes at once, and in a search at any time within a second: a real service
  /// takes time.
  ///
  /// - Parameter isRead: whether the request changes nothing; see ``sleep(for:isRead:)``.
  public func answer<Value>(
    _ question: String, _ answers: KeyValuePairs<String, Answer<Value>>, isRead: Bool = false
  ) async throws -> Value {
    let answer = choose(question, answers)
    switch answer {
    case .success, .failure: if let answerTime { try await sleep(for: answerTime, isRead: isRead) }
    case .slow, .never: break
    }
    return try await answer.result(of: self, on: clock, isRead: isRead)
  }

  /// The time of answers that name none; `nil` for none.
  ///
  ///     choices.answerTime = .zero ... .seconds(1)
  ///
  /// The line `% latency` of a trail sets it. An app sets it at its launch: a search and a restored checkpoint do not
  /// take a later change back.
  public var answerTime: ClosedRange<Duration>? {
    get { shared.withLock { $0.answerTime } }
    nonmutating set { shared.withLock { $0.answerTime = newValue } }
  }

  /// Fixes the next answers to a question. Later answers are chosen as before.
  public func fix(_ question: String, _ answers: String...) {
    let executor = clock.executor
    guard executor.endedProcessOfCaller == nil else { return }
    // An effect that begins again would fix them twice.
    executor.currentRecord?.forbidRepetition()
    executor.note(AnyID(question))
    fixed.withLock { $0 += answers.map { FixedAnswer(question: question, answer: $0) } }
  }

  /// The fixed answers that have not been used, in the order in which they were fixed.
  public var unusedFixes: [FixedAnswer] { fixed.contents }

  /// All choices so far, except fixed answers.
  public var decisions: [Decision] { shared.withLock { $0.decisions }.all }

  /// The answers that were chosen after the first `count` choices. O(*n*) in the number of choices after them.
  package func answers(after count: Int) -> [Decision] {
    shared.withLock { $0.decisions }.answers(after: count)
  }

  /// The number of choices so far.
  package var decisionCount: Int { shared.withLock { $0.decisions.count } }

  /// The number of options that are kept for ``decisions``.
  package var keptOptionCount: Int { shared.withLock { $0.decisions.optionCount } }

  /// The delays so far of answers that take a range of time.
  public var delays: [Duration] { shared.withLock { $0.delays.map(\.delay) } }

  /// The ranges from which the delays so far were drawn.
  package var delayRanges: [ClosedRange<Duration>] {
    shared.withLock { $0.delays.map(\.range) }
  }

  /// Waits for a delay in virtual time that lies in a range, as ``Answer/slow(_:_:)`` does.
  ///
  ///     try await choices.sleep(for: .zero ... .seconds(5))
  ///
  /// A real write may take place although its caller was cancelled. The wait of a cancelled effect therefore has
  /// two answers: it ends at once (the first answer), or it continues, and the stand-in writes after it. A restart
  /// ends every wait.
  ///
  /// - Parameter isRead: whether the request changes nothing. If its effect is cancelled, the wait ends at once, so
  ///   that a search has fewer states.
  /// - Throws: `CancellationError` if the caller is cancelled and the wait does not continue.
  public func sleep(for range: ClosedRange<Duration>, isRead: Bool = false) async throws {
    let outlives = isRead ? nil : outlives
    let first = max(.zero, range.lowerBound)
    // A sleep beyond the longest one never ends; the range also has shorter ones.
    let range = first...max(first, min(range.upperBound, VirtualClock.longestSleep))
    guard range.lowerBound < range.upperBound else {
      return try await clock.sleep(for: range.upperBound, drawn: nil, outliving: outlives)
    }
    let record = clock.executor.currentRecord
    switch record?.next() {
    case .event(.drew(let delay, let drawn)):
      return try await clock.sleep(for: delay, drawn: drawn, outliving: outlives)
    case .event, .rest: record?.forbidRepetition()
    case .new, nil: break
    }
    let (selected, delay, number) = shared.withLock { state in
      let selected = state.source?.delay(in: range) ?? range.upperBound
      let delay = range.allows(selected) ? selected : range.upperBound
      state.delays.append((range, delay))
      return (selected, delay, state.delays.count)
    }
    if selected != delay {
      RuntimeIssue.report(.noSuchDelay(selected, in: range, number: number))
    }
    let drawn = DrawnDelay(number: number - 1, range: range)
    record?.add(.drew(delay, drawn))
    try await clock.sleep(for: delay, drawn: drawn, outliving: outlives)
  }

  /// Whether the write of an effect that is cancelled takes place nevertheless.
  private func outlives() -> Bool {
    let options: [ChoicePoint.Option] = [.answer("stops"), .answer("takes place")]
    return index(for: ChoicePoint(question: .answer("a cancelled write"), options: options)) == 1
  }

  /// The index of the option to take. Records the decision if there are several options.
  func index(for choice: ChoicePoint) -> Int {
    guard choice.options.count > 1 else { return 0 }
    let (selected, number) = shared.withLock { state in
      let selected = state.source?.index(for: choice) ?? 0
      let index = choice.options.indices.contains(selected) ? selected : 0
      state.decisions.append(Decision(choice: choice, index: index))
      return (selected, state.decisions.count)
    }
    if choice.options.indices.contains(selected) { return selected }
    RuntimeIssue.report(.noSuchOption(selected, of: choice, number: number))
    return 0
  }

  func record(_ index: Int, for choice: ChoicePoint) -> Int {
    guard choice.options.count > 1 else { return 0 }
    shared.withLock { $0.decisions.append(Decision(choice: choice, index: index)) }
    return index
  }

  /// Begins another run of a search.
  func restart(_ source: any ChoiceSource) {
    shared.withLock { $0 = State(source: source, answerTime: $0.answerTime) }
  }

  private func takeFixed(_ question: String) -> String? {
    let isLost = clock.executor.endedProcessOfCaller != nil
    let taken = fixed.withLock { fixed in
      fixed.firstIndex { $0.question == question }.map { index in
        isLost ? fixed[index] : fixed.remove(at: index)
      }
    }
    // The next call of the stand-in has another answer: the order of the calls matters.
    if let taken { clock.executor.note(AnyID(taken)) }
    return taken?.answer
  }
}

/// An answer that a test has fixed for a question.
public struct FixedAnswer: Sendable, Hashable, CustomStringConvertible {
  /// The question of the stand-in.
  public let question: String
  /// The name of the fixed answer.
  public let answer: String

  public var description: String { "\"\(question)\": \"\(answer)\"" }
}

/// The behavior of a stand-in service in one call.
public indirect enum Answer<Value: Sendable>: Sendable {
  /// The stand-in returns a value.
  case success(Value)
  /// The stand-in throws an error.
  case failure(any Error)
  /// Another answer after a delay in virtual time that lies in a range.
  ///
  /// The ``ChoiceSource`` selects the delay: at random under a seed. A search covers all delays with
  /// bounds, and not with samples. Without a source, the delay is the upper bound. It is always greater
  /// than zero.
  case slow(ClosedRange<Duration>, Answer)
  /// No answer: the caller waits until it is cancelled.
  case never

  /// Another answer after an exact delay in virtual time.
  public static func slow(_ duration: Duration, _ answer: Answer) -> Answer {
    .slow(duration...duration, answer)
  }

  /// Waits for the delay, and then returns the value or throws the error.
  ///
  /// - Throws: The error of a failure, or `CancellationError` if the caller is cancelled meanwhile.
  func result(of choices: Choices, on clock: VirtualClock, isRead: Bool) async throws -> Value {
    switch self {
    case .success(let value):
      return value
    case .failure(let error):
      throw error
    case .slow(let range, let answer):
      try await choices.sleep(for: range, isRead: isRead)
      return try await answer.result(of: choices, on: clock, isRead: isRead)
    case .never:
      try await clock.sleepForever()
      throw CancellationError()
    }
  }
}

extension ClosedRange<Duration> {
  /// Whether an answer that takes this range of time may have the delay.
  package func allows(_ delay: Duration) -> Bool { delay > .zero && contains(delay) }
}

extension RuntimeIssue {
  fileprivate static func noSuchDelay(
    _ delay: Duration, in range: ClosedRange<Duration>, number: Int
  ) -> RuntimeIssue {
    RuntimeIssue(
      "The source of choices selected a delay of \(delay) for delay \(number), which must be greater than zero"
        + " and in the range from \(range.lowerBound) to \(range.upperBound).",
      causes: [
        "the script was recorded in another scenario, or before the app was changed",
        "the source returns a delay that is out of range",
      ],
      suggestion: "record the delays of this scenario again, or correct the source.")
  }

  fileprivate static func noSuchAnswer(
    _ answer: String, to question: String, names: [String]
  ) -> RuntimeIssue {
    RuntimeIssue(
      "\"\(question)\" has no answer \"\(answer)\", which was fixed for this call.",
      causes: ["the name is misspelt", "the answers of the stand-in have changed"],
      suggestion: "fix one of " + names.map { "\"\($0)\"" }.joined(separator: ", ") + ".")
  }

  fileprivate static func noSuchOption(
    _ index: Int, of choice: ChoicePoint, number: Int
  ) -> RuntimeIssue {
    RuntimeIssue(
      "Choice \(number) (\(choice)) has options 0 to \(choice.options.count - 1), and its source"
        + " selected option \(index).",
      causes: [
        "the script was recorded in another scenario, or before the app was changed",
        "the source returns an index that is out of range",
      ],
      suggestion: "record the choices of this scenario again, or correct the source.")
  }
}

/// The decisions of a run, in order.
///
/// Many effects with one deadline lead to as many choices, each of nearly the same options as the one before. A
/// decision between many effects is kept without those that it shares with the last one of its question. Memory
/// thereby grows with the number of decisions, and not with its square.
struct DecisionLog {
  /// Up to this number, all options of a choice are kept.
  private static let few = 16

  /// Of a decision in `shared`, without the shared options.
  private var decisions: [Decision] = []
  /// The numbers of options at the beginning and at the end that are shared with the last choice between many, by
  /// the position of the decision.
  private var shared: [Int: (first: Int, last: Int)] = [:]
  /// The options of the last choice between many, by question.
  private var latest: [ChoicePoint.Question: [ChoicePoint.Option]] = [:]

  var count: Int { decisions.count }

  var optionCount: Int {
    decisions.reduce(0) { $0 + $1.choice.options.count }
      + latest.values.reduce(0) { $0 + $1.count }
  }

  mutating func append(_ decision: Decision) {
    let options = decision.choice.options
    // The answers to a question do not become more.
    guard options.count > Self.few, !decision.choice.isOfAnswers else {
      return decisions.append(decision)
    }
    let old = latest.updateValue(options, forKey: decision.choice.question) ?? []
    let limit = min(old.count, options.count)
    var (first, last) = (0, 0)
    while first < limit, old[first] == options[first] { first += 1 }
    while last < limit - first, old[old.count - 1 - last] == options[options.count - 1 - last] {
      last += 1
    }
    shared[decisions.count] = (first, last)
    let own = Array(options[first..<(options.count - last)])
    decisions.append(
      Decision(
        choice: ChoicePoint(question: decision.choice.question, options: own),
        index: decision.index))
  }

  func answers(after count: Int) -> [Decision] {
    decisions.dropFirst(count).filter(\.choice.isOfAnswers)
  }

  /// The decisions with all options. O(1) if none was between many, otherwise O(*n*) in the number of options.
  var all: [Decision] {
    guard !shared.isEmpty else { return decisions }
    var latest: [ChoicePoint.Question: [ChoicePoint.Option]] = [:]
    return decisions.enumerated().map { position, decision in
      guard let (first, last) = shared[position] else { return decision }
      let (question, old) = (decision.choice.question, latest[decision.choice.question] ?? [])
      let options = Array(old.prefix(first)) + decision.choice.options + Array(old.suffix(last))
      latest[question] = options
      return Decision(
        choice: ChoicePoint(question: question, options: options), index: decision.index)
    }
  }
}

/// A delay that was drawn from a range.
package struct DrawnDelay: Hashable, Sendable {
  /// The number of delays that were drawn before.
  package let number: Int
  package let range: ClosedRange<Duration>
}
