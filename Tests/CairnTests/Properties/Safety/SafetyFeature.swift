import Cairn

/// The place that holds a token.
enum Place: CaseIterable {
  case action, state, run, merged, mapped, background, cancellable, id, cancelID, laterStage
  case followUpStage, error, caughtError, handler, cancelHandler, sequence, sequenceError, reply
  case continuation, followUp, child, dismissed, row, eventObserver, observer, keyPath
  case debounced, debounceID, throttled, throttledLatest, throttleID

  /// The places whose effects run on the main actor alone: a clock hops.
  static let onMainActor = allCases.filter { place in
    switch place {
    case .debounced, .debounceID, .throttled, .throttledLatest, .throttleID: false
    default: true
    }
  }

  /// Whether the reducer removes the token from the state, which cannot be read then.
  var isInState: Bool {
    switch self {
    case .state, .child, .dismissed, .row: true
    default: false
    }
  }

  /// Whether an effect begins, unless it is cancelled.
  var hasEffect: Bool {
    switch self {
    case .run, .merged, .mapped, .background, .cancellable, .id, .laterStage, .followUpStage,
      .error, .caughtError, .handler, .cancelHandler, .sequence, .sequenceError, .reply,
      .continuation, .debounced, .debounceID:
      true
    default: false
    }
  }
}

/// The use that a token makes of the store in its `deinit`.
enum Habit: CaseIterable {
  case nothing, send, sendFollowed, sendToken, cancel, cancelSend, cancelID, read, readTracked
  case observeEvents, stopObserving, observe, release, drain, sendElsewhere
}

/// Everything happens on one thread: that of the test, which drives the effects.
final class Token: @unchecked Sendable {
  let habit: Habit
  let world: World

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

struct TokenID: Hashable, Sendable {
  let number: Int
  var token: Token?

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

struct TokenError: Error {
  let token: Token
}

struct Act: Sendable {
  enum Recipient { case root, child, row }

  var number: Int
  var place: Place?
  var token: Token?
  var followUps = 0
  /// The habit of a token that a follow-up holds.
  var followUpHabit: Habit?
  /// The action whose effect sent it.
  var effect: Int?
  var recipient = Recipient.root

  static let child = CasePath<Act, Act>({ $0 }, extract: { $0.recipient == .child ? $0 : nil })
  static let row = CasePath<Act, ElementAction<TokenID, Act>>(
    {
      switch $0 {
      case .element(_, let action): action
      }
    },
    extract: {
      $0.recipient == .row ? .element(id: TokenID(number: 0, token: $0.token), action: $0) : nil
    })
}

/// Returns an effect of each verb. The root of the state has a child and rows.
struct SafetyFeature: Reducer {
  struct State {
    var first = 0
    var second = 0
    var token: Token?
    var child: Part?
    var rows = IdentifiedArray<Part>()

    subscript(id id: TokenID) -> Int { first + id.number }
  }

  struct Part: Identifiable {
    var id = TokenID(number: 0)
    var token: Token?
  }

  let world: World

  var body: some Reducer<State, Act> {
    Reduce { state, action in
      world.willReduce(action)
      defer { world.didReduce(action) }
      state.first += 1
      change(&state, action)
      let followUps = followUps(of: action)
      let effect = action.recipient == .root ? effect(of: action) : .none
      state.second += 1
      // A chain of single follow-ups is reduced without the queue.
      if followUps.count == 1, effect.isNone { return followUps[0] }
      return .merge(followUps + [effect])
    }
    .ifLet(\.child, Act.child) { PartFeature(world: world) }
    .forEach(\.rows, Act.row) { PartFeature(world: world) }
  }

  private func change(_ state: inout State, _ action: Act) {
    guard action.recipient == .root else { return }
    switch action.place {
    case .state: state.token = action.token
    case .child, .dismissed: state.child = Part(token: action.token)
    case .row:
      let id = TokenID(number: 0, token: action.token)
      if state.rows.remove(id: id) == nil { state.rows.append(Part(id: id)) }
    default: break
    }
  }

  private func followUps(of action: Act) -> [Effect<Act>] {
    guard action.recipient == .root else { return [] }
    if let habit = action.followUpHabit {
      // Only the follow-up holds the token.
      return [.send(world.followUp(of: action, Token(habit, world)))]
    }
    var followUps = (0..<action.followUps).map { _ in Effect.send(world.followUp(of: action)) }
    switch action.place {
    case .child, .dismissed: followUps.append(.send(world.followUp(of: action, to: .child)))
    case .row: followUps.append(.send(world.followUp(of: action, to: .row)))
    default: break
    }
    return followUps
  }

  private func effect(of action: Act) -> Effect<Act> {
    guard let place = action.place, let token = action.token else { return .none }
    let clock = world.clock
    let id = TokenID(number: action.number % 2, token: token)
    func work(_ work: Work = Work(), life: Life? = nil) -> Effect<Act> {
      world.effect(of: action, holding: token, work, life)
    }
    switch place {
    case .action, .state, .eventObserver, .observer, .keyPath, .followUp, .child, .dismissed, .row:
      return .none
    case .run: return work()
    case .merged: return .merge(.run { _ in }, work())
    case .mapped: return work().map { $0 }
    case .background: return work().background
    case .cancellable: return work().cancellable(id: "id", cancelInFlight: true)
    case .id: return work().cancellable(id: id, cancelInFlight: action.number % 3 == 0)
    case .cancelID: return .cancel(id: id)
    case .laterStage:
      let life = Life(world)
      return .concatenate(work(Work(next: life)), work(life: life))
    case .followUpStage: return .concatenate(.send(world.followUp(of: action)), work())
    case .error: return work(Work(error: TokenError(token: token)))
    case .caughtError: return work(Work(error: TokenError(token: token), catches: true))
    case .handler: return work(Work(error: CancellationError(), catches: true))
    case .cancelHandler: return work(Work(actsOnCancel: true))
    case .sequence: return .stream(of: Replies(to: action, token, world)) { $0 }
    case .sequenceError:
      return .stream(of: Replies(to: action, token, world, fails: true)) { $0 }
    case .reply: return work(Work(repliesToken: true))
    case .continuation: return work(Work(receivesToken: true))
    case .debounced: return work().debounced(id: "pause", for: .seconds(1), on: clock)
    case .debounceID: return work().debounced(id: id, for: .seconds(1), on: clock)
    case .throttled:
      return work().throttled(id: "first", for: .seconds(3), on: clock, latest: false)
    case .throttledLatest:
      return work().throttled(id: "latest", for: .seconds(3), on: clock, latest: true)
    case .throttleID: return work().throttled(id: id, for: .seconds(3), on: clock, latest: true)
    }
  }
}

/// A child or a row, with an effect of its own.
private struct PartFeature: Reducer {
  let world: World

  func reduce(into state: inout SafetyFeature.Part, action: Act) -> Effect<Act> {
    guard let token = action.token else { return .none }
    let effect = world.effect(of: action, holding: token, Work(), nil)
    return action.place == .dismissed ? effect.merged(with: .dismiss) : effect
  }
}

/// The variations of an effect that sends, pauses and sends again.
struct Work: Sendable {
  var error: (any Error)?
  var catches = false
  var actsOnCancel = false
  var repliesToken = false
  var receivesToken = false
  /// The effect that begins at the end of this one.
  var next: Life?
}

/// The progress of an effect. Its driver waits until every effect has suspended or ended.
final class Life: @unchecked Sendable {
  private enum Phase { case idle, running, suspended, ended }

  private unowned let world: World
  private var phase = Phase.idle

  init(_ world: World) { self.world = world }

  deinit { end() }

  func run() {
    world.checkIsolation()
    guard phase == .idle || phase == .suspended else { return }
    phase = .running
    world.runningCount += 1
  }

  func suspend() { stop(.suspended) }

  func end() { stop(.ended) }

  private func stop(_ next: Phase) {
    if phase != .ended { world.checkIsolation() }
    guard phase == .running else { return }
    phase = next
    world.runningCount -= 1
  }
}

/// Replies as an asynchronous sequence.
struct Replies: AsyncSequence, Sendable {
  fileprivate let action: Act
  fileprivate let token: Token
  fileprivate let world: World
  fileprivate let life: Life
  fileprivate var fails = false

  init(to action: Act, _ token: Token, _ world: World, fails: Bool = false) {
    (self.action, self.token, self.world, self.fails) = (action, token, world, fails)
    life = Life(world)
    life.run()
  }

  func makeAsyncIterator() -> Iterator { Iterator(replies: self) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let replies: Replies
    private var number: Int?
    private var count = 0

    fileprivate init(replies: Replies) { self.replies = replies }

    mutating func next() async throws -> Act? { try await next(isolation: nil) }

    mutating func next(isolation: isolated (any Actor)?) async throws(any Error) -> Act? {
      let (world, action) = (replies.world, replies.action)
      if let number { world.check(number, of: action) } else { world.didBegin(action) }
      count += 1
      if count == 2 { _ = try await world.pause(replies.life) }
      if count < 3 {
        let reply = world.reply(of: action)
        number = reply.number
        return reply
      }
      replies.life.end()
      if replies.fails { throw TokenError(token: replies.token) }
      return nil
    }
  }
}

extension World {
  func effect(of action: Act, holding token: Token, _ work: Work, _ life: Life?) -> Effect<Act> {
    let life = life ?? makeLife()
    typealias Handler = nonisolated(nonsending) @Sendable (any Error, Send<Act>) async -> Void
    let handler: Handler = { error, send in
      await self.deliver(send, of: action)
      withExtendedLifetime((token, error)) {}
    }
    let operation: nonisolated(nonsending) @Sendable (Send<Act>) async throws -> Void = { send in
      life.run()
      defer {
        work.next?.run()
        life.end()
      }
      self.didBegin(action)
      await self.deliver(send, of: action, work.repliesToken ? Token(token.habit, self) : nil)
      if work.receivesToken {
        let token = await withCheckedContinuation { $0.resume(returning: Token(token.habit, self)) }
        withExtendedLifetime(token) {}
      }
      let received =
        work.actsOnCancel
        ? try await self.pause(life, onCancel: token.habit) : try await self.pause(life)
      await self.deliver(send, of: action)
      withExtendedLifetime((token, received)) {}
      if let error = work.error { throw error }
    }
    return .run(name: "work", operation: operation, catch: work.catches ? handler : nil)
  }

  /// An effect that begins when the queue is empty.
  private func makeLife() -> Life {
    let life = Life(self)
    life.run()
    return life
  }

  nonisolated(nonsending) private func deliver(
    _ send: Send<Act>, of action: Act, _ token: Token? = nil
  ) async {
    let reply = reply(of: action, token)
    await send(reply)
    check(reply.number, of: action)
  }
}
