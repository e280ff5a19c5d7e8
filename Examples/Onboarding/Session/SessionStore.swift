import Cairn
import CairnSimulation
import CairnStorage
import Synchronization

/// Stores one signed-in user, for effects that load, save and remove the session.
///
///     let store = SessionStore.file("session.json")
///     try await store.save(session)
///     await store.load()  // .signedIn(session)
///     try await store.remove()
///     await store.load()  // .signedOut(note: nil)
///
/// - `load` never fails: a file that cannot be used is a signed-out start with a note.
/// - `save` stores the whole session or, if it throws, leaves the former one.
/// - `remove` deletes the session and its copy, and succeeds where nothing is saved. A damaged file and
///   the file of a newer program are renamed and never deleted.
///
/// `save` and `remove` are refused if another program has changed the session since this store has last
/// loaded or saved it. Copies share their contents. Calls on them run one at a time.
struct SessionStore: Sendable {
  var load: @Sendable () async -> LoadedSession
  var save: @Sendable (Session) async throws(StorageError) -> Void
  /// Changes the session that is saved now, in one operation, and returns it; `nil` if none is saved.
  var update:
    @Sendable (_ change: @escaping @Sendable (inout Session) -> Void) async throws(StorageError)
      -> Session?
  /// Returns the file of another program that was renamed; `nil` if there was none.
  var remove: @Sendable () async throws(StorageError) -> Finding?
}

extension SessionStore {
  /// A store on disk. `path` may be relative to the working folder.
  static func file(_ path: String) -> SessionStore {
    SessionStore(FileStorage(path, format: .session), path: path, base: Base(.none))
  }

  /// The path of the session in a simulated world.
  static let simulatedPath = "onboarding.json"

  /// The version of the file that this program has last loaded or saved.
  struct Base: Sendable {
    let get: @Sendable () -> FileVersion
    let set: @Sendable (FileVersion) -> Void

    init(
      get: @escaping @Sendable () -> FileVersion, set: @escaping @Sendable (FileVersion) -> Void
    ) {
      self.get = get
      self.set = set
    }

    init(_ version: FileVersion) {
      let base = Mutex(version)
      self.init(get: { base.withLock { $0 } }, set: { new in base.withLock { $0 = new } })
    }

    /// The version of a run. A search from a session begins with the version that the session has.
    init(in run: WorldMemory) {
      let base = run.keep(FileVersion.none, as: "the version of the session")
      self.init(get: { base.withLock { $0 } }, set: { new in base.withLock { $0 = new } })
    }
  }

  /// A store that uses a stored file.
  init(_ storage: FileStorage<Session>, path: String, base: Base) {
    self.init(
      load: { await storage.loadSession(path: path, base: base) },
      save: { session throws(StorageError) in
        base.set(try await storage.save(session, basedOn: base.get()).version)
      },
      update: { change throws(StorageError) in
        let changed = try await storage.update { session in
          guard var new = session else { return }
          change(&new)
          session = new
        }
        base.set(changed.version)
        return changed.value
      },
      remove: { () throws(StorageError) in
        let removed = try await storage.remove(base.get())
        base.set(removed.version)
        return removed.finding
      })
  }
}

extension FileStorage<Session> {
  /// A file in the memory of this run.
  static func memory(of run: WorldMemory) -> FileStorage<Session> {
    memory(run.keep(SimulatedDisk(hasLinks: false), as: SessionStore.simulatedPath))
  }

  static func memory(_ disk: Guarded<SimulatedDisk>) -> FileStorage<Session> {
    FileStorage(simulated: SessionStore.simulatedPath, format: .session) { body in
      disk.withLock { body(&$0) }
    }
  }

  fileprivate func loadSession(path: String, base: SessionStore.Base) async -> LoadedSession {
    do throws(StorageError) {
      let loaded = try await load()
      base.set(loaded.version)
      if let session = loaded.value { return .signedIn(session) }
      switch loaded.finding {
      case nil, .newerSetAside: return .signedOut(note: nil)
      case .newer(let found, let supported):
        // A save is not based on this file, and is refused.
        base.set(.none)
        throw StorageError(.newer(found: found, supported: supported), "reading", path)
      case .damaged(let kept):
        let note = "The saved session \(path) could not be understood and was kept as \(kept)."
        guard let session = loaded.lastGood,
          let version = await restore(session, basedOn: loaded.version)
        else {
          return .signedOut(note: note)
        }
        base.set(version)
        return .signedOut(
          note: "\(note) The session before the last change is back at the next start, which asks "
            + "for the PIN.")
      }
    } catch {
      // A cancelled effect has no use for an answer.
      if error.problem == .cancelled { return .signedOut(note: nil) }
      return .signedOut(
        note: "\(error.summary). "
          + "It was left in place; nothing is saved there until it is moved away.")
    }
  }

  /// Saves the last good session after damage, for the next start. If the program ends before, or saving
  /// fails, the next start tries again.
  ///
  /// The session asks for the PIN, because the damaged one may have asked for it.
  private func restore(_ session: Session, basedOn base: FileVersion) async -> FileVersion? {
    var session = session
    session.locks = true
    return try? await save(session, basedOn: base).version
  }
}

extension SessionStore {
  /// Removes the session, and reports whether that succeeded.
  func signOut<Action>(
    done: Action, failed: @escaping @Sendable (_ reason: String) -> Action
  ) -> Effect<Action> {
    .run(name: "sign out") { [remove] send in
      // If the removal has renamed a file of another program, the first sign-out reports its new name.
      // The next one succeeds.
      let finding = try await remove()
      await send(finding.map { failed("\($0)") } ?? done)
    } catch: { error, send in
      await send(failed("\(error)"))
    }
  }
}
