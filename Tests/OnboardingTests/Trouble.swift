import CairnStorage
import Synchronization

@testable import onboarding

/// Makes a store fail to save and to remove, until it ends.
final class Trouble: Sendable {
  static let reason = "No space left on device"
  /// The problem that a screen shows.
  static func problem(_ doing: String = "saving") -> String {
    "\(reason) (\(doing) onboarding.json). Free some space and try again."
  }

  private let reason: Mutex<String?>

  init(_ reason: String? = Trouble.reason) { self.reason = Mutex(reason) }

  func begin(_ reason: String = Trouble.reason) { self.reason.withLock { $0 = reason } }

  func end() { reason.withLock { $0 = nil } }

  func check(_ doing: String) throws(StorageError) {
    guard reason.withLock({ $0 }) != nil else { return }
    throw StorageError(.system(.noSpace), doing, "onboarding.json")
  }
}

extension SessionStore {
  func having(_ trouble: Trouble) -> SessionStore {
    SessionStore(
      load: load,
      save: { [save] session throws(StorageError) in
        try trouble.check("saving")
        try await save(session)
      },
      update: { [update] change throws(StorageError) in
        try trouble.check("saving")
        return try await update(change)
      },
      remove: { [remove] () throws(StorageError) in
        try trouble.check("removing")
        return try await remove()
      })
  }
}
