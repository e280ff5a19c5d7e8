// The runtime issues that the engine itself reports.

extension RuntimeIssue {
  @usableFromInline package static func dismissedRoot<Action>(by step: Step<Action>) -> RuntimeIssue
  {
    RuntimeIssue(
      "\"\(caseName(step.action))\" (action \(step.number)) returned `.dismiss`, and nothing"
        + " around the feature can dismiss it.",
      causes: [
        "the feature is the root of its store, or a `Scope` of the root",
        "the feature is run by hand and not by `forEach` or `ifLet`",
      ],
      suggestion:
        "run the feature with `forEach` or `ifLet`, or let it send an action to its parent.")
  }

  @usableFromInline static func unknownFeature<Action>(
    _ feature: String, _ step: Step<Action>
  ) -> RuntimeIssue {
    RuntimeIssue(
      "\"\(caseName(step.action))\" (action \(step.number)) returned an effect of a child that the reducer"
        + " does not contain (case path at \(feature)). The effect does not end with the child.",
      causes: [
        "a reducer that wraps another conforms to `Reducer` instead of `ReducerWrapper`",
        "`reduce` of a feature with children was called by hand, and its effect was mapped",
      ],
      suggestion:
        "conform the wrapper to `ReducerWrapper`, or run the child with `Scope` or `ifLet`.")
  }

  @usableFromInline static func undelivered<Action>(
    _ step: Step<Action>, _ missing: MissingRecipient
  ) -> RuntimeIssue {
    RuntimeIssue(
      "\"\(caseName(step.action))\" (action \(step.number)) is for a screen that is not there:"
        + " \(missing).",
      causes: [
        "the screen was popped or dismissed before the action was sent",
        "the action was built with the id of another stack or from an old state",
      ],
      suggestion: "send the action only while its screen is in the state.")
  }

  @usableFromInline
  static func thrown<Action>(_ error: any Error, by effect: RunningEffect<Action>) -> RuntimeIssue {
    RuntimeIssue(
      "The effect \(effect.label) threw \(error).",
      causes: ["its operation calls something that throws, and the effect has no `catch:`"],
      suggestion: "give the effect a `catch:` that sends an action, or handle the error in it.")
  }

  @usableFromInline
  static func escaped<Action>(_ action: Action, of effect: RunningEffect<Action>) -> RuntimeIssue {
    RuntimeIssue(
      "The effect \(effect.label) sent \"\(caseName(action))\" after it had ended. The action was"
        + " dropped.",
      causes: [
        "its `send` is used by a callback or an unstructured task that outlives the operation",
        "its `send` was stored outside of the operation",
      ],
      suggestion:
        "await the work in the operation: with a task group, a continuation or an `AsyncStream`.")
  }
}
