/// Runs the effects of one store, and hands over what they send.
///
/// Both references are weak: an effect keeps neither its store alive nor the actor that owns it.
///
/// Audited, because the compiler cannot know that `isolation` is the isolation of `store`, which is not
/// `Sendable`, and any thread may hold this object. The store makes it on its isolation, and it is never
/// changed. `store` is used in two places only: on that isolation, in methods that take it as an
/// `isolated` parameter; and, for a store that joined a simulation, which is in the same region, on the
/// thread that drives the simulation. Other threads read `isolation`, an actor and therefore `Sendable`,
/// and release both weak references, whose counts are atomic.
@usableFromInline package final class EffectRunner<State, Action: Sendable>: @unchecked Sendable {
  @usableFromInline weak let isolation: (any Actor)?
  @usableFromInline package weak let store: Store<State, Action>?
  @usableFromInline let mailbox: Mailbox<Action>
  @usableFromInline let scheduler: (any EffectScheduler)?

  @inlinable init(_ store: Store<State, Action>) {
    self.store = store
    isolation = store.isolation
    mailbox = store.mailbox
    scheduler = store.scheduler
  }

  /// Runs an effect where it is called, to its end.
  @inlinable nonisolated(nonsending) func run(_ effect: RunningEffect<Action>) async {
    // A task that was cancelled before its start runs its body nevertheless.
    if !Task.isCancelled {
      // No capture list: Swift 6.3 gives a closure with one the isolation of a `@concurrent` closure.
      let send = Send { action in await self.deliver(action, from: effect) }
      do {
        try await effect.operation.run(send)
      } catch is CancellationError {
      } catch {
        await handle(error, of: effect, send)
      }
    }
    await end(effect)
  }

  /// Hands over an action, and waits until it is reduced or dropped.
  @inlinable nonisolated(nonsending) func deliver(
    _ action: Action, from effect: RunningEffect<Action>
  ) async {
    if let isolation {
      await deliver(action, from: effect.number, on: isolation)
    } else if scheduler?.isDriving == true, store?.reply(action, from: effect.number) == true {
      return
    } else {
      await mailbox.deliver(action, from: effect.number)
    }
  }

  @inlinable
  func deliver(_ action: Action, from effect: Int, on isolation: isolated any Actor) async {
    if store?.reply(action, from: effect) ?? true { return }
    // The store is not retained while it waits.
    await withUnsafeContinuation { continuation in
      guard let store else { return continuation.resume() }
      store.receive(.reply(action, effect: effect, continuation))
    }
  }

  @inlinable nonisolated(nonsending) func end(_ effect: RunningEffect<Action>) async {
    if let isolation {
      await end(effect.number, on: isolation)
    } else if scheduler?.isDriving == true, let store, store.repliesAtOnce {
      store.receive(.ended(effect: effect.number))
    } else {
      mailbox.post(.ended(effect: effect.number))
    }
  }

  @inlinable func end(_ effect: Int, on isolation: isolated any Actor) {
    store?.receive(.ended(effect: effect))
  }

  @usableFromInline nonisolated(nonsending) func handle(
    _ error: any Error, of effect: RunningEffect<Action>, _ send: Send<Action>
  ) async {
    guard let handle = effect.operation.handle else {
      return RuntimeIssue.report(.thrown(error, by: effect))
    }
    await handle(error, send)
  }

  // MARK: Tasks

  /// Starts an effect in a task, on the executor if there is one.
  @inlinable func startTask(
    _ effect: RunningEffect<Action>, on executor: (any TaskExecutor)?
  ) -> Task<Void, Never> {
    Task(executorPreference: executor, priority: effect.operation.priority) {
      await self.run(effect)
    }
  }

  /// Starts an effect within this call, up to its first suspension; later parts run on the executor.
  @inlinable func startNow(
    _ effect: RunningEffect<Action>, on executor: (any TaskExecutor)?
  ) -> Task<Void, Never> {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return startTask(effect, on: executor)
    }
    return Task.immediate(priority: effect.operation.priority, executorPreference: executor) {
      self.store?.noteCurrentTask(of: effect.number)
      await self.run(effect)
    }
  }

  /// Starts an effect on the main actor: within this call, up to its first suspension, where the
  /// runtime can do so.
  @MainActor @inlinable
  func startOnMainActor(_ effect: RunningEffect<Action>, now: Bool) -> Task<Void, Never> {
    guard now, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return Task(priority: effect.operation.priority) { await self.run(effect) }
    }
    return Task.immediate(priority: effect.operation.priority) {
      self.store?.noteCurrentTask(of: effect.number)
      await self.run(effect)
    }
  }
}

/// An executor that decides when effects begin, and gives each effect an executor of its own: the
/// executor of a simulation, which thereby knows the effect that a job belongs to.
@usableFromInline package protocol EffectScheduler: AnyObject, Sendable {
  /// Calls `begin` on the driving thread when it is the turn of the effect, with the executor of its
  /// tasks.
  ///
  /// - Parameter startsNow: whether `begin` runs the effect up to its first suspension; otherwise the
  ///   first job of the executor does.
  func schedule(
    _ effect: EffectIdentity, startsNow: Bool,
    begin: @escaping @Sendable (any TaskExecutor) -> Void)

  /// The executor of the tasks of an effect that begins elsewhere.
  func executor(of effect: EffectIdentity) -> any TaskExecutor

  /// Whether the caller runs in a job of this executor, on the thread that drives it.
  var isDriving: Bool { get }
}

/// An effect of a store, as a simulation names it.
@usableFromInline package struct EffectIdentity: Sendable {
  /// Stands for the store, and lives as long as its effects.
  private let store: any AnyObject & Sendable
  package let number: Int
  package let actionNumber: Int

  @usableFromInline init(store: any AnyObject & Sendable, number: Int, actionNumber: Int) {
    self.store = store
    self.number = number
    self.actionNumber = actionNumber
  }

  /// Whether one action returned both.
  package func isMerged(with other: EffectIdentity) -> Bool {
    store === other.store && actionNumber == other.actionNumber
  }
}

extension EffectIdentity: Equatable {
  @usableFromInline package static func == (left: EffectIdentity, right: EffectIdentity) -> Bool {
    left.number == right.number && left.store === right.store
  }
}

/// Whether effects begin within the reduction's call where the runtime can do so. Tests turn it off
/// to check that no rule depends on it.
@usableFromInline package enum EffectStart {
  @TaskLocal package static var isImmediate = true

  @usableFromInline static var startsNow: Bool { isImmediate }
}
