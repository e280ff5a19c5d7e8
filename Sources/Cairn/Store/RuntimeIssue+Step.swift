extension RuntimeIssue {
  @usableFromInline
  static func dismissedRoot<Action>(by step: Step<Action>) -> RuntimeIssue {
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

  @usableFromInline
  static func undelivered<Action>(_ step: Step<Action>, _ missing: MissingRecipient) -> RuntimeIssue
  {
    RuntimeIssue(
      "\"\(caseName(step.action))\" (action \(step.number)) is for a screen that is not there:"
        + " \(missing).",
      causes: [
        "the screen was popped or dismissed before the action was sent",
        "the action was built with the id of another stack or from an old state",
      ],
      suggestion: "send the action only while its screen is in the state.")
  }
}
