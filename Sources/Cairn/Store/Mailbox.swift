import Synchronization

/// Where effects leave what they have to say, from any thread, until the store reads it.
@usableFromInline
final class Mailbox<Action: Sendable>: Sendable {
  @usableFromInline
  enum Letter: Sendable {
    case action(Action, effect: Int, waiter: Waiter?)
    case finished(effect: Int)
  }

  @usableFromInline
  struct Contents {
    @usableFromInline var letters = Queue<Letter>()
    @usableFromInline var isClosed = false
    @usableFromInline var readers: [CheckedContinuation<Void, Never>] = []
    @usableFromInline var bells: [Bell] = []
  }

  @usableFromInline let contents = Mutex(Contents())

  /// What became of a letter.
  @usableFromInline
  enum Posting {
    /// It was dropped: nobody reads this mailbox any more.
    case closed
    /// Somebody waited for it, and reads it now.
    case fetched
    /// It lies there.
    case left
  }

  /// Leaves a letter and wakes whoever waits for one.
  @inlinable
  @discardableResult
  func post(_ letter: Letter) -> Posting {
    let posting: Posting? = contents.withLock { contents in
      guard !contents.isClosed else { return .closed }
      contents.letters.append(letter)
      return contents.readers.isEmpty && contents.bells.isEmpty ? .left : nil
    }
    return posting ?? wake()
  }

  @usableFromInline
  func wake() -> Posting {
    let (readers, bells) = contents.withLock { contents in
      defer { contents.readers = [] }
      return (contents.readers, contents.bells)
    }
    for reader in readers { reader.resume() }
    for bell in bells { _ = bell.ring() }
    return readers.isEmpty ? .left : .fetched
  }

  /// Has a bell rung for every letter, as long as somebody listens.
  @inlinable
  func append(_ bell: Bell) {
    let bells = contents.withLock { $0.bells }.filter { $0.ring() }
    contents.withLock { $0.bells = bells + [bell] }
  }

  /// Leaves an action and waits until it is settled.
  @inlinable
  nonisolated(nonsending) func deliver(_ action: Action, effect: Int) async {
    await withUnsafeContinuation { continuation in
      let posting = post(.action(action, effect: effect, waiter: continuation))
      if posting == .closed { continuation.resume() }
    }
  }

  /// Takes out the letter that was left first; `nil` if there is none.
  @inlinable
  func takeFirst() -> Letter? { contents.withLock { $0.letters.popFirst() } }

  /// Waits until there is a letter, or the mailbox is closed.
  @inlinable
  func arrival(isolation: isolated (any Actor)?) async {
    await withCheckedContinuation { continuation in
      let isReady = contents.withLock { contents in
        if contents.isClosed || !contents.letters.isEmpty { return true }
        contents.readers.append(continuation)
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Drops what is in it and whatever comes later; nobody waits for an answer in vain.
  @inlinable
  func close() {
    let (letters, readers) = contents.withLock { contents in
      contents.isClosed = true
      defer { (contents.letters, contents.readers) = (Queue(), []) }
      return (contents.letters.contents, contents.readers)
    }
    for case .action(_, _, let waiter?) in letters { waiter.resume() }
    for reader in readers { reader.resume() }
  }
}
