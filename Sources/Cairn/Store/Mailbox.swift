import Synchronization

/// An event that a store takes in: from its owner, from an effect or, through the mailbox, from
/// another thread.
@usableFromInline enum Message<Action: Sendable>: Sendable {
  case send(Action, Step<Action>.Origin, root: Int)
  /// The continuation is resumed when the request is performed or dropped.
  case reply(EffectRequest<Action>, effect: Int, SendContinuation?)
  /// An effect ended by itself.
  case ended(effect: Int)
  /// Cancels the effects of one `send` of the owner; of all, where `root` is `nil`.
  case cancel(root: Int?)
  /// Takes in the messages of the mailbox.
  case drain
}

/// The messages from other threads that the store has not taken in yet.
@usableFromInline final class Mailbox<Action: Sendable>: Sendable {
  @usableFromInline struct Contents {
    @usableFromInline var messages = Queue<Message<Action>>()
    @usableFromInline var isClosed = false
    /// Numbers that repeat after 2³² readers: only those that wait at a time have to differ.
    var lastReader: UInt32 = 0
    /// The waiting calls. A call with an effect cannot return before that effect ends.
    @usableFromInline
    var readers: [(number: UInt32, effect: Int?, continuation: CheckedContinuation<Void, Never>)] =
      []
    @usableFromInline var signals: [WakeSignal] = []
  }

  @usableFromInline let contents = Mutex(Contents())
  /// Refers to the executor whose driver takes the messages in, for a store of a simulation.
  @usableFromInline let reference: SimulationReference?

  @usableFromInline init(simulation: (any EffectExecutors)?) {
    reference = simulation.map { SimulationReference($0) }
  }

  @inlinable var simulation: (any EffectExecutors)? { reference?.simulation }

  /// The number of times that a caller has waited for a message, for tests.
  var waitCount: UInt32 { contents.withLock { $0.lastReader } }

  /// Appends a message and wakes one waiting call, which takes in the message; the end of its turn wakes the others.
  /// After the end of the store, it only returns `false`.
  @inlinable @discardableResult func post(_ message: Message<Action>) -> Bool {
    let isWaitedFor: Bool? = contents.withLock { contents in
      guard !contents.isClosed else { return nil }
      contents.messages.append(message)
      return !contents.readers.isEmpty || !contents.signals.isEmpty
    }
    guard let isWaitedFor else { return false }
    if isWaitedFor { wakeOne() }
    simulation?.messageArrived()
    return true
  }

  @usableFromInline func wakeOne() {
    let (reader, signals) = contents.withLock { ($0.readers.popLast(), $0.signals) }
    reader?.continuation.resume()
    for signal in signals { _ = signal.send() }
  }

  /// Wakes the calls without an effect, and those whose effect has ended.
  ///
  /// - Returns: whether calls wait afterwards.
  @usableFromInline func wake(where hasLeft: (Int) -> Bool) -> Bool {
    let woken = contents.withLock { contents in
      var woken: [CheckedContinuation<Void, Never>] = []
      contents.readers.removeAll { reader in
        guard reader.effect.map(hasLeft) ?? true else { return false }
        woken.append(reader.continuation)
        return true
      }
      return woken
    }
    for continuation in woken { continuation.resume() }
    return contents.withLock { !$0.readers.isEmpty }
  }

  /// Sends a signal for every message from now on, until its reader has left.
  func add(_ signal: WakeSignal) {
    let others = contents.withLock { contents in
      defer { contents.signals = [signal] }
      return contents.signals
    }
    // The executor of a reader may run it within `send`, and it may add another reader.
    let left = others.filter { $0.send() }
    let hasMessages = contents.withLock { contents in
      contents.signals = left + contents.signals
      return !contents.messages.isEmpty
    }
    // They have received no signal for a message that arrived meanwhile.
    if hasMessages { wakeOne() }
  }

  @usableFromInline
  nonisolated(nonsending) func deliver(_ request: EffectRequest<Action>, from effect: Int) async {
    await unsafe withUnsafeContinuation { continuation in
      if unsafe !post(.reply(request, effect: effect, SendContinuation(continuation))) {
        unsafe continuation.resume()
      }
    }
  }

  @inlinable var isEmpty: Bool { contents.withLock { $0.messages.isEmpty } }

  @usableFromInline var isClosed: Bool { contents.withLock { $0.isClosed } }

  @inlinable func takeFirst() -> Message<Action>? { contents.withLock { $0.messages.popFirst() } }

  /// Waits for a message, a call of ``wake(where:)``, the cancellation of the task or the end of the store.
  ///
  /// - Parameter endsAtPresent: whether a message that is present ends the wait.
  func arrival(
    awaiting effect: Int?, endsAtPresent: Bool, isolation: isolated (any Actor)?
  ) async {
    let number = contents.withLock { contents in
      contents.lastReader &+= 1
      return contents.lastReader
    }
    await withTaskCancellationHandler {
      // A closure that does not capture the isolation leaves it.
      _ = isolation
      await withCheckedContinuation { continuation in
        let isReady = contents.withLock { contents in
          // The task is cancelled before its handler is called.
          if contents.isClosed || Task.isCancelled { return true }
          if endsAtPresent, !contents.messages.isEmpty { return true }
          contents.readers.append((number, effect, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let reader = contents.withLock { contents in
        contents.readers.firstIndex { $0.number == number }.map { contents.readers.remove(at: $0) }
      }
      reader?.continuation.resume()
    }
  }

  /// A task that reports a simulation that is not driven for a second; `nil` while the simulation is driven, or
  /// without one.
  func watchDriver() -> Task<Void, Never>? {
    guard let simulation, !simulation.isDriving else { return nil }
    let count = simulation.driveCount
    return Task {
      try? await Task.sleep(for: .seconds(1))
      guard !Task.isCancelled, simulation.driveCount == count else { return }
      RuntimeIssue.report(.notDriven)
    }
  }

  /// Whether the store may reduce more actions in a turn that has reduced `count` of them. Reports a turn that
  /// seems not to end.
  func continues(after count: Int) -> Bool {
    if let simulation { return simulation.continues(after: count) }
    if count == 1 << 17 { RuntimeIssue.report(.endlessFollowUps) }
    return true
  }

  /// Drops present and future messages, and resumes the waiting calls and effects.
  func close() {
    let (messages, readers) = contents.withLock { contents in
      contents.isClosed = true
      defer { (contents.messages, contents.readers) = (Queue(), []) }
      return (contents.messages.contents, contents.readers)
    }
    for case .reply(_, _, let waiter?) in messages { waiter.resume() }
    for reader in readers { reader.continuation.resume() }
  }
}

/// Refers to a simulation in 8 bytes. An existential takes 16, in each store, and few stores have one.
@usableFromInline final class SimulationReference: Sendable {
  @usableFromInline let simulation: any EffectExecutors

  init(_ simulation: any EffectExecutors) { self.simulation = simulation }
}

/// Resumes an effect after its action was reduced or dropped. The code that takes the action out of the
/// mailbox or the queue resumes it, exactly once.
///
/// Not a checked continuation, whose layout is only known at run time, and with it that of every queued action.
@safe @usableFromInline struct SendContinuation: Sendable {
  @usableFromInline let continuation: UnsafeContinuation<Void, Never>

  @inlinable init(_ continuation: UnsafeContinuation<Void, Never>) {
    unsafe self.continuation = unsafe continuation
  }

  @inlinable func resume() { unsafe continuation.resume() }
}

/// An action that waits to be reduced, or a dismissal that waits for the actions before it.
@usableFromInline package struct QueuedAction<Action: Sendable>: Sendable {
  @usableFromInline enum Sender: Sendable {
    /// The owner. `root` numbers the originating `send`. It is negative if the handle of the action was cancelled
    /// before the action is reduced.
    case owner(Step<Action>.Origin, root: Int)
    case effect(RunningEffect<Action>)
    indirect case surrounded(RunningEffect<Action>, by: _Kernel.Surrounding)
    indirect case followUp(EffectContext<Action>)
  }

  /// For a dismissal, the action that returned the effect: the feature to dismiss received it.
  @usableFromInline package let action: Action
  @usableFromInline package let isDismissal: Bool
  /// Whether the sender has a surrounding: a byte, because each action of the queue is asked.
  @usableFromInline let isSurrounded: Bool
  @usableFromInline let sender: Sender
  @usableFromInline let waiter: SendContinuation?

  @inlinable init(
    action: Action, sender: Sender, isDismissal: Bool = false, isSurrounded: Bool = false,
    waiter: SendContinuation? = nil
  ) {
    self.action = action
    self.isDismissal = isDismissal
    self.isSurrounded = isSurrounded
    self.sender = sender
    self.waiter = waiter
  }

  @inlinable package var origin: Step<Action>.Origin {
    switch sender {
    case .owner(let origin, _): origin
    case .effect(let effect), .surrounded(let effect, _):
      .effect(name: effect.name, number: effect.number)
    case .followUp: isDismissal ? .effect(name: "dismiss", number: nil) : .followUp
    }
  }

  @inlinable var root: Int {
    if case .owner(_, let root) = sender { abs(root) } else { metadata?.root ?? 0 }
  }

  /// Whether the effects that the action causes are cancelled at once.
  @inlinable var isCancelled: Bool {
    if case .owner(_, let root) = sender { root < 0 } else { false }
  }

  /// The same action of the owner, if it has this root, with its handle cancelled.
  func cancelled(root: Int) -> QueuedAction? {
    guard case .owner(let origin, root) = sender else { return nil }
    return QueuedAction(action: action, sender: .owner(origin, root: -root), waiter: waiter)
  }

  /// The metadata of the effect that sent it; `nil` for an action of the owner.
  @inlinable package var metadata: EffectMetadata? {
    switch sender {
    case .owner: nil
    case .effect(let effect), .surrounded(let effect, _): effect.metadata
    case .followUp(let context): context.metadata
    }
  }

  /// The concatenation that waits for this action; an asynchronous effect is waited for as a whole.
  @inlinable var sequence: Int? {
    if case .followUp(let context) = sender { context.metadata.sequence } else { nil }
  }

  /// The action that returned the effect that sent this action.
  package var cause: (action: Action, number: Int)? {
    switch sender {
    case .owner: nil
    case .effect(let effect), .surrounded(let effect, _): (effect.action, effect.actionNumber)
    case .followUp(let context): (context.action, context.metadata.actionNumber)
    }
  }
}
