extension Store {
  /// The current state and those that follow, for a reader that may be slow: it gets the newest.
  ///
  ///     for await state in store.states {
  ///       render(state)
  ///     }
  ///
  /// What is promised: it begins with the state at the time when it is first asked, gives the newest
  /// state next time if actions were reduced in between, and ends when the store ends or the reading
  /// task is cancelled. Every reader gets its own. It does not keep the store alive, and holds no
  /// state between two readings, so that a collection in it is not copied at the next action.
  ///
  /// A sequence can be read where its store can be used, and nowhere else: like the store it is not
  /// `Sendable`, and so the state need not be. With a store made on no isolation, reading does what
  /// ``finish(isolation:)`` does: while it waits, it reduces the replies of effects.
  ///
  /// What is not: that a state is given for every action, or that a state is other than the one before.
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

    /// One reader of the states of a store.
    public struct Iterator: AsyncIteratorProtocol {
      private weak var store: Store?
      private var rings: AsyncStream<Void>.Iterator
      private var version: Int?

      fileprivate init(store: Store?) {
        let (stream, bell) = AsyncStream.makeStream(
          of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.store = store
        rings = stream.makeAsyncIterator()
        if let store {
          store.add(bell)
          bell.yield()
        } else {
          bell.finish()
        }
      }

      public mutating func next(isolation: isolated (any Actor)?) async -> State? {
        while await rings.next(isolation: isolation) != nil {
          guard let store else { return nil }
          if isolation == nil { store.drain() }
          let current = store.withReaders { $0.version }
          guard current != version else { continue }
          version = current
          return store.state
        }
        return nil
      }
    }
  }
}
