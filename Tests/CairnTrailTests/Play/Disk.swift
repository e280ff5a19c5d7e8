import Synchronization

/// Storage that survives a restart.
final class Disk: Sendable {
  private let contents: Mutex<String?>

  init(_ contents: String?) {
    self.contents = Mutex(contents)
  }

  func read() -> String? { contents.withLock { $0 } }

  func write(_ text: String) { contents.withLock { $0 = text } }
}
