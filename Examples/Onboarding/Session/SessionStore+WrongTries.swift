import CairnStorage
import Synchronization

// The count of wrong PINs on disk, which all programs of a user share.
extension SessionStore {
  /// Counts a try before its PIN is compared, unless another program has counted more tries.
  ///
  /// - Parameter tries: the wrong tries that are known here.
  /// - Returns: the session that is saved now, and whether the try was counted; `nil` if no session is
  ///   saved.
  /// - Throws: a failure of the storage. The try is then taken back, because the file can have the new
  ///   count nevertheless. If another program has changed the file meanwhile, the storage refuses this, so
  ///   that the tries of that program stay counted.
  func countTry(
    after tries: Int
  ) async throws(StorageError) -> (session: Session, isCounted: Bool)? {
    let former = Mutex<Session?>(nil)
    do throws(StorageError) {
      let saved = try await update { session in
        guard session.wrongTries <= tries else { return }
        let old = session
        former.withLock { $0 = old }
        session.wrongTries += 1
      }
      return saved.map { ($0, former.withLock { $0 != nil }) }
    } catch {
      if let session = former.withLock({ $0 }) { try? await save(session) }
      throw error
    }
  }

  /// Takes back a try whose PIN was not compared. If that fails, the count on disk stays too high.
  ///
  /// - Parameter counted: the session after the try was counted. If the file has another user or a lower
  ///   count, nothing is changed.
  func takeBackTry(countedIn counted: Session) async {
    _ = try? await update { session in
      guard session.pinHash == counted.pinHash, session.wrongTries >= counted.wrongTries else {
        return
      }
      session.wrongTries -= 1
    }
  }

  /// Sets the count to zero after the right PIN. If that fails, the count on disk stays too high until
  /// the session is saved again.
  ///
  /// - Parameter checked: the session that has the PIN.
  /// - Returns: the session that is saved now; `nil` if another program has removed or replaced it.
  func forgetTries(of checked: Session) async -> Session? {
    do {
      let saved = try await update { if $0.pinHash == checked.pinHash { $0.wrongTries = 0 } }
      return saved?.pinHash == checked.pinHash ? saved : nil
    } catch {
      var session = checked
      session.wrongTries = 0
      return session
    }
  }
}
