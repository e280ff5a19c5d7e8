import Cairn
import CairnSimulation
import Testing

/// A child whose state is `Identifiable` is another child when its id is another.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct ReplacedChildTests {
  private let simulation = Simulation()

  /// Loads a text after a second. The id of the item may be changed by the item itself.
  private struct Item<State: TextState>: Reducer {
    enum Action: Sendable, Equatable {
      case load
      case loaded(String)
      case next
    }

    let clock: any Clock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load:
        return load(state.id)
      case .loaded(let text):
        state.text = text
        return .none
      case .next:
        state.id += 1
        return load(state.id)
      }
    }

    private func load(_ id: Int) -> Effect<Action> {
      .run(name: "load") { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded("text \(id)"))
      }
    }
  }

  fileprivate struct Plain: TextState {
    var id: Int
    var text = ""
  }

  fileprivate struct Named: TextState, Identifiable {
    var id: Int
    var text = ""
  }

  private struct Detail<Child: TextState> {
    var item: Child?
  }

  private enum Action<Child: TextState>: Sendable {
    case item(Item<Child>.Action)
    case show(Int?)
  }

  @Test func `an optional with another id ends the effects of its predecessor`() {
    let item = CasePath<Action<Named>, Item<Named>.Action>(Action.item) {
      if case .item(let action) = $0 { action } else { nil }
    }
    let store = simulation.counted(Detail<Named>(item: Named(id: 1))) { [simulation] in
      Reduce<Detail<Named>, Action<Named>> { state, action in
        if case .show(let id) = action { state.item = id.map { Named(id: $0) } }
        return .none
      }
      .ifLet(\.item, item) { Item<Named>(clock: simulation.clock) }
    }
    store.send(.item(.load))
    store.send(.show(1))
    #expect(store.running.count == 1)
    store.send(.show(2))
    #expect(store.running.isEmpty)
    simulation.advance(by: .seconds(2))
    #expect(store.state.item == Named(id: 2))

    // An item that gives itself another id keeps the effect of that reduction alone.
    store.send(.item(.load))
    store.send(.item(.next))
    #expect(store.running.count == 1)
    simulation.advance(by: .seconds(2))
    #expect(store.state.item == Named(id: 3, text: "text 3"))
  }

  @Test func `an optional without an id keeps the effects of its predecessor`() {
    let item = CasePath<Action<Plain>, Item<Plain>.Action>(Action.item) {
      if case .item(let action) = $0 { action } else { nil }
    }
    let store = simulation.counted(Detail<Plain>(item: Plain(id: 1))) { [simulation] in
      Reduce<Detail<Plain>, Action<Plain>> { state, action in
        if case .show(let id) = action { state.item = id.map { Plain(id: $0) } }
        return .none
      }
      .ifLet(\.item, item) { Item<Plain>(clock: simulation.clock) }
    }
    store.send(.item(.load))
    store.send(.show(2))
    simulation.advance(by: .seconds(2))
    #expect(store.state.item == Plain(id: 2, text: "text 1"))
  }

  private enum Mode {
    case item(Named)
    case none
  }

  @Test(arguments: [true, false])
  func `a payload with another id ends the effects of its predecessor`(isScope: Bool) {
    let action = CasePath<Action<Named>, Item<Named>.Action>(Action.item) {
      if case .item(let action) = $0 { action } else { nil }
    }
    let state = CasePath<Mode, Named>(Mode.item) {
      if case .item(let item) = $0 { item } else { nil }
    }
    let show = Reduce<Mode, Action<Named>> { state, action in
      if case .show(let id) = action { state = id.map { .item(Named(id: $0)) } ?? .none }
      return .none
    }
    let store = simulation.counted(Mode.item(Named(id: 1))) { [simulation] in
      if isScope {
        Scope(state, action) { Item<Named>(clock: simulation.clock) }
        show
      } else {
        show.ifCaseLet(state, action) { Item<Named>(clock: simulation.clock) }
      }
    }
    store.send(.item(.load))
    store.send(.show(1))
    #expect(store.running.count == 1)
    store.send(.show(2))
    #expect(store.running.isEmpty)
    store.send(.item(.load))
    store.send(.show(nil))
    #expect(store.running.isEmpty)
  }
}

private protocol TextState: Equatable, Sendable {
  var id: Int { get set }
  var text: String { get set }
}
