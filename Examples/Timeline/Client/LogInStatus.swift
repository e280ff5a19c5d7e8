import CairnStorage
import Synchronization

/// Whether a person is logged in: a value in a file, which any number of tasks observe.
///
///     let status = LogInStatus(storage)
///     for await isLoggedIn in status { … }  // the present value, then each new one
///     try await status.set(true)
///
/// - An observer receives the present value first. It is read from the file at the first request; a file
///   that cannot be used is no log-in.
/// - Afterwards an observer receives the latest value as soon as it differs from its last one. Values that
///   change between two requests are *not* all seen: an observer that was busy while the value was true
///   for a moment receives nothing.
/// - A change is stored before an observer sees it, and a change that cannot be stored is seen by none.
/// - Observers are independent. An observation ends, and frees its memory, when its task is cancelled or
///   its iterator is released.
/// - An observer waits without a thread and without polling.
final class LogInStatus: AsyncSequence, Sendable {
  private struct State {
    /// `nil` until the file was read or changed.
    var present: Bool?
    var observers: [(id: Int, signal: AsyncStream<Void>.Continuation)] = []
    var lastID = 0
  }

  private let storage: FileStorage<SavedLogIn>
  private let state = Mutex(State())

  init(_ storage: FileStorage<SavedLogIn>) {
    self.storage = storage
  }

  /// Stores a value, and then tells the observers.
  func set(_ isLoggedIn: Bool) async throws(StorageError) {
    try await storage.update { $0 = isLoggedIn ? SavedLogIn() : nil }
    tell(isLoggedIn)
  }

  /// Ends a log-in from outside: the observers are told also if the file cannot be changed. The next start
  /// then begins logged in.
  func expire() async {
    _ = try? await storage.update { $0 = nil }
    if !Task.isCancelled { tell(false) }
  }

  /// The number of observers, for tests.
  var observerCount: Int { state.withLock { $0.observers.count } }

  private func tell(_ isLoggedIn: Bool) {
    let observers = state.withLock { state in
      state.present = isLoggedIn
      return state.observers
    }
    for observer in observers { observer.signal.yield() }
  }

  fileprivate func present() async -> Bool {
    if let present = state.withLock({ $0.present }) { return present }
    let isLoggedIn = (try? await storage.load())?.value != nil
    // A cancelled task has not read the file.
    guard !Task.isCancelled else { return isLoggedIn }
    return state.withLock { state in
      let present = state.present ?? isLoggedIn
      state.present = present
      return present
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(status: self, signals: observe()) }

  struct Iterator: AsyncIteratorProtocol {
    private let status: LogInStatus
    private var signals: AsyncStream<Void>.Iterator
    private var last: Bool?

    fileprivate init(status: LogInStatus, signals: AsyncStream<Void>.Iterator) {
      self.status = status
      self.signals = signals
    }

    mutating func next(isolation: isolated (any Actor)?) async -> Bool? {
      while await signals.next(isolation: isolation) != nil {
        let present = await status.present()
        guard !Task.isCancelled else { return nil }
        guard present != last else { continue }
        last = present
        return present
      }
      return nil
    }
  }

  /// The signals for a new observer; the first is given at once.
  private func observe() -> AsyncStream<Void>.Iterator {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastID += 1
      state.observers.append((state.lastID, signal))
      return state.lastID
    }
    signal.onTermination = { [weak self] _ in
      self?.state.withLock { $0.observers.removeAll { $0.id == id } }
    }
    signal.yield()
    return stream.makeAsyncIterator()
  }
}

/// The contents of the file of a person who is logged in. There is no file otherwise.
struct SavedLogIn: Codable, Hashable, Sendable {
  var isLoggedIn = true
}
