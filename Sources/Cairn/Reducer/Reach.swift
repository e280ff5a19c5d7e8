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

    func combined(with other: Reach) -> Reach {
      rank < other.rank ? other : self
    }

    /// The reach in a parent of this reach in a child. A case whose payload is no action of a feature, such as
    /// `delegate`, may be meant for the parent alone.
    func ofChild<Action>(_ action: Action) -> Reach {
      switch self {
      case .leaf, .child: return .child
      case .lost: return self
      case .nothing:
        let names = caseNames(action)
        guard names.count > 1, hasActionOfFeature(action) else { return .leaf }
        let type = String(reflecting: Action.self).split(separator: ".").dropFirst()
        return .lost(Unclaimed(caseName: names[0], type: type.joined(separator: ".")))
      }
    }
  }
}

/// Whether the payload of an action, or the last value of it, is a value whose type is called an action.
private func hasActionOfFeature<Action>(_ action: Action) -> Bool {
  guard let payload = Mirror(reflecting: action).children.first else { return false }
  let values = Mirror(reflecting: payload.value)
  let last = values.displayStyle == .tuple ? Array(values.children).last : payload
  guard let last else { return false }
  return String(describing: type(of: last.value)).prefix { $0 != "<" }.hasSuffix("Action")
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

extension _Kernel {
  /// How far an action gets in a reducer. Not specialized, like the members below: only drivers ask.
  @usableFromInline static func reach<Base: Reducer>(
    of action: Base.Action, in reducer: Base
  ) -> Reach {
    Base._node.reach?(reducer, action) ?? .leaf
  }
}

extension Scope {
  @usableFromInline func reach(of action: ParentAction) -> _Kernel.Reach {
    self.action.extract(action).map { _Kernel.reach(of: $0, in: child).ofChild($0) } ?? .nothing
  }
}

extension _Kernel.ForEach {
  @usableFromInline func reach(of action: ParentAction) -> _Kernel.Reach {
    guard case .element(_, let action) = self.action.extract(action) else { return .nothing }
    return _Kernel.reach(of: action, in: child).ofChild(action)
  }
}

extension _Kernel.ReducerSequence {
  @usableFromInline func reach(of action: First.Action) -> _Kernel.Reach {
    _Kernel.reach(of: action, in: first).combined(with: _Kernel.reach(of: action, in: second))
  }
}

extension _Kernel.ReducerList {
  @usableFromInline func reach(of action: Element.Action) -> _Kernel.Reach {
    reducers.reduce(.nothing) { $0.combined(with: _Kernel.reach(of: action, in: $1)) }
  }
}

extension Optional where Wrapped: Reducer {
  @usableFromInline func reach(of action: Wrapped.Action) -> _Kernel.Reach {
    map { _Kernel.reach(of: action, in: $0) } ?? .nothing
  }
}
