/// Runs an effect, and carries what it sends to its store.
@usableFromInline
final class Courier<State, Action: Sendable>: Sendable {
  @usableFromInline let effect: RunningEffect<Action>
  @usableFromInline let mailbox: Mailbox<Action>
  /// `nil` where the store belongs to no isolation.
  @usableFromInline let home: Home<State, Action>?

  @inlinable
  init(of effect: RunningEffect<Action>, to mailbox: Mailbox<Action>, home: Home<State, Action>?) {
    self.effect = effect
    self.mailbox = mailbox
    self.home = home
  }

  @inlinable
  nonisolated(nonsending) func run() async {
    // A task that was cancelled runs its body all the same.
    if !Task.isCancelled {
      let send = Send { await self.deliver($0) }
      do {
        try await effect.operation.run(send)
      } catch is CancellationError {
      } catch {
        await handle(error, send)
      }
    }
    // Whoever waits in `finish` reads it, and saves the way to the isolation of the store.
    if mailbox.post(.finished(effect: effect.number)) == .left { await home?.drain() }
  }

  @inlinable
  nonisolated(nonsending) func deliver(_ action: Action) async {
    guard let home else { return await mailbox.deliver(action, effect: effect.number) }
    mailbox.post(.action(action, effect: effect.number, waiter: nil))
    await home.drain()
  }

  @usableFromInline
  nonisolated(nonsending) func handle(_ error: any Error, _ send: Send<Action>) async {
    guard let handle = effect.operation.handle else {
      return RuntimeIssue.report(.thrown(error, by: effect))
    }
    await handle(error, send)
  }
}
