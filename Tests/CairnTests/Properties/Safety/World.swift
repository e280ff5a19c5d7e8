import Cairn
import CairnSimulation
import Observation

/// A store, its user, and a model of the rules: one queue, and deferred messages behind the follow-ups
/// of the current action.
final class World: @unchecked Sendable {
  let census: Census
  let clock: any Clock<Duration>
  private(set) var violation: String?
  private(set) var store: Store<SafetyFeature.State, Act>?
  private var other: Store<Int, Int>?
  private var model = SafetyModel()
  private var lastNumber = 0
  private var inspected: Int?
  private var observation: StoreObservation?

  /// The effects that have neither suspended nor ended.
  var runningCount = 0 {
    didSet {
      guard runningCount == 0, let fence else { return }
      self.fence = nil
      fence.resume()
    }
  }
  private var fence: CheckedContinuation<Void, Never>?
  /// The effects that suspended on the main actor; `nil` in a simulation, where they sleep.
  private var suspended: [(life: Life, continuation: CheckedContinuation<Token?, Never>)]?

  init(_ census: Census, _ simulation: Simulation) {
    self.census = census
    clock = simulation.clock
    store = simulation.store(.init()) { SafetyFeature(world: self) }
    other = simulation.store(0) { Other(world: self) }
  }

  @MainActor init(_ census: Census) {
    self.census = census
    clock = ContinuousClock()
    suspended = []
    store = Store(.init()) { SafetyFeature(world: self) }
    other = Store(0) { Other(world: self) }
  }

  private func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func fail(_ text: String?) {
    if violation == nil { violation = text }
  }

  // MARK: The user

  func send(_ place: Place, _ habit: Habit, followUps: Int = 0, thenCancel: Bool = false) {
    guard store != nil else { return }
    if place == .followUp {
      return send(Act(number: makeNumber(), followUpHabit: habit), thenCancel: thenCancel)
    }
    let token = Token(place.isInState && habit.reads ? .send : habit, self)
    switch place {
    case .eventObserver: return observeEvents(token)
    case .observer: return observe(token)
    case .keyPath: return observe(nil, id: TokenID(number: 0, token: token))
    default: break
    }
    send(
      Act(number: makeNumber(), place: place, token: token, followUps: followUps),
      thenCancel: thenCancel)
  }

  private func send(_ action: Act, thenCancel: Bool = false) {
    guard let store else { return }
    model.deferred.append(.send(action.number))
    let task = store.send(action)
    guard thenCancel else { return }
    model.deferred.append(.cancel(root: action.number))
    task.cancel()
  }

  func cancel() {
    guard let store else { return }
    model.deferred.append(.cancel(root: nil))
    store.cancel()
  }

  func act(_ habit: Habit) {
    switch habit {
    case .nothing: break
    case .send: send(Act(number: makeNumber()))
    case .sendFollowed: send(Act(number: makeNumber(), followUps: 2))
    case .sendToken:
      let places = suspended == nil ? Place.allCases : Place.onMainActor
      send(places[lastNumber % places.count], lastNumber % 2 == 0 ? .send : .cancel)
    case .cancel: cancel()
    case .cancelSend: send(Act(number: makeNumber(), followUps: 1), thenCancel: true)
    case .cancelID: send(.cancelID, .nothing)
    case .read: checkReading()
    case .readTracked: readTracked()
    case .observeEvents: observeEvents(nil)
    case .stopObserving:
      guard store != nil else { return }
      stopObserving()
    case .observe: observe(nil)
    case .release: release()
    case .drain: store?.drain()
    case .sendElsewhere: other?.send(1)
    }
  }

  private func observeEvents(_ token: Token?) {
    guard let store else { return }
    (model.isInspecting, model.observationChanged) = (true, true)
    let old = observation
    observation = store.observe { [unowned self, token] event in
      withExtendedLifetime(token) {}
      if let step = event.step, step.outcome == .reduced { inspected = step.action.number }
    }
    withExtendedLifetime(old) {}
  }

  private func stopObserving() {
    (model.isInspecting, model.observationChanged) = (false, true)
    let old = observation
    observation = nil
    old?.cancel()
  }

  private func observe(_ token: Token?, id: TokenID? = nil) {
    guard let store, !model.isReducing else { return }
    withObservationTracking {
      _ = store.first
      if let id { _ = store[\.[id: id]] }
    } onChange: {
      withExtendedLifetime(token) {}
    }
  }

  private func readTracked() {
    guard let store, !model.isReducing else { return }
    _ = store[\.[id: TokenID(number: 1)]]
    _ = store.scope(\.child, Act.child)?.state.id
    checkReading()
  }

  func checkReading() {
    guard let store, !model.isReducing else { return }
    let state = store.state
    if state.first != state.second { fail("a half-made change is visible") }
  }

  func release() {
    guard let store else { return }
    model.wasReleased = true
    self.store = nil
    withExtendedLifetime(store) {}
  }

  /// Compares the end with the model, after every effect has ended.
  func compare() {
    model.absorb()
    fail(model.violationAtEnd(inspected))
    if let store, store.running.contains(where: { !$0.isBackground }) { fail("effects are left") }
  }

  func releaseAll() {
    release()
    other = nil
  }

  // MARK: The reducer

  func willReduce(_ action: Act) {
    fail(model.willReduce(action, inspected))
    inspected = nil
  }

  func didReduce(_ action: Act) { model.didReduce(action) }

  func followUp(
    of action: Act, to recipient: Act.Recipient = .root, _ token: Token? = nil
  ) -> Act {
    let number = makeNumber()
    model.addFollowUp(number, of: action, to: recipient)
    guard recipient != .root else {
      return Act(number: number, token: token, followUps: token == nil ? 0 : 1)
    }
    let habit = action.token?.habit ?? .nothing
    return Act(
      number: number, place: action.place, token: Token(habit.reads ? .send : habit, self),
      recipient: recipient)
  }

  // MARK: Effects

  func reply(of action: Act, _ token: Token? = nil) -> Act {
    let number = makeNumber()
    model.addReply(number, of: action)
    return Act(number: number, token: token, effect: action.number)
  }

  func didBegin(_ action: Act) { fail(model.didBegin(action)) }

  /// Checks that a delivered reply was reduced, unless its effect was cancelled.
  func check(_ reply: Int, of action: Act) { fail(model.violation(ofReply: reply, of: action)) }

  nonisolated(nonsending) func pause(_ life: Life) async throws -> Token? {
    guard suspended != nil else {
      try await clock.sleep(for: .seconds(1))
      return nil
    }
    let token = await withCheckedContinuation { continuation in
      suspended?.append((life, continuation))
      life.suspend()
    }
    return token
  }

  nonisolated(nonsending) func pause(_ life: Life, onCancel habit: Habit) async throws -> Token? {
    let onCancel: @Sendable () -> Void = { self.act(habit) }
    guard suspended != nil else {
      return try await withTaskCancellationHandler {
        try await pause(life)
      } onCancel: {
        onCancel()
      }
    }
    return try await pauseOnMainActor(life, onCancel)
  }

  /// The closure of a cancellation handler leaves the isolation of a caller that it only inherits.
  @MainActor private func pauseOnMainActor(
    _ life: Life, _ onCancel: @Sendable () -> Void
  ) async throws -> Token? {
    try await withTaskCancellationHandler {
      try await pause(life)
    } onCancel: {
      onCancel()
    }
  }

  /// Resumes a suspended effect with a token; `false` if there is none.
  @discardableResult func resume(_ index: Int, _ habit: Habit) -> Bool {
    guard let count = suspended?.count, count > 0,
      let effect = suspended?.remove(at: index % count)
    else { return false }
    effect.life.run()
    effect.continuation.resume(returning: Token(habit, self))
    return true
  }

  /// Stops the test where an effect of the main actor runs elsewhere.
  func checkIsolation() { if suspended != nil { MainActor.preconditionIsolated() } }

  /// Waits until every effect has suspended or ended.
  @MainActor func settle() async {
    // A value that is destroyed at the end of an effect may start another.
    while runningCount > 0 { await withCheckedContinuation { fence = $0 } }
  }
}

extension Habit {
  /// Whether it needs the state.
  var reads: Bool {
    switch self {
    case .read, .readTracked, .observe, .sendToken: true
    default: false
    }
  }
}

/// A store whose effect uses the first one.
private struct Other: Reducer {
  let world: World

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    guard action > 0 else { return .none }
    let token = Token(.send, world)
    let life = Life(world)
    life.run()
    return .run { send in
      defer { life.end() }
      await send(0)
      withExtendedLifetime(token) {}
    }
  }
}
