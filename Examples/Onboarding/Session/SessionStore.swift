import Cairn
import CairnSimulation
import Foundation

/// Keeps one signed-in user, for effects to load, save and remove.
///
///     let store = SessionStore.file(SessionStore.defaultPath())
///     try await store.save(session)
///     await store.load()  // .signedIn(session)
///     try await store.remove()
///     await store.load()  // .signedOut(note: nil)
///
/// - `load` never fails: what cannot be used is a signed-out start with a note.
/// - `save` keeps the whole session or, when it throws, what was there before. It never overwrites
///   a file that `load` would not have understood.
/// - `remove` leaves nothing of what `save` wrote, and succeeds where nothing is saved. Files that
///   were set aside as damaged stay where the note said.
///
/// Copies share what they keep. Calls on them run one at a time; two *programs* on one file are
/// not kept apart, and there the last save wins.
struct SessionStore: Sendable {
  var load: @Sendable () async -> LoadedSession
  var save: @Sendable (Session) async throws(SessionError) -> Void
  var remove: @Sendable () async throws(SessionError) -> Void
}

extension SessionStore {
  /// A store whose session is the contents of `file`.
  init(keeping file: Guarded<some SessionFile>) {
    self.init(
      load: { file.withLock { $0.load() } },
      save: { session throws(SessionError) in
        try file.withLock { file throws(SessionError) in try file.save(session) }
      },
      remove: { () throws(SessionError) in
        try file.withLock { file throws(SessionError) in try file.signOut() }
      })
  }

  /// A store on disk; `path` may be relative to the working folder.
  static func file(_ path: String) -> SessionStore {
    SessionStore(keeping: Guarded(DiskFile(path: path)))
  }

  /// A store that lasts as long as this value and its copies, for tests, trails and runs that
  /// leave nothing behind.
  static func memory(initial session: Session? = nil) -> SessionStore {
    SessionStore(keeping: Guarded(MemoryFile(session)))
  }

  /// A store in memory whose file holds `text`, to start with one that is not understood.
  static func memory(holding text: String) -> SessionStore {
    SessionStore(keeping: Guarded(MemoryFile(text)))
  }
}

extension SessionStore {
  /// Where the session is kept unless told otherwise.
  ///
  ///     SessionStore.defaultPath(environment: ["HOME": "/home/ada"])
  ///     // /home/ada/.local/state/cairn/onboarding.json
  ///
  /// `$XDG_STATE_HOME` where that is an absolute path, else `~/.local/state`, on macOS
  /// `~/Library/Application Support`; in it `cairn/onboarding.json`. `~` is `$HOME` where that is
  /// an absolute path, else the home folder that the system knows. Nothing is created here.
  ///
  /// Source: XDG Base Directory Specification 0.8, "All paths set in these environment variables
  /// must be absolute. If an implementation encounters a relative path […] it should consider the
  /// path invalid and ignore it."
  static func defaultPath(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    #if os(macOS)
      let ofUser = "Library/Application Support"
    #else
      let ofUser = ".local/state"
    #endif
    let state = folder("XDG_STATE_HOME") ?? "\(folder("HOME") ?? NSHomeDirectory())/\(ofUser)"
    return "\(state)/cairn/onboarding.json"
  }
}

extension SessionStore {
  /// Removes the session, and says whether it is gone.
  func signOut<Action>(
    done: Action, failed: @escaping @Sendable (_ reason: String) -> Action
  ) -> Effect<Action> {
    .run(name: "sign out") { [remove] send in
      try await remove()
      await send(done)
    } catch: { error, send in
      await send(failed("\(error)"))
    }
  }
}
