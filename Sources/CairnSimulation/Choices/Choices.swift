import Cairn
import Synchronization

/// What the rules leave open, and how it was decided; stand-in services ask here what to answer.
///
///     let choices = simulation.choices
///     let inbox = Inbox(fetch: {
///       try await choices.answer("fetch", [
///         "mail": .success(["Hello"]),
///         "offline": .failure(Offline()),
///         "slow": .slow(.seconds(5), .success([])),
///         "never": .never,
///       ])
///     })
///     choices.fix("fetch", "offline")  // the next time, that is
///
/// An answer is the one that a test has fixed, or else the one that the source of the simulation
/// decides on: a seed draws it, a search tries all of them. Without either it is the first.
///
/// Asked from outside the simulation (a detached task, another thread), the order in which choices
/// are made is not the same every time.
public struct Choices: Sendable {
  private struct State {
    var source: (any ChoiceSource)?
    var fixed: [FixedAnswer] = []
    var decisions: [Decision] = []
  }

  private final class Shared: Sendable {
    let state: Mutex<State>

    init(_ source: (any ChoiceSource)?) {
      state = Mutex(State(source: source))
    }
  }

  private let shared: Shared
  private let clock: VirtualClock

  init(_ source: (any ChoiceSource)?, on clock: VirtualClock) {
    shared = Shared(source)
    self.clock = clock
  }

  /// One of several values, by name.
  ///
  ///     let luck = choices.choose("toss", ["heads": 1, "tails": 0])
  public func choose<Value>(_ question: String, _ answers: KeyValuePairs<String, Value>) -> Value {
    precondition(!answers.isEmpty, "there is no answer to \"\(question)\" to choose from")
    let names = answers.map(\.key)
    if let fixed = takeFixed(question) {
      if let index = names.firstIndex(of: fixed) { return answers[index].value }
      RuntimeIssue.report(.noSuchAnswer(fixed, to: question, names: names))
    }
    let choice = ChoicePoint(question: .answer(question), options: names.map { .answer($0) })
    let index = index(for: choice)
    clock.executor.note(AnyID(Decision(choice: choice, index: index)))
    return answers[index].value
  }

  /// What one of several answers comes to: its value or its error, once it is there.
  public func answer<Value>(
    _ question: String, _ answers: KeyValuePairs<String, Answer<Value>>
  ) async throws -> Value {
    try await choose(question, answers).result(on: clock)
  }

  /// Says what the next answers to a question are; after them it is as before.
  public func fix(_ question: String, _ answers: String...) {
    shared.state.withLock { state in
      state.fixed += answers.map { FixedAnswer(question: question, answer: $0) }
    }
  }

  /// The answers that were fixed and that nobody has asked for, in the order in which they were
  /// fixed.
  public var unusedFixes: [FixedAnswer] { shared.state.withLock { $0.fixed } }

  /// The choices that the source has made, from the first on, and, without a source, the answers.
  public var decisions: [Decision] { shared.state.withLock { $0.decisions } }

  /// Which option it is to be.
  func index(for choice: ChoicePoint) -> Int {
    guard choice.options.count > 1 else { return 0 }
    let (asked, number) = shared.state.withLock { state in
      let asked = state.source?.index(for: choice) ?? 0
      let index = choice.options.indices.contains(asked) ? asked : 0
      state.decisions.append(Decision(choice: choice, index: index))
      return (asked, state.decisions.count)
    }
    if choice.options.indices.contains(asked) { return asked }
    RuntimeIssue.report(.noSuchOption(asked, of: choice, number: number))
    return 0
  }

  private func takeFixed(_ question: String) -> String? {
    shared.state.withLock { state in
      state.fixed.firstIndex { $0.question == question }.map { state.fixed.remove(at: $0).answer }
    }
  }
}

extension RuntimeIssue {
  fileprivate static func noSuchAnswer(
    _ answer: String, to question: String, names: [String]
  ) -> RuntimeIssue {
    RuntimeIssue(
      "\"\(question)\" was to answer \"\(answer)\", and has no such answer.",
      causes: ["the name is misspelt", "the stand-in has other answers now"],
      suggestion: "fix one of " + names.map { "\"\($0)\"" }.joined(separator: ", ") + ".")
  }

  fileprivate static func noSuchOption(
    _ index: Int, of choice: ChoicePoint, number: Int
  ) -> RuntimeIssue {
    RuntimeIssue(
      "Choice \(number) was to be option \(index), and has only"
        + " 0 to \(choice.options.count - 1) (\(choice)).",
      causes: [
        "the choices were written down in another scenario, or before the app was changed",
        "the source of choices answers what it was not asked",
      ],
      suggestion: "write the choices of this scenario down anew, or correct the source.")
  }
}
