import Cairn
import CairnSimulation
import Observation
import Synchronization
import Testing

/// Values of users that use the store in their `deinit`, in every place that can hold one, against a
/// model of the rules: one queue, and deferred messages behind the follow-ups of the current action.
@Suite(.timeLimit(.minutes(10))) struct StoreSafetyPropertyTests {
  @Test func `values that use the store in their deinit break no rule`() throws {
    try expect(
      Property<Use>(longest: 12, { .random(&$0) }) { operations throws(Violation) in
        let census = Census()
        do {
          let world = World(census)
          RuntimeIssue.$reporter.withValue(.init { _ in }) {
            for operation in operations { world.perform(operation) }
            world.end()
          }
          if let violation = world.violation { throw Violation(violation) }
        }
        try require(census.number, 0, "the tokens alive after the end are")
      })
  }
}

/// The place that holds a token.
private enum Place: CaseIterable {
  case action, state, run, merged, mapped, background, cancellable, id, laterStage, debounced
  case throttled, throttledLatest, error, caughtError, element, continuation, followUp
  case inspector, observer
}

/// What a token does in its `deinit`.
private enum Habit: CaseIterable {
  case nothing, send, sendFollowed, cancel, read, inspect, stopInspecting, observe, release
  case sendElsewhere
}

private enum Use {
  case send(Place, Habit, followUps: Int)
  case cancel, drain, advance
  case replaceInspector(Habit)
  case observe(Habit)

  static func random(_ random: inout SeededGenerator) -> Use {
    let habits = Habit.allCases
    let places = Place.allCases
    switch random.pick(10) {
    case 0: return .cancel
    case 1: return .drain
    case 2: return .advance
    case 3: return .replaceInspector(habits[random.pick(habits.count)])
    case 4: return .observe(habits[random.pick(habits.count)])
    default:
      return .send(
        places[random.pick(places.count)], habits[random.pick(habits.count)],
        followUps: random.pick(4) / 2)
    }
  }
}

/// Everything happens on one thread: that of the test, which drives the simulation.
private final class Token: @unchecked Sendable {
  private let habit: Habit
  private let world: World

  init(_ habit: Habit, _ world: World) {
    self.habit = habit
    self.world = world
    world.census.add(1)
  }

  deinit {
    world.act(habit)
    world.census.add(-1)
  }
}

private struct TokenID: Hashable, Sendable {
  let number: Int
  let token: Token

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct TokenError: Error {
  let token: Token
}

private struct Act: Sendable {
  var number: Int
  var place: Place?
  var token: Token?
  var followUps = 0
  /// The habit of a token that a follow-up holds.
  var followUpHabit: Habit?
  /// The action whose effect sent it.
  var effect: Int?
}

private struct Feature: Reducer {
  struct State {
    var first = 0
    var second = 0
    var token: Token?
  }

  let world: World

  func reduce(into state: inout State, action: Act) -> Effect<Act> {
    world.willReduce(action)
    defer { world.didReduce() }
    state.first += 1
    if action.place == .state { state.token = action.token }
    let effect = effect(of: action)
    state.second += 1
    if let habit = action.followUpHabit {
      // Only the follow-up holds the token.
      return .send(world.followUp(Token(habit, world)))
    }
    let followUps = (0..<action.followUps).map { _ in Effect.send(world.followUp()) }
    // A chain of single follow-ups is reduced without the queue.
    if followUps.count == 1, effect.isNone { return followUps[0] }
    return .merge(followUps + [effect])
  }

  private func effect(of action: Act) -> Effect<Act> {
    guard let place = action.place, let token = action.token else { return .none }
    let clock = world.simulation.clock
    let reply = Act(number: world.makeNumber(), effect: action.number)
    let run = Effect.run(name: "run") { [token] send in
      await send(reply)
      try await clock.sleep(for: .seconds(1))
      await send(reply)
      withExtendedLifetime(token) {}
    }
    switch place {
    case .action, .state, .inspector, .observer, .followUp: return .none
    case .run: return run
    case .merged: return .merge(.run { _ in }, run)
    case .mapped: return run.map { $0 }
    case .background: return run.background
    case .cancellable: return run.cancellable(id: "id", cancelInFlight: true)
    case .id:
      return .run { send in await send(reply) }
        .cancellable(
          id: TokenID(number: action.number % 2, token: token),
          cancelInFlight: action.number % 3 == 0)
    case .laterStage:
      return .concatenate(
        .run {
          try await clock.sleep(for: .seconds(1))
          await $0(reply)
        }, run)
    case .debounced: return run.debounced(id: "pause", for: .seconds(1), on: clock)
    case .throttled: return run.throttled(id: "first", for: .seconds(3), on: clock, latest: false)
    case .throttledLatest:
      return run.throttled(id: "latest", for: .seconds(3), on: clock, latest: true)
    case .error: return .run { _ in throw TokenError(token: token) }
    case .caughtError:
      return .run { _ in
        throw TokenError(token: token)
      } catch: { error, send in
        await send(reply)
        withExtendedLifetime(error) {}
      }
    case .continuation:
      return .run { send in
        let result = await withCheckedContinuation { $0.resume(returning: token) }
        await send(reply)
        withExtendedLifetime(result) {}
      }
    case .element:
      let (stream, continuation) = AsyncStream.makeStream(of: Token.self)
      continuation.yield(token)
      continuation.finish()
      return .stream(of: stream) { _ in reply }
    }
  }
}

/// A store, its user, and the model.
private final class World: @unchecked Sendable {
  let simulation = Simulation()
  let census: Census
  private(set) var violation: String?
  private var store: Store<Feature.State, Act>?
  private var other: Store<Int, Int>?

  private enum Message {
    case send(Int)
    case cancel
  }

  // The model.
  private var queue: [(number: Int, isFollowUp: Bool)] = []
  private var followUps: [Int] = []
  private var deferred: [Message] = []
  private var started: [Int] = []
  private var cancelled: Set<Int> = []
  private var isReducing = false
  private var wasReleased = false
  private var last: (number: Int, wasInspected: Bool)?
  private var isInspecting = false
  private var inspectorChanged = false
  private var inspected: Int?
  private var lastNumber = 0

  init(_ census: Census) {
    self.census = census
    store = simulation.store(Feature.State()) { Feature(world: self) }
    other = simulation.store(0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
  }

  func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func followUp(_ token: Token? = nil) -> Act {
    let number = makeNumber()
    followUps.append(number)
    return Act(number: number, token: token, followUps: token == nil ? 0 : 1)
  }

  func perform(_ operation: Use) {
    switch operation {
    case .send(.followUp, let habit, _):
      send(Act(number: makeNumber(), followUpHabit: habit))
    case .send(let place, let habit, let followUps):
      // A reducer that replaces a value destroys it while the state changes.
      let reads = place == .state && (habit == .read || habit == .observe)
      send(
        Act(
          number: makeNumber(), place: place, token: Token(reads ? .send : habit, self),
          followUps: followUps))
    case .cancel: cancel()
    case .drain: simulation.drain()
    case .advance: simulation.advance(by: .seconds(1))
    case .replaceInspector(let habit): inspect(Token(habit, self))
    case .observe(let habit): observe(Token(habit, self))
    }
    checkReading()
  }

  func end() {
    simulation.advance(by: .seconds(20))
    absorb()
    checkInspection()
    if !wasReleased, !queue.isEmpty { fail("lost: \(queue.map(\.number))") }
    if let store, store.running.contains(where: { !$0.isBackground }) { fail("effects are left") }
    release()
    other = nil
    simulation.advance(by: .seconds(20))
  }

  func act(_ habit: Habit) {
    switch habit {
    case .nothing: break
    case .send: send(Act(number: makeNumber()))
    case .sendFollowed: send(Act(number: makeNumber(), followUps: 2))
    case .cancel: cancel()
    case .read: checkReading()
    case .inspect: inspect(nil)
    case .stopInspecting:
      guard let store else { return }
      (isInspecting, inspectorChanged) = (false, true)
      store.inspector = nil
    case .observe: observe(nil)
    case .release: release()
    case .sendElsewhere: other?.send(1)
    }
  }

  private func send(_ action: Act) {
    guard let store else { return }
    deferred.append(.send(action.number))
    store.send(action)
  }

  private func cancel() {
    guard let store else { return }
    deferred.append(.cancel)
    store.cancel()
  }

  private func inspect(_ token: Token?) {
    guard let store else { return }
    (isInspecting, inspectorChanged) = (true, true)
    store.inspector = { [unowned self, token] event in
      withExtendedLifetime(token) {}
      if let step = event.step { inspected = step.action.number }
    }
  }

  private func observe(_ token: Token?) {
    guard let store, !isReducing else { return }
    withObservationTracking {
      _ = store.first
    } onChange: {
      withExtendedLifetime(token) {}
    }
  }

  private func release() {
    guard let store else { return }
    wasReleased = true
    self.store = nil
    withExtendedLifetime(store) {}
  }

  private func checkReading() {
    guard let store, !isReducing else { return }
    let state = store.state
    if state.first != state.second { fail("a half-made change is visible") }
  }

  func willReduce(_ action: Act) {
    if isReducing { fail("\(action.number) is reduced within a reduction") }
    isReducing = true
    absorb()
    checkInspection()
    if let effect = action.effect {
      if cancelled.contains(effect) { fail("\(effect) sent an action after its cancellation") }
    } else if queue.first?.number == action.number {
      queue.removeFirst()
    } else {
      fail("\(action.number) is reduced, and not the first of \(queue.map(\.number))")
    }
    started.append(action.number)
    last = (action.number, isInspecting)
    inspected = nil
    inspectorChanged = false
  }

  func didReduce() { isReducing = false }

  private func absorb() {
    queue += followUps.map { ($0, true) }
    followUps = []
    for message in deferred {
      switch message {
      case .send(let number): queue.append((number, false))
      case .cancel:
        queue.removeAll { $0.isFollowUp }
        cancelled.formUnion(started)
      }
    }
    deferred = []
  }

  private func checkInspection() {
    guard let last, !inspectorChanged, !wasReleased else { return }
    if (inspected == last.number) != last.wasInspected {
      fail("\(last.number) was \(last.wasInspected ? "not " : "")inspected")
    }
  }

  private func fail(_ text: String) {
    if violation == nil { violation = text }
  }
}
