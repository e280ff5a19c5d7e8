import Synchronization

/// Runs the effects of one store, and delivers their actions.
///
/// Both references are weak: an effect keeps neither its store alive nor the actor that owns it.
///
/// `@unchecked Sendable`: any thread may hold this object, and `store` is not `Sendable`. The compiler
/// cannot know that `isolation` is the isolation of `store`. The argument:
///
/// - All properties are constants, which the store sets on its isolation.
/// - `store` is used on the isolation of the store only: in functions with an `isolated` parameter, in the
///   main-actor closures that start effects, and after ``isOnStore(_:)``. That method compares the
///   `isolated` parameter of the caller with the main actor. For a store that joined a simulation, which is
///   in the region of its driver, it compares the thread of the caller with the thread of the driver.
/// - No method is `nonisolated(nonsending)`. Swift 6.3.1 removes hops between functions of that kind; one
///   can therefore run on another executor than that of its isolation. A function with an `isolated`
///   parameter begins with a hop of its own.
/// - Other threads read `isolation`, an actor and therefore `Sendable`, and release the weak references,
///   whose counts are atomic.
@usableFromInline package final class EffectRunner<State, Action: Sendable>: @unchecked Sendable {
  @usableFromInline weak let isolation: (any Actor)?
  @usableFromInline package weak let store: Store<State, Action>?
  @usableFromInline let mailbox: Mailbox<Action>
  /// Set if the store belongs to the region of the driver of its simulation.
  @usableFromInline let simulation: (any EffectExecutors)?
  @usableFromInline let isOnMainActor: Bool

  @inlinable init(_ store: Store<State, Action>) {
    self.store = store
    isolation = store.isolation
    mailbox = store.mailbox
    simulation = store.hasJoinedSimulation ? store.executor.simulation : nil
    isOnMainActor = store.executor.isIsolation && store.isolation === MainActor.shared
  }

  @inlinable package var hasMessages: Bool { !mailbox.isEmpty }

  /// Runs an effect where it is called, to its end.
  @inlinable
  func run(_ effect: RunningEffect<Action>, isolation: isolated (any Actor)? = #isolation) async {
    // A task that was cancelled before its start runs its body nevertheless.
    if !Task.isCancelled {
      // No capture list: Swift 6.3 gives a closure with one the isolation of a `@concurrent` closure.
      let send = Send { request, caller in
        if effect.hasEnded.load(ordering: .acquiring) {
          return self.mailbox.isClosed ? () : RuntimeIssue.report(.escaped(request, of: effect))
        }
        let number = effect.number
        if self.isOnStore(caller), self.store?.reply(request, from: number) ?? true { return }
        await self.deliver(request, from: number)
      }
      do {
        try await effect.operation.run(send)
      } catch is CancellationError {
      } catch _ where Task.isCancelled {
        // A cancelled effect may throw an error of its own, as `URLSession` does.
      } catch {
        await handle(error, of: effect, send, isolation: isolation)
      }
      if !Task.isCancelled { effect.hasEnded.store(true, ordering: .releasing) }
    }
    await end(effect, isolation: isolation)
  }

  /// Whether the caller may use the store: it runs on the main actor, as the store does, or in a job of the
  /// simulation that the store has joined.
  @inlinable func isOnStore(_ caller: (any Actor)?) -> Bool {
    if isOnMainActor { return caller === MainActor.shared }
    return simulation?.isDriving == true
  }

  /// Hands over a request from elsewhere, and waits until it is performed or dropped.
  @inlinable func deliver(
    _ request: EffectRequest<Action>, from effect: Int, caller: isolated (any Actor)? = #isolation
  ) async {
    if let isolation {
      await deliver(request, from: effect, on: isolation)
    } else {
      await mailbox.deliver(request, from: effect)
    }
  }

  @inlinable func deliver(
    _ request: EffectRequest<Action>, from effect: Int, on isolation: isolated any Actor
  ) async {
    if store?.reply(request, from: effect) ?? true { return }
    // The store is not retained while it waits.
    await unsafe withUnsafeContinuation { continuation in
      guard let store else { return unsafe continuation.resume() }
      unsafe store.receive(.reply(request, effect: effect, SendContinuation(continuation)))
    }
  }

  @inlinable @inline(__always)
  func end(_ effect: RunningEffect<Action>, isolation caller: isolated (any Actor)?) async {
    if isOnStore(caller), let store, store.repliesAtOnce {
      store.receiveEnd(of: effect.number)
    } else if let isolation {
      await end(effect.number, on: isolation)
    } else {
      mailbox.post(.ended(effect: effect.number))
    }
  }

  @inlinable func end(_ effect: Int, on isolation: isolated any Actor) {
    store?.receiveEnd(of: effect)
  }

  @usableFromInline func handle(
    _ error: any Error, of effect: RunningEffect<Action>, _ send: Send<Action>,
    isolation: isolated (any Actor)?
  ) async {
    guard let handle = effect.operation.handle else {
      return RuntimeIssue.report(.thrown(error, by: effect))
    }
    await handle(error, send)
  }

  // MARK: Tasks

  /// Starts an effect in a task: on the executor of the store or else, for a store of the main actor, on the main
  /// actor.
  @inlinable func startTask(
    _ effect: RunningEffect<Action>, on executor: (any TaskExecutor)?
  ) -> Task<Void, Never> {
    if isOnMainActor {
      return Task(priority: effect.operation.priority) { @MainActor in await self.run(effect) }
    }
    return Task(executorPreference: executor, priority: effect.operation.priority) {
      await self.run(effect)
    }
  }

  /// Starts an effect on the main actor, within this call up to its first suspension, where the runtime
  /// can do so.
  @inlinable func startNow(_ effect: RunningEffect<Action>) -> Task<Void, Never> {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return startTask(effect, on: nil)
    }
    return Task.immediate(priority: effect.operation.priority) { @MainActor in
      self.store?.noteCurrentTask(of: effect.number)
      await self.run(effect)
    }
  }
}

/// Where the effects of a store run. `isolation` is the main actor for a store of the main actor, otherwise the
/// global executor.
@usableFromInline enum EffectExecutor {
  case isolation
  case executor(any TaskExecutor)
  case simulation(any EffectExecutors)

  @inlinable init(_ executor: (any TaskExecutor)?) {
    guard let executor else {
      self = .isolation
      return
    }
    self = (executor as? any EffectExecutors).map { .simulation($0) } ?? .executor(executor)
  }

  @inlinable var isIsolation: Bool { if case .isolation = self { true } else { false } }

  @inlinable var simulation: (any EffectExecutors)? {
    if case .simulation(let simulation) = self { simulation } else { nil }
  }

  @inlinable
  func executor(of effect: @autoclosure () -> EffectIdentity) -> (any TaskExecutor)? {
    switch self {
    case .isolation: nil
    case .executor(let executor): executor
    case .simulation(let simulation): simulation.executor(of: effect())
    }
  }
}

/// The executor of a simulation. It gives each effect an executor of its own, and thereby knows the effect
/// that a job belongs to.
@usableFromInline package protocol EffectExecutors: AnyObject, Sendable {
  func executor(of effect: EffectIdentity) -> any TaskExecutor

  /// Whether the caller runs in a job of this executor, on the thread that drives it.
  var isDriving: Bool { get }

  var driveCount: Int { get }

  /// Whether a store may reduce more actions in a turn that has reduced `count` of them. If not, the run ends.
  func continues(after count: Int) -> Bool

  /// A message was left for a store, possibly by another thread: the driver has work.
  func messageArrived()
}

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

  /// The action that returned an effect.
  package struct Source: Hashable {
    let store: ObjectIdentifier
    let actionNumber: Int
  }

  package var source: Source {
    Source(store: ObjectIdentifier(store), actionNumber: actionNumber)
  }
}

extension EffectIdentity: Hashable {
  @usableFromInline package static func == (left: EffectIdentity, right: EffectIdentity) -> Bool {
    left.number == right.number && left.store === right.store
  }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Whether effects begin within the call of `send` where the runtime can do so. Tests turn it off to check that no
/// rule depends on it.
@usableFromInline package enum EffectStart {
  @usableFromInline @TaskLocal package static var isImmediate = true
}
