import Cairn
import CairnSimulation
import Observation
import Synchronization
import Testing

/// Code of users that uses the store while the store is in use: each test crashed, or lost an action.
@Suite(.timeLimit(.minutes(10))) struct StoreSafetyTests {
  @MainActor @Test(arguments: [Deed.cancel, .send])
  func `a throttled effect that is replaced may use the store in a deinit`(deed: Deed) {
    let simulation = Simulation()
    var holder: Store<[Int], Int>?
    let store = simulation.store([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action < 10 else { return .none }
        let token = DeinitToken { deed.perform(on: holder) }
        return .run { _ in withExtendedLifetime(token) {} }
          .throttled(id: "id", for: .seconds(1), on: simulation.clock, latest: true)
      }
    }
    holder = store
    for action in 0..<3 { store.send(action) }
    simulation.advance(by: .seconds(5))
    holder = nil
    let sent = store.state.filter { $0 == 99 }.count
    #expect(deed == .cancel ? sent == 0 : sent >= 1)
    #expect(store.state.filter { $0 < 10 } == [0, 1, 2])
  }

  @Test func `a reply may be followed by a stage whose capture uses the store in a deinit`() {
    let simulation = Simulation()
    var holder: Store<[Int], Int>?
    let store = simulation.store([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        let token = DeinitToken { holder?.send(99) }
        return .concatenate(
          .run { send in await send(1) },
          .run { [token] _ in withExtendedLifetime(token) {} }
            .throttled(id: "id", for: .seconds(1), on: simulation.clock, latest: true),
          .run { send in await send(2) })
      }
    }
    holder = store
    for _ in 0..<3 { store.send(0) }
    simulation.advance(by: .seconds(5))
    holder = nil
    #expect(store.state.filter { $0 == 99 }.count == 3)
    #expect(store.state.filter { $0 == 2 }.count == 3)
  }

  @Test func `the id of a cancellation by an effect may use the store in a deinit`() {
    struct ID: Hashable, Sendable {
      let token: DeinitToken
      static func == (left: Self, right: Self) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }
    /// Lets the effect give the only reference away.
    final class Box: Sendable {
      private let id: Mutex<ID?>
      init(_ id: ID) { self.id = Mutex(id) }
      func take() -> ID? { id.withLock { $0.take() } }
    }
    let simulation = Simulation()
    var holder: Store<[Int], Int>?
    let store = simulation.store([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        let box = Box(ID(token: DeinitToken { holder?.send(99) }))
        return .merge(
          .run { [clock = simulation.clock] _ in try await clock.sleep(for: .seconds(1)) }
            .cancellable(id: ID(token: DeinitToken { holder?.send(98) })),
          .run { send in
            if let id = box.take() { await send.cancel(id: id) }
            await send(1)
          })
      }
    }
    holder = store
    for _ in 0..<3 {
      store.send(0)
      simulation.drain()
      #expect(store.running.isEmpty)
    }
    holder = nil
    for number in [1, 98, 99] {
      #expect(store.state.filter { $0 == number }.count == 3)
    }
  }

  @Test(arguments: [Deed.cancel, .send])
  func `a child that an effect dismisses may use the store in a deinit`(deed: Deed) {
    struct Child { let token: DeinitToken }
    struct Parent {
      var child: Child?
      var actions: [Int] = []
    }
    let simulation = Simulation()
    var holder: Store<Parent, Int>?
    let store = simulation.store(Parent()) {
      Reduce<Parent, Int> { state, action in
        state.actions.append(action)
        if action == 0 { state.child = Child(token: DeinitToken { deed.perform(on: holder) }) }
        return .none
      }
      .ifLet(\.child, CasePath<Int, Int>({ $0 }, extract: { $0 < 9 && $0 > 0 ? $0 : nil })) {
        Reduce<Child, Int> { _, action in
          switch action {
          case 1: .run { await $0.dismiss() }
          case 2: .concatenate(.send(3), .dismiss)
          default: .none
          }
        }
      }
    }
    holder = store
    for action in [0, 1, 0, 2] { store.send(action) }
    simulation.drain()
    #expect(store.state.child == nil)
    holder = nil
    #expect(store.state.actions.filter { $0 == 99 }.count == (deed == .send ? 2 : 0))
  }

  @Test func `a getter that sends while the state is read loses no action`() {
    let nest = Nest()
    let store = Store(Sending(nest: nest)) {
      Reduce<Sending, Int> { state, action in
        state.log.append(action)
        return .none
      }
    }
    nest.send = { [unowned store] in store.send(7) }
    #expect(store.noisy == 0)
    #expect(store.state.log == [7])
    store.send(1)
    #expect(store.state.log == [7, 1])
  }

  @Test func `an observer of events that a reducer adds sees the action and those that follow`() {
    var install: (() -> Void)?
    let store = Store(0) {
      Reduce<Int, Int> { state, action in
        state += action
        if action == 1 { install?() }
        return .none
      }
    }
    var seen: [Int] = []
    var observation: StoreObservation?
    install = { [unowned store] in
      observation = store.observe { seen.append($0.step?.action ?? 0) }
    }
    for action in [5, 1, 2, 3] { store.send(action) }
    observation?.cancel()
    #expect(seen == [1, 2, 3])
  }

  @Test func `an observer that a getter registers is notified`() {
    let nest = Nest()
    let store = Store(Sending(nest: nest)) {
      Reduce<Sending, Int> { state, action in
        state.log.append(action)
        return .none
      }
    }
    let changes = ChangeCount()
    nest.send = { [unowned store] in
      withObservationTracking {
        _ = store.log
      } onChange: {
        changes.number += 1
      }
    }
    _ = store.isSteady
    store.send(1)
    #expect(changes.number == 1)
  }

  @Test func `a cancellation within a reduction is deferred to its end`() {
    let simulation = Simulation()
    var cancel: (() -> Void)?
    let store = simulation.store([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        if action == 1 { cancel?() }
        return action < 2 ? .merge(.send(2), .run { send in await send(3) }) : .none
      }
    }
    cancel = { [unowned store] in store.cancel() }
    store.send(0)
    store.send(1)
    simulation.drain()
    #expect(store.state == [0, 2, 1])
    #expect(store.isIdle)
  }

  @Test func `an action that a reducer sends without returning an effect is reduced`() {
    var again: (() -> Void)?
    let store = Store([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        if action == 1 { again?() }
        return .none
      }
    }
    again = { [unowned store] in store.send(2) }
    store.send(1)
    #expect(store.state == [1, 2])
  }

  @Test func `an action that a getter sends is not reduced within the getter`() {
    let nest = Nest()
    let store = Store(Sending(nest: nest)) {
      Reduce<Sending, Int> { state, action in
        state.log.append(action)
        nest.reducedCount += 1
        return .none
      }
    }
    nest.send = { [unowned store] in store.send(7) }
    #expect(store.isSteady)
    #expect(store.state.log == [7])
  }

  @Test(arguments: ["mailbox", "queue", "cancelled"])
  func `an effect whose reply is dropped ends`(place: String) {
    let simulation = Simulation()
    let log = Log()
    var store: Store<Int, Int>? = Store(nonisolated: 0, executor: simulation.executor) {
      Reduce<Int, Int> { _, _ in
        .run { send in
          await send(1)
          log.note("ended")
        }
      }
    }
    store?.send(0)
    simulation.drain()
    if place != "mailbox" { #expect(store?.collect() == true) }
    if place == "cancelled" { store?.cancel() } else { store = nil }
    simulation.drain()
    #expect(log.all == ["ended"])
  }

  @Test func `reading the state within a reduction stops the program with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      useWithinReduction { _ = $0.state }
    }
    #expect(message(of: result).contains("was read while its reducer was changing it."))
    #expect(message(of: result).contains("Suggestion: use the `state` that the reducer was given."))
  }

  @Test func `stepping a store within its reduction stops the program with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      useWithinReduction { $0.step() }
    }
    #expect(message(of: result).contains("was stepped or restored while its reducer ran"))
    #expect(message(of: result).contains("Suggestion: return an effect that sends an action."))
  }

  @Test func `restoring a store within its reduction stops the program with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      useWithinReduction { $0.restore(0) }
    }
    #expect(message(of: result).contains("was stepped or restored while its reducer ran"))
  }

  enum Deed {
    case cancel, send

    func perform<State>(on store: Store<State, Int>?) {
      switch self {
      case .cancel: store?.cancel()
      case .send: store?.send(99)
      }
    }
  }
}

private func useWithinReduction(_ use: @escaping (Store<Int, Int>) -> Void) {
  var holder: Store<Int, Int>?
  let store = Store(0) {
    Reduce<Int, Int> { state, _ in
      state += 1
      if let holder { use(holder) }
      return .none
    }
  }
  holder = store
  store.send(1)
}

private func message(of result: ExitTest.Result?) -> String {
  result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
}

private final class Nest {
  var send: () -> Void = {}
  var reducedCount = 0
}

private struct Sending {
  let nest: Nest
  var log: [Int] = []

  var noisy: Int {
    let count = log.count
    if log.isEmpty { nest.send() }
    return count
  }

  /// Sends; whether no action was reduced meanwhile.
  var isSteady: Bool {
    let count = nest.reducedCount
    nest.send()
    return nest.reducedCount == count
  }
}

private final class ChangeCount: @unchecked Sendable {
  var number = 0
}
