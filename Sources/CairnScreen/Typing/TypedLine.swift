/// What a line means on a screen.
///
///     switch screen.read("email ada@example.com") {
///     case .blank: show(screen)
///     case .action(let action, name: _): store.send(action)
///     case .refused(let refusal): print(refusal.message)
///     }
public enum TypedLine<Action: Sendable>: Sendable {
  /// Nothing but white space.
  case blank
  /// The action of the input with that name.
  case action(Action, name: String)
  case refused(Refusal<Action>)
}
