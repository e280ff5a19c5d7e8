import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A programming error that Cairn detected, with likely causes and a suggestion.
///
/// All runtime issues are reported through ``report(_:)``, in release builds too. By default they
/// are printed to standard error, each message once. A test can intercept them:
///
///     RuntimeIssue.$reporter.withValue(.init { seen.append($0) }) { store.send(.gone) }
///
/// A report neither stops the program nor changes a state.
public struct RuntimeIssue: Sendable, Equatable, CustomStringConvertible {
  /// The event, in a sentence.
  public let message: String
  /// The likely causes.
  public let causes: [String]
  /// The remedy.
  public let suggestion: String

  /// Creates an issue; ``report(_:)`` reports it.
  public init(_ message: String, causes: [String], suggestion: String) {
    self.message = message
    self.causes = causes
    self.suggestion = suggestion
  }

  public var description: String {
    var text = message
    if !causes.isEmpty {
      text += "\nLikely causes:" + causes.map { "\n  - " + $0 }.joined()
    }
    return text + "\nSuggestion: " + suggestion
  }

  /// Receives the runtime issues of the current task. No state depends on it.
  @TaskLocal public static var reporter = Reporter.once { issue in
    printToStandardError("Cairn: \(issue)\n")
  }

  /// A function that receives runtime issues.
  ///
  /// A struct, because optimized builds crash on a task-local value of function type.
  public struct Reporter: Sendable {
    let report: @Sendable (RuntimeIssue) -> Void

    /// Creates a reporter that calls the function.
    public init(_ report: @escaping @Sendable (RuntimeIssue) -> Void) {
      self.report = report
    }

    /// Shows each issue once. A screen reports a wrong name each time that it is made.
    package static func once(_ show: @escaping @Sendable (RuntimeIssue) -> Void) -> Reporter {
      let shown = Shown()
      return Reporter { issue in if shown.insert(issue.message) { show(issue) } }
    }
  }

  /// The shown messages; emptied at 1,000.
  private final class Shown: Sendable {
    private let messages = Mutex<Set<String>>([])

    func insert(_ message: String) -> Bool {
      messages.withLock { messages in
        if messages.count == 1_000 { messages = [] }
        return messages.insert(message).inserted
      }
    }
  }

  /// Passes an issue to the current ``reporter``.
  public static func report(_ issue: RuntimeIssue) { reporter.report(issue) }
}

private func printToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    guard written > 0 else { return }
    rest = rest.dropFirst(written)
  }
}

// MARK: - The runtime issues that the engine itself reports

extension RuntimeIssue {
  package static func dismissedRoot<Action>(by step: Step<Action>) -> RuntimeIssue {
    let name = "\"\(caseName(step.action))\""
    let cause =
      step.outcome == .dismissed
      ? "An effect of \(name) dismissed its feature"
      : "\(name) (action \(step.number)) returned `.dismiss`"
    return RuntimeIssue(
      "\(cause), and nothing around the feature can dismiss it.",
      causes: [
        "the feature is the root of its store, or a `Scope` of the root",
        "the feature is run by hand and not by `forEach` or `ifLet`",
      ],
      suggestion:
        "run the feature with `forEach` or `ifLet`, or let it send an action to its parent.")
  }

  static func unknownFeature<Action>(
    _ feature: String, _ step: Step<Action>
  ) -> RuntimeIssue {
    RuntimeIssue(
      "\"\(caseName(step.action))\" (action \(step.number)) returned an effect of a child that the reducer"
        + " does not contain (case path at \(feature)). The effect does not end with the child.",
      causes: [
        "`reduce` of a feature with children was called by hand on a part of the state, and its effect was mapped"
      ],
      suggestion: "run the feature with `Scope`, `ifLet` or `forEach`.")
  }

  static func undelivered<Action>(
    _ step: Step<Action>, _ missing: _Kernel.MissingRecipient
  ) -> RuntimeIssue {
    let message =
      "\"\(caseName(step.action))\" (action \(step.number)) is for a screen that is not there: \(missing)."
    return switch step.origin {
    case .owner, .replay:
      RuntimeIssue(
        message,
        causes: [
          "the screen was popped or dismissed before the action was sent",
          "the action was built with the id of another stack or from an old state",
        ],
        suggestion: "send the action only while its screen is in the state.")
    case .effect:
      RuntimeIssue(
        message,
        causes: [
          "the screen was popped or dismissed while the effect was running, and the effect does not belong to"
            + " the screen",
          "a reducer returned the action for a child that is not in its state",
        ],
        suggestion:
          "start the effect in the reducer of the screen, which cancels it with the screen, or send the action"
          + " only while the screen is in the state.")
    }
  }

  static func onNoIsolation<Action>(_ effect: RunningEffect<Action>) -> RuntimeIssue {
    RuntimeIssue(
      "The effect \(effect.label) began in a store on no isolation. Its actions are not reduced until the"
        + " owner of the store drains it.",
      causes: [
        "the store is the initial value of a property, a `lazy var`, a `static let`, a global or a default"
          + " argument, where Swift fills in no isolation, even on the main actor",
        "the store is made in a function that belongs to no actor",
      ],
      suggestion:
        "write `Store(…, isolation: MainActor.shared)`, or make the store in an initializer or a"
        + " function of its actor; if its owner calls `drain()` or awaits `finish()`, write"
        + " `Store(nonisolated: …)`.")
  }

  static let notDriven = RuntimeIssue(
    "A call of `finish()` waits for effects of a simulation, and nothing has driven the simulation for a second.",
    causes: ["effects of a simulation run only during calls of the simulation"],
    suggestion:
      "call `simulation.drain()` or `simulation.advance(by:)` after `send`, in place of awaiting `finish()`."
  )

  static let endlessFollowUps = RuntimeIssue(
    "An action was followed by more than a hundred thousand others at once, and `send` has not returned yet.",
    causes: [
      "a reducer answers an action with `.send` of an action that leads to the first one again",
      "an effect sends, before its first suspension, an action that returns such an effect again",
    ],
    suggestion: "return `.none` where the work is done, or wait on the clock between two rounds.")

  static let unknownObservation = RuntimeIssue(
    "`Observation` does not hold the key paths that are observed, so a store cannot tell which values are."
      + " From now on, each action notifies every observer.",
    causes: ["the program runs with a version of Swift that Cairn does not know"],
    suggestion: "update Cairn. Until then, views are correct, and are drawn more often.")

  static func replaced<Action>(_ action: Action) -> RuntimeIssue {
    RuntimeIssue(
      "\"\(caseName(action))\" was sent to a child store whose child is not there: it was removed, or"
        + " replaced by a child with another id. The action was dropped.",
      causes: ["a view or a task kept the child store after the child had disappeared"],
      suggestion: "scope the store again, or check `isPresent` first.")
  }

  static func thrown<Action>(_ error: any Error, by effect: RunningEffect<Action>) -> RuntimeIssue {
    RuntimeIssue(
      "The effect \(effect.label) threw \(error).",
      causes: ["its operation calls something that throws, and the effect has no `catch:`"],
      suggestion: "give the effect a `catch:` that sends an action, or handle the error in it.")
  }

  @usableFromInline
  static func escaped<Action>(
    _ request: EffectRequest<Action>, of effect: RunningEffect<Action>
  ) -> RuntimeIssue {
    let (verb, outcome) =
      switch request {
      case .action(let action), .surrounded(let action, _):
        ("sent \"\(caseName(action))\"", "The action was dropped.")
      case .dismissal: ("dismissed its feature", "The feature was not dismissed.")
      case .cancel: ("cancelled an id", "Nothing was cancelled.")
      }
    return RuntimeIssue(
      "The effect \(effect.label) \(verb) after it had ended. \(outcome)",
      causes: [
        "its `send` is used by a callback or an unstructured task that outlives the operation",
        "its `send` was stored outside of the operation",
      ],
      suggestion:
        "await the work in the operation: with a task group, a continuation or an `AsyncStream`.")
  }

  fileprivate static func unimplemented(_ name: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(name) was called, and is not implemented here.",
      causes: [
        "the feature uses a dependency that the test does not provide",
        "the feature does more than the test expects",
      ],
      suggestion: "give the feature a stand-in for \(name), or correct the feature.")
  }
}

// MARK: - Placeholders

/// A placeholder for a dependency that a test does not expect to be called.
///
///     var store = Storage(load: unimplemented("Storage.load", returning: []))
///
/// A call reports a ``RuntimeIssue``, which fails a test, and returns `result`.
public func unimplemented<each Argument, Result: Sendable>(
  _ name: String, returning result: Result
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    RuntimeIssue.report(.unimplemented(name))
    return result
  }
}

/// A placeholder for a dependency without a result that a test does not expect to be called.
public func unimplemented<each Argument>(
  _ name: String
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(name, returning: ())
}
