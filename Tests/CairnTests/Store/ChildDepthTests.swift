import Cairn
import Testing

/// Children of children, ten deep.
@Suite struct ChildDepthTests {
  private typealias Ten = Nest<
    Nest<Nest<Nest<Nest<Nest<Nest<Nest<Nest<Nest<Changing<Table>>>>>>>>>>
  >

  private let copies = Count()

  private func makeStore() -> Store<Ten.State, Ten.Action> {
    let table = Table(rows: Rows(copies: copies))
    return Store(
      .init(
        child: .init(
          child: .init(
            child: .init(
              child: .init(
                child: .init(
                  child: .init(child: .init(child: .init(child: .init(child: table)))))))))
      )
    ) {
      Ten(
        child: Nest(
          child: Nest(
            child: Nest(
              child: Nest(
                child: Nest(
                  child: Nest(child: Nest(child: Nest(child: Nest(child: Changing())))))))))
      )
    }
  }

  private func leaf(
    of store: Store<Ten.State, Ten.Action>
  ) -> ChildStore<Table, Changing<Table>.Action> {
    child(child(child(child(child(child(child(child(child(child(store.scope()))))))))))
  }

  private func child<Child: SendableMetatype>(
    _ store: ChildStore<Nest<Child>.State, Nest<Child>.Action>
  ) -> ChildStore<Child.State, Child.Action> {
    store.scope(\.child, Nest<Child>.down)
  }

  @Test func `a child at depth ten is read, sent to and tracked like a root`() {
    let log = Log()
    let store = makeStore()
    let leaf = leaf(of: store)
    observe("title", log) { _ = leaf.title }
    leaf.send(.init { $0.rows.modify { $0[0] = 1 } })
    #expect(log.all == [])
    leaf.send(.init { $0.title = "ten" })
    #expect(log.all == ["title"])
    #expect(leaf.title == "ten")
    #expect(leaf == self.leaf(of: store))
  }

  @Test func `scoping to a property copies no state`() {
    let leaf = leaf(of: makeStore())
    observe("", Log()) { _ = leaf.title }
    for _ in 1...3 { leaf.send(.init { $0.rows.modify { $0[0] += 1 } }) }
    #expect(leaf.rows.numbers[0] == 3)
    #expect(copies.value == 0)
  }
}

/// A feature that holds another.
private struct Nest<Child: Reducer & SendableMetatype>: Reducer {
  struct State { var child: Child.State }
  enum Action { case child(Child.Action) }
  let child: Child

  static var down: CasePath<Action, Child.Action> {
    CasePath(Action.child) { action in
      switch action {
      case .child(let action): action
      }
    }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .child(let action): child.reduce(into: &state.child, action: action).map(Action.child)
    }
  }
}
