import Cairn
import Testing

@Suite struct CompositionTests {
  @Test func `a body runs its reducers in order`() {
    struct Sentence: Reducer {
      var body: some Reducer<String, Void> {
        Reduce { state, _ in
          state += "first "
          return .none
        }
        Reduce { state, _ in
          state += "second"
          return .none
        }
      }
    }
    var state = ""
    _ = Sentence().reduce(into: &state, action: ())
    #expect(state == "first second")
  }

  @Test func `a scope changes its part of struct state and no other`() {
    let store = Store(Pair.State()) { Pair() }
    store.send(.left(.increment))
    store.send(.right(.increment))
    store.send(.right(.increment))
    #expect(store.state == Pair.State(left: .init(count: 1), right: .init(count: 2)))
  }

  @Test func `a child runs before the reducer it is attached to`() {
    struct Parent: Reducer {
      struct State {
        var alert: Counter.State? = .init()
        var seen: Int?
      }
      enum Action { case alert(Counter.Action) }
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case .alert: state.seen = state.alert?.count
          }
          return .none
        }
        .ifLet(\.alert, CasePath(Action.alert) { if case .alert(let x) = $0 { x } else { nil } }) {
          Counter()
        }
      }
    }
    let store = Store(Parent.State()) { Parent() }
    store.send(.alert(.increment))
    #expect(store.state.seen == 1)
  }

  @Test func `enum state is changed in the case it is in`() {
    let store = Store(Page.State.counter(.init())) { Page() }
    store.send(.counter(.increment))
    #expect(store.state == .counter(.init(count: 1)))
  }

  @Test func `a feature that contains itself works`() {
    let store = Store(Tree.State(children: [.init(), .init(children: [.init()])])) { Tree() }
    store.send(.child(.element(id: 1, action: .child(.element(id: 0, action: .grow)))))
    #expect(store.state.children[1].children[0].size == 1)
    #expect(store.state.size == 0)
  }
}

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case increment, decrement, close }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none
    case .decrement:
      state.count -= 1
      return .none
    case .close:
      return .dismiss
    }
  }
}

struct Pair: Reducer {
  struct State: Equatable {
    var left = Counter.State()
    var right = Counter.State()
  }
  enum Action: CasePathable {
    case left(Counter.Action)
    case right(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(\.left, .left) { Counter() }
    Scope(\.right, .right) { Counter() }
  }
}

struct Page: Reducer {
  enum State: Equatable, CasePathable {
    case counter(Counter.State)
    case blank
  }
  enum Action: CasePathable { case counter(Counter.Action) }

  var body: some Reducer<State, Action> {
    Scope(.counter, .counter) { Counter() }
  }
}

struct Tree: Reducer {
  struct State: Equatable {
    var size = 0
    var children: StackState<State> = []
  }
  indirect enum Action: Sendable {
    case grow
    case child(StackAction<Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .grow: state.size += 1
      case .child: break
      }
      return .none
    }
    .forEach(\.children, CasePath(Action.child) { if case .child(let x) = $0 { x } else { nil } }) {
      Tree()
    }
  }
}
