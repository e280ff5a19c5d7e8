/// A store, seen from one of its features: what a view holds.
///
///     let login = store.scope(\.login, .login)
///     login.send(.emailChanged("ada@example.com"))
///     print(login.email)
///
/// ``Store/scope()`` gives the whole store this type, so that a view of a feature does not know whether its
/// feature is the root of a store, a property, a sheet or a screen of a stack.
///
/// What is promised:
///
/// - There is one store. A child store holds its root and the way into its state: no copy of the
///   state, nothing that has to be kept up to date, no chain of stores. It sees every change at once.
/// - Reading a field tracks that field alone, as in a ``Store``. Observers of one value share its
///   entry, from whatever child they came.
/// - Two child stores are equal when they show the same place of the same store, so a view that is
///   given an equal one need not be drawn again.
/// - It keeps its root alive, for without the root it has nothing to show: who holds a child store
///   owns the store with others. The store holds no child store, so there is no cycle. Like the store it
///   is not `Sendable`.
///
/// A child that can go away (an optional, a case of an enum, a screen of a stack) is scoped only while
/// it is there. Once it has gone, ``isPresent`` is `false`, what is sent to it is refused by the reducer and
/// reported as a ``RuntimeIssue``, its observers are not called for its going (those of the scope are), and
/// every field answers with the value last read through this child store, or, if it was never
/// read, the one it had when it was scoped: a view on its way out of the screen has something to
/// show, and nothing traps. The price is that such a child store holds the state that it was scoped
/// with: an array in it is copied once, by the next action that changes it in place, and not again.
/// A child that is a property is always there and holds nothing.
///
/// Reading takes as long as the key path from the root is deep; children that can go away cost the
/// copy of the optional value that each of them is read from.
@dynamicMemberLookup
public struct ChildStore<State, Action: Sendable> {
  private let way: any ChildWay<State, Action>

  init(_ way: any ChildWay<State, Action>) {
    self.way = way
  }

  /// The state of the child, untracked: the current one or, of a child that has gone, the last known.
  public var state: State { way.state }

  /// Whether the child is still there, tracked.
  public var isPresent: Bool { way.isPresent }

  /// Reduces `action`, as the child's, and its follow-ups before it returns; see
  /// ``Store/send(_:origin:)``.
  @discardableResult
  public func send(_ action: Action) -> SendTask { way.send(action) }

  /// The value at a key path, tracked: only a change of it fires.
  @inlinable
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    read(path, .whenUnequal)
  }

  /// The value at a key path, tracked; every action counts as a change of it.
  @inlinable
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    read(path, .always)
  }

  /// The value at a key path of any length, tracked: only a change of it fires.
  @inlinable
  public subscript<Value: Equatable>(path: KeyPath<State, Value>) -> Value {
    read(path, .whenUnequal)
  }

  /// The value at a key path of any length, tracked; every action counts as a change of it.
  @inlinable
  public subscript<Value>(path: KeyPath<State, Value>) -> Value {
    read(path, .always)
  }

  @usableFromInline
  func read<Value>(_ path: KeyPath<State, Value>, _ change: TrackedChange<Value>) -> Value {
    way.read(path, change)
  }
}

extension ChildStore {
  /// A child that is a property of this one: always there as long as this one is.
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction> {
    ChildStore<Child, ChildAction>(way.property(state, embed: action.embed))
  }

  /// A child that is an optional, or `nil` while it is not there. Whether it is there is tracked.
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child?>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    way.optional(state, nil, embed: action.embed) { $0 }.map(ChildStore<Child, ChildAction>.init)
  }

  /// A child that is the payload of a case, or `nil` in another. Whether it is there is tracked.
  public func scope<Child, ChildAction>(
    _ state: CasePath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    way.optional(\.self, .enumCase(state.site), embed: action.embed, state.extract)
      .map(ChildStore<Child, ChildAction>.init)
  }

  /// One screen of a stack or one row of a list, or `nil` while it is not there. Whether it is there
  /// is tracked.
  ///
  /// A literal id of a stack means the screen that stands at that place now: one that takes its
  /// place later is another child.
  public func scope<Elements: ElementCollection, ChildAction>(
    _ elements: KeyPath<State, Elements>,
    _ action: CasePath<Action, ElementAction<Elements.ID, ChildAction>>, id: Elements.ID
  ) -> ChildStore<Elements.Element, ChildAction>? {
    let identity = state[keyPath: elements].identity(of: id)
    let lasting = identity.map(Elements.id) ?? id
    let embed = action.embed
    return way.optional(
      elements, .element(identity.map { AnyID($0) } ?? AnyID(id)),
      embed: { embed(.element(id: lasting, action: $0)) }
    ) { elements in
      (identity ?? elements.identity(of: id)).flatMap(elements.element)
    }
    .map(ChildStore<Elements.Element, ChildAction>.init)
  }
}

extension ChildStore: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.way.root == right.way.root && left.way.key == right.way.key
  }
}
