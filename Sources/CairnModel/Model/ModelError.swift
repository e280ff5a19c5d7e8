import Cairn
import CairnDump

/// A reason why a model cannot be explored: the issue and the actions that led to it.
public struct ModelError: Error, Equatable, CustomStringConvertible {
  /// The issue, with likely causes and a suggestion.
  public let issue: RuntimeIssue
  /// The actions that led to the issue, as text. The last action caused it.
  public internal(set) var actions: [String]

  public var description: String {
    "\(issue)\nThe actions that led to it: \(actions.joined(separator: ", "))"
  }
}

extension ModelError {
  @usableFromInline
  init<State, Action>(_ obstacle: QuietSteps<State, Action>.Obstacle) {
    let (issue, action): (RuntimeIssue, Action) =
      switch obstacle {
      case .asynchronous(let effect):
        (
          RuntimeIssue(
            "The effect \"\(effect.name)\" is asynchronous work, which a bare model cannot run.",
            causes: ["the reducer belongs to an app, and its effects reach services or a clock"],
            suggestion:
              "return only `.none` and `.send` from the reducer of the model, and make the reply of"
              + " the effect an action that is possible while the reply is awaited."),
          effect.action
        )
      case .undelivered(let action, let missing):
        (
          RuntimeIssue(
            "An action addresses a feature that is not present: \(missing).",
            causes: ["`actions` lists the action in a state in which it is impossible"],
            suggestion: "list the action only while its feature is in the state."), action
        )
      case .dismissedRoot(let action):
        (
          RuntimeIssue(
            "An action returned `.dismiss`, and the feature has no parent that can dismiss it.",
            causes: ["the feature is the root of the model"],
            suggestion: "explore the feature inside its parent."), action
        )
      case .endlessFollowUps(let action):
        (
          RuntimeIssue(
            "An action has more than \(QuietSteps<State, Action>.followUpLimit) follow-ups, and"
              + " possibly infinitely many.",
            causes: ["an action sends itself, or two actions send each other"],
            suggestion: "end the chain of `.send`, or make its next link an action of the model."),
          action
        )
      }
    self.init(issue: issue, actions: [dumpedOnOneLine(action)])
  }

  /// The same error, with all actions that led to the issue.
  @usableFromInline
  func after<Action>(_ actions: [Action]) -> ModelError {
    let path = actions.map { dumpedOnOneLine($0) }
    // `self.actions` repeats the last action unless a follow-up caused the issue.
    return ModelError(
      issue: issue, actions: path + (path.suffix(1) == self.actions ? [] : self.actions))
  }
}
