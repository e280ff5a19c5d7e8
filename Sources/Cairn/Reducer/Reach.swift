// Finds an action that no reducer handles because a `Scope` was forgotten. Only a driver of screens asks, for an
// action that a screen offers.
extension _Kernel {
  /// How far an action gets in a reducer. Of the members of a body, the greatest counts.
  public enum Reach: Equatable {
    /// No member of the body is for the action.
    case nothing
    /// A leaf receives the action. At level 0 it is a member of the body itself, at level 1 of the body of a child.
    ///
    /// The leaf receives an action of this type. `nil` if there is no leaf: the action may be meant for a parent alone.
    case leaf(of: ObjectIdentifier?, levels: Int)
    /// A child receives the action and has nothing for it.
    case lost(Unclaimed)

    /// The action of a child for which its body has nothing.
    public struct Unclaimed: Equatable {
      let caseName: String
      let type: String

      /// `nil` if the action is not that of a child.
      fileprivate init?<Action>(_ action: Action) {
        let names = caseNames(action)
        guard names.count > 1, hasActionOfFeature(action) else { return nil }
        let type = String(reflecting: Action.self).split(separator: ".").dropFirst()
        (caseName, self.type) = (names[0], type.joined(separator: "."))
      }

      /// The same for the first action of this type inside of another. It is inside of at least as many cases as there
      /// are levels: the action of a stack, or a nested path, has two cases for one level.
      fileprivate init?<Action>(in action: Action, of type: ObjectIdentifier, levels: Int) {
        if levels <= 0, type == ObjectIdentifier(Action.self) {
          self.init(action)
        } else {
          guard let payload = payload(of: action) else { return nil }
          self.init(in: payload.value, of: type, levels: levels - 1)
        }
      }
    }

    /// A leaf of the body itself may be for other actions, and ranks below a child; a leaf of a child ranks above it.
    private var rank: Int {
      switch self {
      case .nothing: 0
      case .leaf(of: _, let levels): levels == 0 ? 1 : 2 + levels
      case .lost: 2
      }
    }

    func combined(with other: Reach) -> Reach {
      rank < other.rank ? other : self
    }

    /// The reach in a parent of this reach in a child. A case whose payload is no action of a feature, such as
    /// `delegate`, may be meant for the parent alone.
    ///
    /// A driver asks for each input. Therefore only a lost action gets its names here.
    func ofChild<Action>(_ action: Action) -> Reach {
      switch self {
      case .leaf(let type, let levels): .leaf(of: type, levels: levels + 1)
      case .lost: self
      case .nothing: Unclaimed(action).map { .lost($0) } ?? .leaf(of: nil, levels: 0)
      }
    }
  }
}

/// The name of a case, and its payload. The action for an element is the last value of a tuple.
private func payload<Action>(of action: Action) -> Mirror.Child? {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum, let payload = mirror.children.first else { return nil }
  let values = Mirror(reflecting: payload.value)
  guard values.displayStyle == .tuple, let last = Array(values.children).last else {
    return payload
  }
  return (payload.label, last.value)
}

/// Whether the payload of an action is a value whose type is called an action.
private func hasActionOfFeature<Action>(_ action: Action) -> Bool {
  guard let payload = payload(of: action) else { return false }
  return String(describing: type(of: payload.value)).prefix { $0 != "<" }.hasSuffix("Action")
}

/// The names of the cases of an action and of the actions in it, without ids and values.
private func caseNames<Action>(_ action: Action) -> [String] {
  guard Mirror(reflecting: action).displayStyle == .enum else { return [] }
  guard let payload = payload(of: action), let name = payload.label else {
    return [caseName(action)]
  }
  return [name] + caseNames(payload.value)
}

extension Store {
  package func issueIfUnclaimed(_ action: Action) -> RuntimeIssue? {
    machine.reducer.issueIfUnclaimed(action)
  }
}

extension _Kernel.AnyReducer {
  /// An issue for an action that a feature receives and does not handle.
  ///
  /// - Parameter isWithoutEffect: whether the action never changes anything. Then it is also an issue that a leaf
  ///   receives the action and no reducer of a child. Otherwise the leaf may ignore the action on purpose, which is
  ///   the same program.
  package func issueIfUnclaimed(_ action: Action, isWithoutEffect: Bool = false) -> RuntimeIssue? {
    var path: String { caseNames(action).joined(separator: ".") }
    func issue(_ unclaimed: _Kernel.Reach.Unclaimed, _ message: String) -> RuntimeIssue {
      let name = unclaimed.caseName
      return RuntimeIssue(
        message,
        causes: ["a `Scope(.\(name), .\(name))`, an `ifLet` or a `forEach` was forgotten there"],
        suggestion:
          "run the feature with the actions `\(name)` in the body that receives \(unclaimed.type).")
    }
    return switch reach(action).ofChild(action) {
    case .lost(let unclaimed):
      issue(
        unclaimed,
        "The screen offers the action \(path), and no reducer takes it: the body that receives"
          + " \(unclaimed.type) has nothing for the case `\(unclaimed.caseName)`.")
    case .leaf(of: let type?, let levels) where isWithoutEffect:
      // The level of the action itself is counted, too.
      _Kernel.Reach.Unclaimed(in: action, of: type, levels: levels - 1).map {
        issue(
          $0,
          "The action \(path) has no effect, and the body that receives \($0.type) has no child for it."
        )
      }
    case .nothing, .leaf: nil
    }
  }
}

extension _Kernel {
  /// How far an action gets in a reducer. Not specialized, like the members below: only drivers ask.
  @usableFromInline static func reach<Base: Reducer>(
    of action: Base.Action, in reducer: Base
  ) -> Reach {
    Base._node.reach?(reducer, action)
      ?? .leaf(of: ObjectIdentifier(Base.Action.self), levels: 0)
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
