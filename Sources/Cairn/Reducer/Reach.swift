// An action for which no reducer has anything, because a `Scope` was forgotten. A reduction does not ask: a
// driver of screens does, for an action that a screen offers.
extension _Kernel {
  /// How far an action gets in a reducer. Of the members of a body, the greatest counts.
  public enum Reach: Equatable {
    /// No member of the body is for the action.
    case nothing
    /// A leaf receives the action.
    case leaf
    /// A child receives the action and has nothing for it.
    case lost(Unclaimed)
    /// A child receives the action and has something for it.
    case child

    /// The action of a child for which its body has nothing.
    public struct Unclaimed: Equatable {
      let caseName: String
      let type: String
    }

    private var rank: Int {
      switch self {
      case .nothing: 0
      case .leaf: 1
      case .lost: 2
      case .child: 3
      }
    }

    @usableFromInline func combined(with other: Reach) -> Reach {
      rank < other.rank ? other : self
    }

    /// The reach in a parent of this reach in a child. A case whose payload is no enum is no action of a
    /// feature: the parent may be the only reducer that is meant to receive it.
    @usableFromInline func ofChild<Action>(_ action: Action) -> Reach {
      switch self {
      case .leaf, .child: return .child
      case .lost: return self
      case .nothing:
        let names = caseNames(action)
        guard names.count > 1 else { return .leaf }
        let type = String(reflecting: Action.self).split(separator: ".").dropFirst()
        return .lost(Unclaimed(caseName: names[0], type: type.joined(separator: ".")))
      }
    }
  }
}

/// The names of the cases of an action and of the actions in it, without ids and values.
private func caseNames<Action>(_ action: Action) -> [String] {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return [] }
  guard let payload = mirror.children.first, let name = payload.label else {
    return [caseName(action)]
  }
  // The action for an element is the last value of a tuple.
  let values = Mirror(reflecting: payload.value)
  guard values.displayStyle == .tuple, let last = Array(values.children).last else {
    return [name] + caseNames(payload.value)
  }
  return [name] + caseNames(last.value)
}

extension Store {
  /// See ``_Kernel/AnyReducer``.
  package func issueIfUnclaimed(_ action: Action) -> RuntimeIssue? {
    machine.reducer.issueIfUnclaimed(action)
  }
}

extension _Kernel.AnyReducer {
  /// An issue for an action for which a feature has nothing, although the feature receives it.
  package func issueIfUnclaimed(_ action: Action) -> RuntimeIssue? {
    guard case .lost(let unclaimed) = reach(action).ofChild(action) else { return nil }
    let (name, type) = (unclaimed.caseName, unclaimed.type)
    let path = caseNames(action).joined(separator: ".")
    return RuntimeIssue(
      "The screen offers the action \(path), and no reducer takes it: the body that receives"
        + " \(type) has nothing for the case `\(name)`.",
      causes: ["a `Scope(.\(name), .\(name))`, an `ifLet` or a `forEach` was forgotten there"],
      suggestion: "run the feature with the actions `\(name)` in the body that receives \(type).")
  }
}

extension Reducer where Body == Never {
  public static func _reach(of action: Action, in reducer: Self) -> _Kernel.Reach { .leaf }
}

extension Reducer where Body: Reducer<State, Action> {
  public static func _reach(of action: Action, in reducer: Self) -> _Kernel.Reach {
    Body._reach(of: action, in: reducer.body)
  }
}

extension Scope {
  public static func _reach(of action: ParentAction, in scope: Self) -> _Kernel.Reach {
    scope.action.extract(action).map { Child._reach(of: $0, in: scope.child).ofChild($0) }
      ?? .nothing
  }
}

extension _Kernel.ForEach {
  public static func _reach(of action: ParentAction, in reducer: Self) -> _Kernel.Reach {
    guard case .element(_, let action) = reducer.action.extract(action) else { return .nothing }
    return Child._reach(of: action, in: reducer.child).ofChild(action)
  }
}

extension _Kernel.ReducerSequence {
  public static func _reach(of action: First.Action, in reducers: Self) -> _Kernel.Reach {
    First._reach(of: action, in: reducers.first)
      .combined(with: Second._reach(of: action, in: reducers.second))
  }
}

extension _Kernel.ReducerList {
  public static func _reach(of action: Element.Action, in list: Self) -> _Kernel.Reach {
    list.reducers.reduce(.nothing) { $0.combined(with: Element._reach(of: action, in: $1)) }
  }
}

extension Optional where Wrapped: Reducer {
  public static func _reach(of action: Wrapped.Action, in reducer: Self) -> _Kernel.Reach {
    reducer.map { Wrapped._reach(of: action, in: $0) } ?? .nothing
  }
}

extension _Kernel.OnChange {
  public static func _reach(of action: Base.Action, in reducer: Self) -> _Kernel.Reach {
    Base._reach(of: action, in: reducer.base)
  }
}
