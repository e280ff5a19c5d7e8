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
    @usableFromInline var readers: [CheckedContinuation<Void, Never>] = []
    @usableFromInline var signals: [WakeSignal] = []
  }

  @usableFromInline let contents = Mutex(Contents())

  /// Appends a message and wakes those who wait for one; `false`, and nothing is done, after the end
  /// of the store.
  @inlinable @discardableResult func post(_ message: Message<Action>) -> Bool {
    let isWaitedFor: Bool? = contents.withLock { contents in
      guard !contents.isClosed else { return nil }
      contents.messages.append(message)
      return !contents.readers.isEmpty || !contents.signals.isEmpty
    }
    guard let isWaitedFor else { return false }
    if isWaitedFor { wake() }
    return true
  }

  /// Wakes those who wait for a message.
  @usableFromInline func wake() {
    let (readers, signals) = contents.withLock { contents in
      defer { contents.readers = [] }
      return (contents.readers, contents.signals)
    }
    for reader in readers { reader.resume() }
    for signal in signals { _ = signal.send() }
  }

  /// Sends a signal for every message from now on, until its reader has left.
  @usableFromInline func add(_ signal: WakeSignal) {
    let signals = contents.withLock { $0.signals }.filter { $0.send() }
    contents.withLock { $0.signals = signals + [signal] }
  }

  /// Posts a request and waits until it is performed or dropped.
  @inlinable
  nonisolated(nonsending) func deliver(_ request: EffectRequest<Action>, from effect: Int) async {
    await unsafe withUnsafeContinuation { continuation in
      if unsafe !post(.reply(request, effect: effect, SendContinuation(continuation))) {
        unsafe continuation.resume()
      }
    }
  }

  /// Takes out the oldest message.
  @inlinable func takeFirst() -> Message<Action>? { contents.withLock { $0.messages.popFirst() } }

  /// Waits for a message, a call of ``wake()`` or the end of the store.
  @inlinable func arrival(isolation: isolated (any Actor)?) async {
    await withCheckedContinuation { continuation in
      let isReady = contents.withLock { contents in
        if contents.isClosed || !contents.messages.isEmpty { return true }
        contents.readers.append(continuation)
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Drops the messages, present and future ones, and resumes everybody who waits.
  @inlinable func close() {
    let (messages, readers) = contents.withLock { contents in
      contents.isClosed = true
      defer { (contents.messages, contents.readers) = (Queue(), []) }
      return (contents.messages.contents, contents.readers)
    }
    for case .reply(_, _, let waiter?) in messages { waiter.resume() }
    for reader in readers { reader.resume() }
  }
}
