import Cairn
import CairnDump

/// Why a model cannot be explored: what happened, after which actions, and how to mend it.
public struct ModelError: Error, Equatable, CustomStringConvertible {
  public let issue: RuntimeIssue
  /// The actions that led there, as text; the last one is the one it happened with.
  public internal(set) var actions: [String]

  public var description: String {
    "\(issue)\nThe actions that led there: \(actions.joined(separator: ", "))"
  }
}

extension ModelError {
  @usableFromInline
  init<State, Action>(_ obstacle: QuietSteps<State, Action>.Obstacle) {
    self =
      switch obstacle {
      case .asynchronous(let effect): .asynchronous(effect)
      case .undelivered(let action, let missing): .undelivered(action, missing)
      case .dismissedRoot(let action): .dismissedRoot(action)
      case .endlessFollowUps(let action, let limit): .endlessFollowUps(action, limit: limit)
      }
  }

  private static func asynchronous<Action>(_ effect: RunningEffect<Action>) -> ModelError {
    ModelError(
      RuntimeIssue(
        "The effect \"\(effect.name)\" is asynchronous work, and a bare model has nowhere to run it.",
        causes: ["the reducer is one of an app, whose effects reach services or a clock"],
        suggestion:
          "let the reducer of the model return nothing but `.none` and `.send`, and make what"
          + " the effect replies an action that is possible while it is awaited."),
      effect.action)
  }

  private static func undelivered<Action>(_ action: Action, _ missing: MissingRecipient)
    -> ModelError
  {
    ModelError(
      RuntimeIssue(
        "An action is for a screen that is not there: \(missing).",
        causes: ["`actions` offers it in a state in which it is not possible"],
        suggestion: "offer the action only while its screen is in the state."), action)
  }

  private static func dismissedRoot<Action>(_ action: Action) -> ModelError {
    ModelError(
      RuntimeIssue(
        "An action returned `.dismiss`, and nothing around the feature can dismiss it.",
        causes: ["the feature is the root of the model"],
        suggestion: "explore the feature inside the one that presents it."), action)
  }

  private static func endlessFollowUps<Action>(_ action: Action, limit: Int) -> ModelError {
    ModelError(
      RuntimeIssue(
        "An action has more than \(limit) follow-ups, and may have no end of them.",
        causes: ["an action sends itself, or two send each other"],
        suggestion: "let the chain of `.send` end, or make its next link an action of the model."),
      action)
  }

  /// The same, with all actions that led there.
  @usableFromInline
  func after<Action>(_ actions: [Action]) -> ModelError {
    let way = actions.map { dumpedOnOneLine($0) }
    // The last of them is told again if it happened with a follow-up.
    return ModelError(
      issue: issue, actions: way + (way.suffix(1) == self.actions ? [] : self.actions))
  }

  private init<Action>(_ issue: RuntimeIssue, _ action: Action) {
    self.init(issue: issue, actions: [dumpedOnOneLine(action)])
  }
}
