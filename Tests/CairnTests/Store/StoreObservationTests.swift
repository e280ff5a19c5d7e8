import Cairn
import CairnSimulation
import Observation
import TestSupport
import Testing

/// Observers of the events of a store, and their observations.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct StoreObservationTests {
  private let simulation = Simulation()
  private let log = Log()

  /// Lists its actions; 1 is followed by 2, and 5 starts an effect that sends 6.
  private func makeStore() -> Store<[Int], Int> {
    simulation.listing { (action: Int) in
      switch action {
      case 1: .send(2)
      case 5: .run { send in await send(6) }
      default: .none
      }
    }
  }

  private func note(_ name: String) -> (StoreEvent<Int>) -> Void {
    { [log] event in
      switch event {
      case .step(let step): log.note("\(name) \(step.action)")
      case .finished(let effect, _): log.note("\(name) end \(effect.number)")
      case .cancelled(let changes): log.note("\(name) cancelled \(changes.cancelled)")
      }
    }
  }

  @Test func `observers receive every event, in order, in the order in which they were added`() {
    let store = makeStore()
    let observations = ["a", "b"].map { store.observe(note($0)) }
    store.send(1)
    store.send(5)
    simulation.drain()
    store.send(5)
    store.cancel()
    for observation in observations { observation.cancel() }
    store.send(3)
    #expect(
      log.all == [
        "a 1", "b 1", "a 2", "b 2", "a 5", "b 5", "a 6", "b 6", "a end 1", "b end 1", "a 5", "b 5",
        "a cancelled [2]", "b cancelled [2]",
      ])
  }

  @Test func `an observation ends when it is released, and the store is idle again`() {
    let store = makeStore()
    var observation: StoreObservation? = store.observe(note("a"))
    #expect(!store.isAtRest)
    store.send(3)
    observation = nil
    store.send(4)
    #expect(log.all == ["a 3"])
    #expect(observation == nil && store.isAtRest)
  }

  @MainActor private final class Owner {
    private let observation: StoreObservation

    init(_ observation: StoreObservation) { self.observation = observation }
  }

  @Test @MainActor func `an observation is released with its owner, on another thread`() async {
    let store = Store.counted(0) {
      Reduce { (count: inout Int, number: Int) -> Effect<Int> in
        count += number
        return .none
      }
    }
    var steps = 0
    let observation = store.observe { _ in steps += 1 }
    for _ in 0..<500 {
      let released = (0..<4).map { _ in
        Task.detached { [owner = Owner(store.observe { _ in })] in _ = owner }
      }
      store.send(1)
      for task in released { await task.value }
    }
    observation.cancel()
    store.send(1)
    #expect(steps == 500)
    #expect(store.isAtRest)
  }

  @Test func `an observer cancels itself inside its closure`() {
    let store = makeStore()
    var observation: StoreObservation?
    observation = store.observe { [log] event in
      observation?.cancel()
      log.note("own \(event.step?.action ?? 0)")
    }
    let other = store.observe(note("b"))
    store.send(1)
    other.cancel()
    #expect(log.all == ["own 1", "b 1", "b 2"])
    observation = nil
  }

  @Test func `an observer that is added inside a closure receives the next event`() {
    let store = makeStore()
    var added: [StoreObservation] = []
    let first = store.observe { [unowned store] event in
      if event.step?.action == 1 { added.append(store.observe(note("new"))) }
    }
    let last = store.observe(note("last"))
    store.send(1)
    for observation in added + [first, last] { observation.cancel() }
    #expect(log.all == ["last 1", "last 2", "new 2"])
  }

  @Test func `an observation that another observer releases receives nothing more`() {
    let store = makeStore()
    var later: StoreObservation?
    var earlier: StoreObservation? = store.observe(note("earlier"))
    let releasing = store.observe { _ in (earlier, later) = (nil, nil) }
    later = store.observe(note("later"))
    store.send(1)
    releasing.cancel()
    #expect(log.all == ["earlier 1"])
    #expect(earlier == nil && later == nil)
  }

  @Test func `an observer sends, and the others receive the present event before`() {
    let store = makeStore()
    let sending = store.observe { [unowned store, log] event in
      guard event.step?.action == 1 else { return }
      store.send(3)
      log.note("a \(store.state)")
    }
    let other = store.observe(note("b"))
    store.send(1)
    sending.cancel()
    other.cancel()
    #expect(log.all == ["a [1]", "b 1", "b 2", "b 3"])
    #expect(store.state == [1, 2, 3])
  }

  @Test func `an observer that releases its store ends with it, and its observation outlives both`()
  {
    var store: Store<[Int], Int>? = makeStore()
    var token: DeinitToken? = DeinitToken { log.note("destroyed") }
    let observation = store?.observe { [token] _ in
      withExtendedLifetime(token) {}
      store = nil
    }
    token = nil
    store?.send(1)
    #expect(store == nil && token == nil)
    #expect(log.all == ["destroyed"])
    observation?.cancel()
  }
}

/// `Store.states`: in each isolation, for slow readers, and their ends.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct StatesTests {
  /// Adds; a negative number asks an effect to add its opposite.
  fileprivate static func makeStore(
    isolation: isolated (any Actor)? = #isolation
  ) -> Store<Int, Int> {
    Store.counted(0) {
      Reduce<Int, Int> { state, action in
        guard action < 0 else {
          state += action
          return .none
        }
        return .run { send in await send(-action) }
      }
    }
  }

  @Test func `it begins with the current state, and each reader gets the newest at its own pace`()
    async
  {
    let store = Self.makeStore()
    var quick = store.states.makeAsyncIterator()
    var slow = store.states.makeAsyncIterator()
    store.send(1)
    var seen: [Int?] = [await slow.next()]
    for _ in 1...3 {
      store.send(1)
      seen.append(await quick.next())
    }
    seen.append(await slow.next())
    #expect(seen == [1, 2, 3, 4, 4])
  }

  /// A reader of a store on no isolation would wait for ever if it asked for its own.
  @MainActor @Test func `a reader of any store gets what an effect brings about`() async {
    #expect(await Self.makeStore().stateAfterEffect() == 5)
    #expect(await Self.makeStore(isolation: nil).stateAfterEffect() == 5)
    #expect(await Reading().last() == 5)
    #expect(await readOnNoIsolation() == 5)
  }

  @concurrent private func readOnNoIsolation() async -> Int {
    await Self.makeStore(isolation: nil).stateAfterEffect()
  }

  @MainActor
  @Test func `it ends with its store, which it does not keep alive`() async {
    var store: Store<Int, Int>? = Self.makeStore()
    weak let ended = store
    let states = store?.states
    let reader = Task {
      var seen: [Int] = []
      if let states { for await state in states { seen.append(state) } }
      return seen
    }
    await Task.yield()
    store = nil
    #expect(ended == nil)
    #expect([[], [0]].contains(await reader.value))
  }

  @MainActor
  @Test func `it ends with the task that reads it, and another reader goes on`() async {
    let store = Self.makeStore()
    var other = store.states.makeAsyncIterator()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let reader = Task {
      for await _ in store.states { begin.finish() }
    }
    for await _ in begun {}
    #expect(store.readerCount == 2)
    reader.cancel()
    await reader.value
    store.send(1)
    #expect(store.readerCount == 1)
    #expect(await other.next(isolation: #isolation) == 1)
  }

  @MainActor @Test func `readers that have ended leave without an action`() async {
    #expect(await Self.makeStore().readersLeft() <= 32)
    #expect(await Self.makeStore(isolation: nil).readersLeft() <= 32)
  }

  @Test func `a reader of a store made on no isolation can be cancelled while it waits`() async {
    let reader = Task {
      let store = Self.makeStore(isolation: nil)
      var count = 0
      for await _ in store.states {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      store.send(1)
      return (count, store.readerCount)
    }
    #expect(await reader.value == (1, 0))
  }

  @Test func `a reader holds no state while it waits`() async {
    let store = Store.counted(Table()) { Changing() }
    var states = store.states.makeAsyncIterator()
    let before = address(store.state.rows)
    for _ in 1...3 {
      #expect(await states.next()?.title == "")
      store.change { $0.rows[0] += 1 }
      #expect(address(store.state.rows) == before)
    }
  }
}

extension Store<Int, Int> {
  /// The state in which it is five, brought about by an effect.
  fileprivate func stateAfterEffect(isolation: isolated (any Actor)? = #isolation) async -> Int {
    send(-5)
    for await state in states where state == 5 { return state }
    return state
  }

  /// The number of readers after a thousand that have ended.
  fileprivate func readersLeft(isolation: isolated (any Actor)? = #isolation) async -> Int {
    for _ in 0..<1_000 {
      for await _ in states { break }
    }
    return readerCount
  }
}

private actor Reading {
  func last() async -> Int { await StatesTests.makeStore().stateAfterEffect() }
}

/// When observers are called, and what they may do.
@MainActor
@Suite(.leavesNothing, .timeLimit(.minutes(10))) final class ObserverOrderTests {
  private let log = Log()

  /// Adds; 10 is followed by 1 and -1.
  private let store = Store.counted(0) {
    Reduce<Int, Int> { state, action in
      state += action
      return action == 10 ? .merge(.send(1), .send(-1)) : .none
    }
  }

  @Test func `an observer of a value sees the new state, after the observers of events`() {
    let observation = store.observe { [log] event in
      event.step.map { log.note("inspected \($0.action)") }
    }
    defer { observation.cancel() }
    withObservationTracking {
      _ = store[\.self]
    } onChange: { [self] in
      MainActor.assumeIsolated { log.note("changed to \(store.state)") }
    }
    store.send(5)
    #expect(log.all == ["inspected 5", "changed to 5"])
  }

  @Test func `an observer that tracks again sees every step`() {
    follow { [log] in log.note("\($0)") }
    store.send(10)
    #expect(log.all == ["10", "11", "10"])
  }

  @Test func `what an observer sends goes behind what waits`() {
    let observation = store.observe { [log] event in event.step.map { log.note("\($0.action)") } }
    defer { observation.cancel() }
    follow { [unowned self] state in
      if state == 10 { store.send(100) }
    }
    store.send(10)
    #expect(log.all == ["10", "1", "-1", "100", "100"])
    #expect(store.state == 210)
  }

  @Test func `what an observer sends waits for whoever drives the store by hand`() {
    follow { [unowned self] state in
      log.note("changed to \(state)")
      if state < 3 { store.send(1) }
    }
    store.stepHandler = { _ in }
    store.send(1)
    store.step()
    #expect(log.all == ["changed to 1"])
    #expect(store.queueEntries.map(\.action) == [1])
    store.step()
    #expect(log.all == ["changed to 1", "changed to 2"])
  }

  @Test func `what an observer sends when another state is put in place is reduced`() {
    follow { [unowned self] state in
      if state == 5 { store.send(1) }
    }
    store.restore(5)
    #expect(store.state == 6)
  }

  @Test func `an observer that sends without end does not grow the stack`() {
    follow { [unowned self] state in
      if state < 10_000 { store.send(1) }
    }
    store.send(1)
    #expect(store.state == 10_000)
  }

  private func follow(_ changed: @escaping @MainActor (Int) -> Void) {
    withObservationTracking {
      _ = store[\.self]
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.follow(changed)
        changed(self.store.state)
      }
    }
  }
}
