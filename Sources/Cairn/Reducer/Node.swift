extension _Kernel {
  /// The part of a reducer that only the engine uses: functions that every reducer of the type shares.
  ///
  /// A feature has the node of its `body`, a leaf an empty node. An operator makes its node from those of its
  /// children. No closure captures a reducer, so that a feature may contain itself.
  public struct Node<Base: Reducer> {
    /// Names the screen that an action is for, if that screen is not in the state.
    public typealias Check = (Base, Base.Action, Base.State) -> MissingRecipient?

    /// Dismisses the feature at the end of a scope. The operators on the way to it receive the action.
    ///
    /// Returns the effect that the reducer would return if that feature returned ``Effect/dismiss``.
    /// `.none`, and no change, if no operator of the reducer runs the feature.
    public typealias Dismiss =
      (Base, Base.Action, EffectScope.Subpath, inout Base.State) -> Effect<Base.Action>

    /// A closure weighs 1, a child 2, and a child in a case of an enum 4. A part that is not known before it
    /// runs weighs 4.
    @usableFromInline let weight: Int
    /// `nil` if there is no action that the reducer refuses.
    @usableFromInline let check: Check?
    /// `nil` if the reducer has no children.
    @usableFromInline let dismiss: Dismiss?
    /// `nil` for a leaf, which receives every action.
    @usableFromInline let reach: ((Base, Base.Action) -> Reach)?
    /// The reducer to keep in place of this one; `nil` if it is kept itself.
    @usableFromInline let keep: ((Base) -> AnyReducer<Base.State, Base.Action>)?

    @inlinable @inline(__always) init(
      weight: Int = 1, check: Check? = nil, dismiss: Dismiss? = nil,
      reach: ((Base, Base.Action) -> Reach)? = nil,
      keep: ((Base) -> AnyReducer<Base.State, Base.Action>)? = nil
    ) {
      self.weight = weight
      self.check = check
      self.dismiss = dismiss
      self.reach = reach
      self.keep = keep
    }

    /// The node of a reducer that runs another on the same state, and that observes dismissals, too.
    ///
    /// - Parameter receives: whether the reducer itself is for an action.
    @inlinable @inline(__always) public static func wrapping<Wrapped>(
      _: Wrapped.Type, _ wrapped: @escaping (Base) -> Wrapped,
      receives: @escaping (Base, Base.Action) -> Bool = { _, _ in false },
      dismiss: @escaping Dismiss
    ) -> Node where Wrapped: Reducer<Base.State, Base.Action> {
      let node = Wrapped._node
      return Node(
        weight: node.weight + 2,
        check: node.check.map { check in { check(wrapped($0), $1, $2) } }, dismiss: dismiss,
        reach: {
          receives($0, $1)
            ? .leaf(of: ObjectIdentifier(Base.Action.self), levels: 0)
            : _Kernel.reach(of: $1, in: wrapped($0))
        })
    }
  }
}

extension Reducer where Body == Never {
  @inlinable public static var _node: _Kernel.Node<Self> {
    @inline(__always) get { _Kernel.Node() }
  }
}

extension Reducer where Body: Reducer<State, Action> {
  @inlinable public static var _node: _Kernel.Node<Self> {
    @inline(__always) get {
      let node = Body._node
      return _Kernel.Node(
        weight: node.weight,
        check: node.check.map { check in { check($0.body, $1, $2) } },
        dismiss: node.dismiss.map { dismiss in { dismiss($0.body, $1, $2, &$3) } },
        reach: { _Kernel.reach(of: $1, in: $0.body) },
        keep: { isConstant ? _Kernel.AnyReducer($0) : .kept($0.body) })
    }
  }
}

extension Reducer {
  /// Whether the body is compiled into its reduction, and not kept: the reducer has no properties, and its
  /// body is one child and one closure, or less. A debug build keeps every body.
  @inlinable static var isConstant: Bool {
    @inline(__always) get {
      #if DEBUG
        false
      #else
        MemoryLayout<Self>.size == 0 && _node.weight <= 3
      #endif
    }
  }

  /// See ``_Kernel/Node/Dismiss``.
  @inlinable package func dismissRecipient(
    of action: Action, scope: _Kernel.EffectScope.Subpath, in state: inout State
  ) -> Effect<Action> {
    Self._node.dismiss?(self, action, scope, &state) ?? .none
  }
}
