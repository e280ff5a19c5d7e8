import Cairn
import Testing

/// A body costs nothing per action: it is built once, when it is first needed. In release, the body of a reducer
/// without properties, with at most one child and one closure, is compiled in place.
@Suite struct BodyTests {
  @Test func `a body that holds something is built once, at its first action`() {
    let log = Log()
    let store = Store(LoggedPair.State()) { LoggedPair(log: log) }
    #expect(log.all == ["pair"])
    for _ in 1...10 { store.send(.left(.child(.increment))) }
    #expect(log.all == ["pair", "wrap"])
    store.send(.right(.child(.increment)))
    store.send(.right(.child(.increment)))
    #expect(log.all == ["pair", "wrap", "wrap"])
    #expect(store.state.left.child.count == 10)
    #expect(store.state.right.child.count == 2)
  }

  @Test func `each store builds its own bodies`() {
    let log = Log()
    let reducer = LoggedPair(log: log)
    for _ in 1...2 {
      let store = Store(LoggedPair.State()) { reducer }
      store.send(.left(.child(.increment)))
    }
    #expect(log.all == ["pair", "wrap", "pair", "wrap"])
  }

  @Test func `a feature that contains itself builds as many bodies as an action needs`() {
    let log = Log()
    let state = LoggedTree.State(children: [.init(children: [.init(children: [.init()])])])
    let store = Store(state) { LoggedTree(log: log) }
    store.send(.child(.element(id: 0, action: .child(.element(id: 0, action: .grow)))))
    #expect(log.all == ["tree", "tree", "tree"])
    #expect(store.state.children[0].children[0].height == 1)
  }

  @Test func `what a long body cannot deliver changes nothing`() {
    let store = Store(LongList.State()) { LongList() }
    let reports = runtimeIssues { store.send(.child(.increment)) }
    #expect(reports.count == 1)
    #expect(store.state.seen == [])
    store.send(.show)
    store.send(.child(.increment))
    #expect(store.state.seen == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    #expect(store.state.child?.count == 1)
  }
}

private struct LoggedWrap: Reducer {
  struct State: Equatable {
    var child = Counter.State()
  }

  enum Action {
    case child(Counter.Action)
  }

  let log: Log

  var body: some Reducer<State, Action> {
    let _ = log.note("wrap")
    Scope(\.child, CasePath(Action.child) { if case .child(let x) = $0 { x } else { nil } }) {
      Counter()
    }
  }
}

private struct LoggedPair: Reducer {
  struct State: Equatable {
    var left = LoggedWrap.State()
    var right = LoggedWrap.State()
  }

  enum Action {
    case left(LoggedWrap.Action)
    case right(LoggedWrap.Action)
  }

  let log: Log

  var body: some Reducer<State, Action> {
    let _ = log.note("pair")
    Scope(\.left, CasePath(Action.left) { if case .left(let x) = $0 { x } else { nil } }) {
      LoggedWrap(log: log)
    }
    Scope(\.right, CasePath(Action.right) { if case .right(let x) = $0 { x } else { nil } }) {
      LoggedWrap(log: log)
    }
  }
}

private struct LoggedTree: Reducer {
  struct State: Equatable {
    var height = 0
    var children: StackState<State> = []
  }

  indirect enum Action: Sendable {
    case grow
    case child(StackAction<Action>)
  }

  let log: Log

  var body: some Reducer<State, Action> {
    let _ = log.note("tree")
    Reduce { state, action in
      switch action {
      case .grow: state.height += 1
      case .child: break
      }
      return .none
    }
    .forEach(\.children, CasePath(Action.child) { if case .child(let x) = $0 { x } else { nil } }) {
      LoggedTree(log: log)
    }
  }
}

/// More members than are kept in one value, the last of which may be missing.
private struct LongList: Reducer {
  struct State: Equatable {
    var seen: [Int] = []
    var child: Counter.State?
  }

  enum Action {
    case show
    case child(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    member(1)
    member(2)
    member(3)
    member(4)
    member(5)
    Reduce<State, Action> { state, action in
      switch action {
      case .show: state.child = Counter.State()
      case .child: break
      }
      return .none
    }
    .ifLet(\.child, CasePath(Action.child) { if case .child(let x) = $0 { x } else { nil } }) {
      Counter()
    }
  }

  private func member(_ number: Int) -> Reduce<State, Action> {
    Reduce { state, _ in
      state.seen.append(number)
      return .none
    }
  }
}
