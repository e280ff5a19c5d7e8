import Cairn
import Testing

@Suite struct FeatureAliasTests {
  @Test func `a body may be written as a reducer of its feature`() {
    let store: StoreOf<Pager> = Store(Pager.State()) { Pager() }
    store.send(.counter(.increment))
    store.send(.turn)
    #expect(store.state == Pager.State(counter: .init(count: 1), page: 1))
  }

  @Test func `a reducer of a feature is accepted as an argument and as a result`() {
    func twice(_ reducer: some ReducerOf<Pager>) -> some ReducerOf<Pager> {
      Reduce { state, action in
        reducer.reduce(into: &state, action: action)
          .merged(with: reducer.reduce(into: &state, action: action))
      }
    }
    let store: StoreOf<Pager> = Store(Pager.State()) { twice(Pager()) }
    store.send(.turn)
    #expect(store.state.page == 2)
  }
}

/// A feature as a user of The Composable Architecture writes it.
private struct Pager: Reducer {
  struct State: Equatable {
    var counter = Counter.State()
    var page = 0
  }

  enum Action {
    case counter(Counter.Action)
    case turn
  }

  var body: some ReducerOf<Self> {
    Scope(\.counter, .counter) { Counter() }
    Reduce { state, action in
      if case .turn = action { state.page += 1 }
      return .none
    }
  }
}

extension CasePath<Pager.Action, Counter.Action> {
  fileprivate static var counter: Self {
    Self(Root.counter) { if case .counter(let x) = $0 { x } else { nil } }
  }
}
