import Synchronization

/// The change that a storage has made last, if synchronizing the folder failed after it.
///
/// The operation has thrown, and its caller still has the version before the change. A change that is
/// based on that version is based on this one, too: no other program has changed the file in between.
final class UnconfirmedChange: Sendable {
  private let versions = Mutex<(base: FileVersion, now: FileVersion)?>(nil)

  func isChange(of base: FileVersion, to now: FileVersion) -> Bool {
    versions.withLock { $0.map { $0.base == base && $0.now == now } ?? false }
  }

  func remember(basedOn base: FileVersion, _ now: FileVersion) {
    versions.withLock { $0 = (base, now) }
  }

  func forget() {
    versions.withLock { $0 = nil }
  }
}
