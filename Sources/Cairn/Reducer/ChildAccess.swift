/// Where in a parent's state a child lives: a property, an optional, a case of an enum, or one
/// screen of a stack.
///
/// The operators (``Scope``, `ifLet`, `ifCaseLet`, `forEach`) differ only in this; what is done
/// there (run, dismiss, scope the effects, say what is missing) is written once, below.
public protocol ChildAccess<Parent, Child> {
  associatedtype Parent
  associatedtype Child

  /// The child, or `nil` if it is not there.
  func child(in parent: Parent) -> Child?

  /// Changes the child where it is; `nil` if it is not there.
  func modify<Result>(_ parent: inout Parent, _ change: (inout Child) -> Result) -> Result?

  /// Removes the child, if it lives in something that can be without it.
  func dismiss(from parent: inout Parent) -> Bool

  /// Says that the child is not there, and what is there instead.
  func missing(from parent: Parent) -> MissingRecipient
}

extension ChildAccess {
  @inlinable @inline(__always)
  func reduce<ParentAction, Runner: Reducer>(
    _ child: Runner, into parent: inout Parent, action: Runner.Action,
    component: @autoclosure () -> EffectScope.Component,
    embed: @autoclosure () -> @Sendable (Runner.Action) -> ParentAction
  ) -> Effect<ParentAction> where Runner.State == Child {
    let effect = modify(&parent) { child.reduce(into: &$0, action: action) }
    guard let effect else { return .undelivered }
    guard !effect.isNone else { return .none }
    let isDismissed = effect.dismisses && dismiss(from: &parent)
    return effect.of(child: component(), embed: embed(), isDismissed: isDismissed)
  }

  @inlinable @inline(__always)
  func missingRecipient<Runner: Reducer>(
    _ child: Runner, of action: Runner.Action, in parent: Parent
  ) -> MissingRecipient? where Runner.State == Child {
    guard let state = self.child(in: parent) else { return missing(from: parent) }
    return child.missingRecipient(of: action, in: state)
  }

  @inlinable
  func hasEnded<Runner: Reducer>(
    _ child: Runner, _ scope: EffectScope.Subpath, in parent: Parent
  ) -> Bool where Runner.State == Child {
    guard let state = self.child(in: parent) else { return true }
    return child.hasEnded(scope.dropFirst(), in: state)
  }
}

/// An action was meant for a screen that is not there.
public struct MissingRecipient: Error, Equatable, CustomStringConvertible {
  /// What is missing, and what is there instead.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// The name of a value's case, without its payload: enough to tell a screen, and nothing leaks.
func caseName<Value>(_ value: Value) -> String {
  String(String(describing: value).prefix { $0 != "(" })
}
