extension Store {
  /// The current state and the states that follow. A slow reader receives the newest state.
  ///
  ///     for await state in store.states {
  ///       render(state)
  ///     }
  ///
  /// Guarantees:
  ///
  /// - The first element is the state at the time of the first request. After actions were reduced between
  ///   two requests, the next element is the newest state.
  /// - The sequence ends when the store ends or the reading task is cancelled. Iterators are independent.
  /// - A sequence does not keep the store alive, and holds no state between two requests, so the next
  ///   action copies no collection.
  ///
  /// Not guaranteed: one element for each action, or that an element differs from the one before.
  ///
  /// Like the store, a sequence is not `Sendable`, and the state need not be. With a store on no
  /// isolation, a request reduces the replies of effects while it waits, as ``finish(isolation:)`` does.
  public var states: States { States(store: self) }

  /// The states of a store; see ``Store/states``.
  public struct States: AsyncSequence {
    public typealias Element = State
    public typealias Failure = Never

    private weak var store: Store?

    fileprivate init(store: Store) {
      self.store = store
    }

    public func makeAsyncIterator() -> Iterator { Iterator(store: store) }

    /// Delivers the current state, and then the newest state after a change.
    public struct Iterator: AsyncIteratorProtocol {
      private weak var store: Store?
      private var signals: AsyncStream<Void>.Iterator
      private var version: Int?

      fileprivate init(store: Store?) {
        let (stream, signal) = AsyncStream.makeStream(
          of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.store = store
        signals = stream.makeAsyncIterator()
        if let store {
          store.add(signal)
          signal.yield()
        } else {
          signal.finish()
        }
      }

      public mutating func next(isolation: isolated (any Actor)?) async -> State? {
        while await signals.next(isolation: isolation) != nil {
          guard let store else { return nil }
          if store.isDrained { store.drain() }
          let current = store.readers.version
          guard current != version else { continue }
          version = current
          return store.untrackedState
        }
        return nil
      }
    }
  }

  /// Adds a reader of ``states``. In a store that only a reader drains, replies wake the reader too.
  func add(_ signal: WakeSignal) {
    leaveIdle()
    let count = readers.signals.count
    // Ended readers leave at the next action, and here. This is rare, because it wakes the others. It is a turn:
    // actions that they send wait.
    if count >= 16, count & (count - 1) == 0, phase == .active {
      performTurn { wakeReaders() }
      leaveIdle()
    }
    readers.signals.append(signal)
    if isDrained { mailbox.add(signal) }
  }

  @usableFromInline func notifyReaders() {
    readers.version += 1
    wakeReaders()
  }

  /// Wakes the readers, and removes those that have ended. Without a new version, a woken reader waits again.
  private func wakeReaders() {
    let signals = readers.signals
    let present = signals.filter { $0.send() }
    guard present.count < signals.count else { return }
    // The executor of a reader may have added readers.
    readers.signals = present + readers.signals.dropFirst(signals.count)
  }

  /// The number of readers, for tests.
  package var readerCount: Int { readers.signals.count }
}

/// Wakes a reader of states: once, however often it is sent before the reader continues.
@usableFromInline typealias WakeSignal = AsyncStream<Void>.Continuation

extension WakeSignal {
  /// `false` if the reader has ended.
  func send() -> Bool {
    switch yield() {
    case .enqueued, .dropped: true
    case .terminated: false
    @unknown default: true
    }
  }
}

/// The readers of the states of one store, and the version that they should see.
@usableFromInline struct StateReaders {
  var signals: [WakeSignal] = []
  var version = 0

  @usableFromInline var isEmpty: Bool { signals.isEmpty }

  func end() {
    for signal in signals { signal.finish() }
  }
}
