import Cairn
import CairnSimulation
import TestSupport
import Testing

@Suite struct CompositionTests {
  @Test func `a change is reacted to once it has been made, and only then`() {
    let store = Store(0) {
      Adding().onChange(of: \.self) { old, new in
        Reduce<Int, Int> { state, _ in
          if new > old { state += 10 }
          return .none
        }
      }
    }
    store.send(1)
    #expect(store.state == 11)
    store.send(-1)
    #expect(store.state == 10)
  }

  @Test(arguments: [false, true])
  func `reducers in a body may be conditional and repeated`(isOn: Bool) {
    func append(_ text: String) -> Reduce<String, String> {
      Reduce { state, _ in
        state += text
        return .none
      }
    }
    let store: Store<String, String> = Store("") {
      if isOn { append("please ") }
      if isOn { append("HEY") } else { append("hey") }
      for _ in 0..<(isOn ? 3 : 0) { append("!") }
    }
    store.send("")
    #expect(store.state == (isOn ? "please HEY!!!" : "hey"))
  }

  @Test func `effects of repeated reducers are merged in order`() {
    let store = Store([Int]()) {
      for number in 1...3 {
        Reduce<[Int], Int> { state, action in
          if action == 0 { return .send(number) }
          state.append(action)
          return .none
        }
      }
    }
    store.send(0)
    #expect(store.state == [1, 1, 1, 2, 2, 2, 3, 3, 3])
  }

  @Test func `an action that one of the repeated reducers refuses changes nothing`() {
    struct Both: Equatable {
      var left: Int? = 0
      var right: Int?
      var count = 0
    }
    let children: [WritableKeyPath<Both, Int?> & Sendable] = [\.left, \.right]
    let store = Store(Both()) {
      for child in children {
        Reduce<Both, Int> { state, _ in
          state.count += 1
          return .none
        }
        .ifLet(child, .same) { Adding() }
      }
    }
    #expect(runtimeIssues { store.send(1) }.count == 1)
    #expect(store.state == Both())
  }

  private struct Gauge {
    var level = Double.nan
    var child: Int?
    var count = 0
  }

  private var counting: Reduce<Gauge, Int> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }

  private var gauge: some Reducer<Gauge, Int> {
    EmptyReducer<Gauge, Int>().ifLet(\.child, .same) { Adding() }
  }

  @Test func `an action that a repeated reducer refuses by itself reaches no later one`() {
    let child = gauge
    let store = Store(Gauge()) {
      for isLast in [false, true] {
        Reduce<Gauge, Int> { state, action in
          guard isLast else { return child.reduce(into: &state, action: action) }
          state.count += 1
          return .none
        }
      }
    }
    #expect(runtimeIssues { store.send(1) }.count == 1)
    #expect(store.state.count == 0)
  }

  @Test func `a refused action is no change, even of a value that differs from itself`() {
    let store = Store(Gauge()) {
      gauge.onChange(of: \.level) { _, _ in counting }
    }
    #expect(runtimeIssues { store.send(1) }.count == 1)
    #expect(store.state.count == 0)
  }

  @Test func `an action whose screen an earlier reducer removes is refused by the screen alone`() {
    let store = Store(Gauge(child: 1)) {
      Reduce<Gauge, Int> { state, _ in
        state.child = nil
        return .none
      }
      gauge
      counting
    }
    expectRemovalAsCause(store)
  }

  @Test func `a repeated reducer whose screen an earlier one has removed names that cause`() {
    let store = Store(Gauge(child: 1)) {
      for _ in 1...2 {
        Reduce<Gauge, Int> { state, _ in
          if state.child == nil { state.count += 10 }
          state.child = nil
          return .none
        }
        .ifLet(\.child, .same) { EmptyReducer() }
      }
      counting
    }
    expectRemovalAsCause(store)
  }

  /// Sends an action for a screen that a reducer of the same body removes.
  private func expectRemovalAsCause(
    _ store: Store<Gauge, Int>, at location: SourceLocation = #_sourceLocation
  ) {
    let issues = runtimeIssues { store.send(1) }
    let cause = "; a reducer that runs before that of the screen has removed it."
    #expect(issues.map { $0.message.hasSuffix(cause) } == [true], sourceLocation: location)
    #expect(store.state.child == nil && store.state.count == 1, sourceLocation: location)
  }

  /// The time limit tells linear from quadratic.
  @Test(.timeLimit(.minutes(20))) func `the effects of very many repeated reducers are merged`() {
    let count = 200_000
    let reducers = CombineReducers<Int, Bool, _> {
      for _ in 0..<count { Reduce<Int, Bool> { _, _ in .send(false) } }
    }
    var state = 0
    let effect = reducers.body.reduce(into: &state, action: true)
    if case .merge(let effects) = effect.kind { state = effects.count }
    #expect(state == count)
  }

  /// More members than one value holds. The last may be missing.
  @Test func `what a long body cannot deliver changes nothing`() {
    struct Long {
      var seen: [Int] = []
      var child: Int?
    }
    func member(_ number: Int) -> Reduce<Long, Int> {
      Reduce { state, action in
        state.seen.append(number)
        if action == 0 { state.child = 0 }
        return .none
      }
    }
    let path = CasePath<Int, Int>({ $0 }, extract: { $0 > 0 ? $0 : nil })
    let store = Store(Long()) {
      member(1)
      member(2)
      member(3)
      member(4)
      member(5)
      member(6).ifLet(\.child, path) { Adding() }
    }
    #expect(runtimeIssues { store.send(1) }.count == 1)
    #expect(store.state.seen == [])
    store.send(0)
    store.send(1)
    #expect(store.state.seen == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    #expect(store.state.child == 1)
  }

  @Test func `the state of a child that is always present is read once for an action`() {
    struct Parent {
      let log: Log
      var number = 0
      var child: Int {
        get {
          log.note("read")
          return number
        }
        set { number = newValue }
      }
    }
    let log = Log()
    let store = Store(Parent(log: log)) {
      Reduce<Parent, Int> { _, _ in .none }
      Scope(\.child, .same) { Adding() }
    }
    store.send(1)
    #expect(log.all == ["read"])
    #expect(store.state.number == 1)
  }

  /// In release, the body of a reducer without properties, with at most one child and one closure, is
  /// compiled in place.
  @Test func `a body that holds something is built once in a store, when an action first needs it`()
  {
    let log = Log()
    let reducer = Tree(log: log)
    for number in [0, 3] {
      let store: StoreOf<Tree> = Store(
        Tree.State(children: [.init(children: [.init(children: [.init()])])])
      ) {
        reducer
      }
      #expect(log.all.count == number + 1)
      for _ in 1...10 {
        store.send(.child(.element(id: 0, action: .child(.element(id: 0, action: .grow)))))
      }
      #expect(log.all.count == number + 3)
      #expect(store.state.children[0].children[0].height == 10 && store.state.height == 0)
    }
  }
}

/// A feature that contains itself, and notes when its body is built.
struct Tree: Reducer {
  struct State: Equatable {
    var height = 0
    var children: StackState<State> = []
  }
  indirect enum Action: Sendable, CasePathable {
    case grow
    case child(StackAction<Tree.Action>)
  }
  let log: Log

  var body: some Reducer<State, Action> {
    let _ = log.note("built")
    Reduce { state, action in
      if case .grow = action { state.height += 1 }
      return .none
    }
    .forEach(\.children, .child) { Tree(log: log) }
  }
}

@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct CombineReducersTests {
  private let simulation = Simulation()

  private func store() -> Store<Group.State, Group.Action> {
    simulation.counted(Group.State()) { Group(clock: simulation.clock) }
  }

  @Test func `a child runs before all reducers of the group, and a change is that of the group`() {
    let store = store()
    store.send(.show)
    #expect(store.state.log == ["first", "second, alert 0", "change from -1 to 0"])
    store.send(.alert(true))
    #expect(
      store.state.log.dropFirst(3) == ["first", "second, alert closed", "change from 0 to -1"])
    store.send(.noise)
    #expect(store.state.log.dropFirst(6) == ["first", "second, alert closed"])
    store.send(.row(.element(id: 2, action: .stop)))
    #expect(store.state.log.count == 10)
  }

  @Test func `an action that a child refuses reaches no reducer of the group`() {
    let store = store()
    let issues = runtimeIssues {
      store.send(.alert(true))
      store.send(.row(.element(id: 9, action: .stop)))
    }
    #expect(issues.count == 2)
    #expect(store.state.log.isEmpty)
  }

  @Test func `children inside the group keep their effects, and end with them`() {
    let store = store()
    store.send(.timer(.start))
    store.send(.sheet(.start))
    simulation.advance(by: .seconds(2))
    #expect(store.state.timer.ticks == 2 && store.state.sheet?.ticks == 2)
    store.send(.timer(.stop))
    #expect(store.running.count == 1)
    store.send(.closeSheet)
    #expect(store.running.isEmpty)
  }

  @Test func `groups are combined with others, and may be empty`() {
    let store = Store.counted([Int]()) {
      CombineReducers<[Int], Int, _> {
        CombineReducers {}
        CombineReducers {
          for number in 1...2 {
            Reduce { state, action in
              state.append(number * action)
              return .none
            }
          }
        }
      }
    }
    store.send(5)
    #expect(store.state == [5, 10])
  }
}

/// Two reducers with children for both, and with rows that have a timer each.
struct Group: Reducer {
  struct State {
    var log: [String] = []
    var timer = Timer.State()
    var sheet: Timer.State? = .init()
    var alert: Int?
    var rows: IdentifiedArray<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
  }
  struct Row: Identifiable {
    let id: Int
    var timer = Timer.State()
  }
  enum Action: CasePathable {
    case alert(Bool)
    case row(IdentifiedAction<Group.Row, Timer.Action>)
    case remove(Int)
    case timer(Timer.Action)
    case sheet(Timer.Action)
    case show, noise, closeSheet
  }
  let clock: any Clock<Duration>

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        state.log.append("first")
        if case .show = action { state.alert = 0 }
        if case .closeSheet = action { state.sheet = nil }
        if case .remove(let id) = action { state.rows.remove(id: id) }
        return .none
      }
      Scope(\.timer, .timer) { Timer(clock: clock) }
      EmptyReducer().ifLet(\.sheet, .sheet) { Timer(clock: clock) }
      Reduce { state, action in
        state.log.append("second, alert \(state.alert.map(String.init) ?? "closed")")
        return .none
      }
    }
    .ifLet(\.alert, .alert) { DismissOnAction() }
    .forEach(\.rows, .row) { Scope(\.timer, .same) { Timer(clock: clock) } }
    .onChange(of: \.alert) { old, new in
      Reduce { state, _ in
        state.log.append("change from \(old ?? -1) to \(new ?? -1)")
        return .none
      }
    }
  }
}
