import Synchronization

@testable import onboarding

/// Makes a store fail to save and to remove, until it ends.
///
///     let trouble = Trouble()
///     let store = SessionStore.memory().having(trouble)
///     // … operations that fail …
///     trouble.end()
final class Trouble: Sendable {
  static let reason = "No space left on device"

  private let reason: Mutex<String?>

  init(_ reason: String? = Trouble.reason) {
    self.reason = Mutex(reason)
  }

  func begin(_ reason: String = Trouble.reason) { self.reason.withLock { $0 = reason } }

  func end() { reason.withLock { $0 = nil } }

  func check(_ doing: String) throws(SessionError) {
    guard let reason = reason.withLock({ $0 }) else { return }
    throw SessionError(reason: reason, doing: doing, path: "onboarding.json")
  }
}

extension SessionStore {
  func having(_ trouble: Trouble) -> SessionStore {
    SessionStore(
      load: load,
      save: { [save] session throws(SessionError) in
        try trouble.check("saving")
        try await save(session)
      },
      update: { [update] change throws(SessionError) in
        try trouble.check("saving")
        return try await update(change)
      },
      remove: { [remove] () throws(SessionError) in
        try trouble.check("removing")
        try await remove()
      })
  }
}
