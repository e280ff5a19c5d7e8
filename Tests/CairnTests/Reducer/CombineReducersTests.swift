import Cairn
import CairnSimulation
import Testing

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
    store.send(.row(.element(id: 2, action: "")))
    #expect(store.state.log.count == 10)
  }

  @Test func `an action that a child refuses reaches no reducer of the group`() {
    let store = store()
    let issues = runtimeIssues {
      store.send(.alert(true))
      store.send(.row(.element(id: 3, action: "")))
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

/// Two reducers with children for both.
struct Group: Reducer {
  struct State {
    var log: [String] = []
    var timer = Timer.State()
    var sheet: Timer.State? = .init()
    var alert: Int?
    var rows: IdentifiedArray<Row> = [Row(id: 1), Row(id: 2)]
  }
  struct Row: Identifiable { let id: Int }
  enum Action: CasePathable {
    case alert(Bool)
    case row(IdentifiedAction<Group.Row, String>)
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
    .forEach(\.rows, .row) { Reduce<Row, String> { _, action in .none } }
    .onChange(of: \.alert) { old, new in
      Reduce { state, _ in
        state.log.append("change from \(old ?? -1) to \(new ?? -1)")
        return .none
      }
    }
  }
}
