import Cairn

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
