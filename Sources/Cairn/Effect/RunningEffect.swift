import Synchronization

/// An asynchronous effect that was started and has not finished.
///
/// A class, because it is passed around often and is large.
public final class RunningEffect<Action: Sendable>: Sendable {
  /// Effects are numbered from 1 in the order in which they are started.
  public let number: Int

  /// The action that returned it, kept until the effect has ended.
  ///
  /// An array that the action put into the state is therefore copied at its next change.
  public let action: Action

  @usableFromInline package let operation: EffectOperation<Action>
  /// Kept apart from `action`: the deinit of a generic class looks up metadata for every generic
  /// field.
  @usableFromInline package let metadata: EffectMetadata
  /// Set when the operation has ended without a cancellation. An action that is sent later is a mistake.
  @usableFromInline let hasEnded = Atomic(false)

  @inlinable init(number: Int, operation: EffectOperation<Action>, context: EffectContext<Action>) {
    self.number = number
    self.operation = operation
    action = context.action
    metadata = context.metadata
  }

  /// The name from ``Effect/run(name:priority:fileID:line:operation:catch:)``, or the position in the source.
  @inlinable public var name: String { operation.name.text }

  /// The number of the action that returned it.
  @inlinable public var actionNumber: Int { metadata.actionNumber }

  /// Whether it is ignored when deciding whether the store is idle.
  @inlinable public var isBackground: Bool { metadata.isBackground }

  /// Its index path among the effects of its action: the number of each branch of a merge and of
  /// each stage of a concatenation.
  package var indexPath: [Int] { metadata.indexPath }

  /// The number of the `send` that caused it, if the effect can begin again alone; `nil` for the timer of a throttle,
  /// a stage of a concatenation and a write of an operator.
  package var root: Int? {
    let isOfOperator = operation.outlivesFeature
    return metadata.root == 0 || metadata.sequence != nil || isOfOperator ? nil : metadata.root
  }

  /// Its name, its number and the case of the action that returned it, without the payload.
  package var label: String {
    "\"\(name)\" (effect \(number), started by action \(actionNumber): \(caseName(action)))"
  }

  @inlinable
  var context: EffectContext<Action> { EffectContext(action: action, metadata: metadata) }
}

/// The action and the feature that an effect belongs to.
@usableFromInline package struct EffectContext<Action: Sendable>: Sendable {
  @usableFromInline package let action: Action
  @usableFromInline package var metadata: EffectMetadata

  @inlinable init(action: Action, metadata: EffectMetadata) {
    self.action = action
    self.metadata = metadata
  }

  /// The context of a branch of a merge or a stage of a concatenation.
  @inlinable func branch(_ number: Int) -> EffectContext {
    var branch = self
    branch.metadata.indexPath.append(number)
    return branch
  }
}

/// Everything that the machine knows of an effect, except for its action.
@usableFromInline package struct EffectMetadata: Sendable {
  @usableFromInline package let actionNumber: Int
  /// The number of the owner's `send` that caused it.
  @usableFromInline var root: Int
  /// See ``RunningEffect/indexPath``.
  @usableFromInline package var indexPath: [Int] = []
  @usableFromInline package var scope = _Kernel.EffectScope()
  package var keys: [CancelKey] = []
  /// The concatenation that waits for the end of the effect.
  @usableFromInline package var sequence: Int?
  /// Whether it comes after other stages or after a window, so that a dismissal is a step of its own.
  @usableFromInline var isDelayed = false
  @usableFromInline package var isBackground = false
  /// Whether a handle of the action does not cancel it.
  package var isShielded = false
  /// Whether its feature was removed. The actions that it sends are dropped.
  @usableFromInline package var isOrphan = false

  @inlinable init(actionNumber: Int, root: Int) {
    self.actionNumber = actionNumber
    self.root = root
  }
}

/// An id of an effect, and the scope in which it is unique.
@usableFromInline package struct CancelKey: Hashable, Sendable {
  let scope: _Kernel.EffectScope
  let id: AnyID

  /// The key for a comparison of runs; see ``_Kernel/EffectScope/withStackIDs``.
  package var withStackIDs: CancelKey { CancelKey(scope: scope.withStackIDs, id: id) }
}

/// Which effects are cancelled. Not a closure, for each of which a store would contain the code that cancels.
@usableFromInline enum Cancellation {
  case all
  /// Those that one `send` of the owner caused, except for shielded ones.
  case root(Int)
  case key(CancelKey)
  case features(Set<_Kernel.EffectScope>)
  /// Those of all features, the root among them.
  case everyFeature

  func includes(_ metadata: EffectMetadata) -> Bool {
    switch self {
    case .all: true
    case .root(let root): metadata.root == root && !metadata.isShielded
    case .key(let key): metadata.keys.contains(key)
    case .features(let scopes): scopes.contains(metadata.scope)
    case .everyFeature: !metadata.isOrphan
    }
  }
}

extension _Kernel {
  /// The feature instance that an effect belongs to, as a path from the root of the state.
  ///
  /// Ids are compared within one scope, so two screens of one stack never cancel each other's effects.
  /// When the instance is removed from the state, its effects are cancelled.
  public struct EffectScope: Hashable, Sendable {
    /// The part of a scope from a feature on.
    public typealias Subpath = ArraySlice<Component>

    @usableFromInline var components: [Component] = []

    @inlinable init(components: [Component] = []) {
      self.components = components
    }

    @inlinable var isRoot: Bool { components.isEmpty }

    /// The positions of the case paths, for messages.
    @usableFromInline var description: String {
      components.map(\.site.description).joined(separator: ", ")
    }

    @inlinable func within(_ component: Component) -> _Kernel.EffectScope {
      _Kernel.EffectScope(components: components + [component])
    }

    @inlinable func starts(with other: _Kernel.EffectScope) -> Bool {
      components.starts(with: other.components)
    }

    /// Whether the feature has been removed from the state of the root; `nil` if the scope is no path in that state.
    @usableFromInline package func hasEnded<State>(in state: State) -> Bool? {
      components[...].access?.hasEnded(components[...], in: state)
    }

    /// Removes the feature, or else the innermost feature around it that can be removed.
    ///
    /// - Returns: the effect that ends the effects of that feature; `nil` if there is none.
    func dismiss<State, Action>(from state: inout State) -> Effect<Action>? {
      guard let depth = components[...].access?.dismiss(components[...], from: &state) else {
        return nil
      }
      let end = Effect<Action>(.end(components[depth - 1]))
      return components[..<(depth - 1)].reversed().reduce(end) { $0.within($1) }
    }

    /// The scope for a comparison of runs, in which screens have other generations. It contains the ids of
    /// screens, whose equality leaves the generations out.
    package var withStackIDs: _Kernel.EffectScope {
      _Kernel.EffectScope(components: components.map(\.withStackID))
    }

    /// A child, or one element of a collection. Children are identified by the case path of their actions.
    public struct Component: Hashable, Sendable {
      let site: SourceSite
      /// The identity of an element, or of a child with an id.
      let identity: AnyID?
      /// Makes the access from the state of the parent to that of the child.
      let locate: @Sendable (Component) -> (any _ChildAccess)?
      /// Whether the feature was removed. Another feature can have its place now.
      @usableFromInline private(set) var isEnded = false

      init(
        _ site: SourceSite, element identity: (any Hashable & Sendable)?,
        locate: @escaping @Sendable (Component) -> (any _ChildAccess)?
      ) {
        self.site = site
        self.identity = identity.map { AnyID($0) }
        self.locate = locate
      }

      var ended: Component {
        var ended = self
        ended.isEnded = true
        return ended
      }

      package var withStackID: Component {
        guard let screen = identity?.value as? StackID.Identity else { return self }
        let id = StackID(number: screen.number, generation: screen.generation)
        var own = Component(site, element: id, locate: locate)
        own.isEnded = isEnded
        return own
      }

      public static func == (left: Component, right: Component) -> Bool {
        left.site == right.site && left.identity == right.identity && left.isEnded == right.isEnded
      }

      public func hash(into hasher: inout Hasher) {
        hasher.combine(site)
        hasher.combine(identity)
      }
    }
  }
}

extension _Kernel.EffectScope.Subpath {
  /// A scope without places, of which a journal has only the depth: it begins at each operator.
  ///
  /// The depth in a file may be any number. No reducer has as many levels as the limit.
  package static func ofAnyFeature(depth: Int) -> Self {
    let site = SourceSite(fileID: #fileID, line: #line, column: #column)
    let component = Element(site, element: nil) { _ in nil }
    return Array(repeating: component, count: Swift.min(depth, 1 << 14))[...]
  }

  /// The access to the child at the beginning.
  var access: (any _ChildAccess)? { first.flatMap { $0.locate($0) } }
}

/// An id of any type: of an effect or of an element.
@usableFromInline package struct AnyID: Hashable, Sendable {
  @usableFromInline package let value: any Hashable & Sendable

  package init(_ value: any Hashable & Sendable) {
    self.value = value
  }

  /// Unlike `AnyHashable`, values of different types are never equal.
  @usableFromInline package static func == (left: Self, right: Self) -> Bool {
    func isEqual<Value: Hashable>(_ left: Value) -> Bool { right.value as? Value == left }
    return type(of: left.value) == type(of: right.value) && isEqual(left.value)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

  /// The id of all effects of a feature, for the removal of their parts.
  static let feature = AnyID(FeatureID())
  private struct FeatureID: Hashable {}
}

/// A feature of which an access adds the first effect.
@usableFromInline struct NewScope: Sendable {
  @usableFromInline let scope: _Kernel.EffectScope

  @inlinable init(scope: _Kernel.EffectScope) { self.scope = scope }
}
