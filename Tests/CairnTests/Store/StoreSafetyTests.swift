import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Code of users that uses the store while the store is in use: each test crashed, or lost an action.
@Suite(.timeLimit(.minutes(10))) struct StoreSafetyTests {
  private let simulation = Simulation()
  private let holder = Holder<[Int], Int>()

  /// A store of the simulation that lists its actions, in the holder.
  private func hold(_ effect: @escaping (Int) -> Effect<Int>) -> Store<[Int], Int> {
    let store = simulation.store([Int]()) { Listing(effect: effect) }
    holder.store = store
    return store
  }

  private func token(sending action: Int) -> DeinitToken {
    DeinitToken { [holder] in holder.store?.send(action) }
  }

  @Test func `a reply may be followed by a stage whose capture uses the store in a deinit`() {
    let store = hold { [clock = simulation.clock] action in
      guard action == 0 else { return .none }
      let token = token(sending: 99)
      return .concatenate(
        .run { send in await send(1) },
        .run { [token] _ in withExtendedLifetime(token) {} }
          .throttled(id: "id", for: .seconds(1), on: clock, latest: true),
        .run { send in await send(2) })
    }
    for _ in 0..<3 { store.send(0) }
    simulation.advance(by: .seconds(5))
    holder.store = nil
    for number in [2, 99] { #expect(store.state.filter { $0 == number }.count == 3) }
  }

  @Test func `the id of a cancellation by an effect may use the store in a deinit`() {
    struct ID: Hashable, Sendable {
      let token: DeinitToken
      static func == (left: Self, right: Self) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }
    let store = hold { [clock = simulation.clock] action in
      guard action == 0 else { return .none }
      // The effect gives the only reference away.
      let box = Guarded<ID?>(ID(token: token(sending: 99)))
      return .merge(
        .run { _ in try await clock.sleep(for: .seconds(1)) }
          .cancellable(id: ID(token: token(sending: 98))),
        .run { send in
          if let id = box.withLock({ $0.take() }) { await send.cancel(id: id) }
          await send(1)
        })
    }
    for _ in 0..<3 {
      store.send(0)
      simulation.drain()
      #expect(store.running.isEmpty)
    }
    holder.store = nil
    for number in [1, 98, 99] { #expect(store.state.filter { $0 == number }.count == 3) }
  }

  @Test(arguments: [false, true])
  func `a child that an effect dismisses may use the store in a deinit`(sends: Bool) {
    struct Child { let token: DeinitToken }
    struct Parent {
      var child: Child?
      var actions: [Int] = []
    }
    let holder = Holder<Parent, Int>()
    let store = simulation.store(Parent()) {
      Reduce<Parent, Int> { state, action in
        state.actions.append(action)
        if action == 0 {
          state.child = Child(
            token: DeinitToken {
              if sends { holder.store?.send(99) }
              if !sends { holder.store?.cancel() }
            })
        }
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
    holder.store = store
    for action in [0, 1, 0, 2] { store.send(action) }
    simulation.drain()
    #expect(store.state.child == nil)
    holder.store = nil
    #expect(store.state.actions.filter { $0 == 99 }.count == (sends ? 2 : 0))
  }

  @Test func `an observer of events that a reducer adds sees the action and those that follow`() {
    var seen: [Int] = []
    let store = hold { [holder] action in
      if action == 1 {
        holder.observation = holder.store?.observe { seen.append($0.step?.action ?? 0) }
      }
      return .none
    }
    for action in [5, 1, 2, 3] { store.send(action) }
    (holder.observation, holder.store) = (nil, nil)
    #expect(seen == [1, 2, 3])
  }

  @Test(arguments: ["mailbox", "queue", "cancelled"])
  func `an effect whose reply is dropped ends`(place: String) {
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

  @Test(arguments: [
    (
      "read", "was read while its reducer was changing it.",
      "use the `state` that the reducer was given."
    ),
    (
      "step", "was stepped or restored while its reducer ran",
      "return an effect that sends an action."
    ),
    ("restore", "was stepped or restored while its reducer ran", ""),
  ])
  func `a wrong use of a store within its reduction stops the program with a message`(
    use: String, problem: String, suggestion: String
  ) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [use = use as String] in
      let holder = Holder<[Int], Int>()
      holder.store = Store([]) {
        Listing { _ in
          switch use {
          case "read": _ = holder.store?.state
          case "step": holder.store?.step()
          default: holder.store?.restore([])
          }
          return .none
        }
      }
      holder.store?.send(1)
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains(problem) && message.contains("Suggestion: \(suggestion)"))
  }
}
