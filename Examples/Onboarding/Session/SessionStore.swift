import Cairn
import Foundation
import Synchronization

/// Stores one signed-in user, for effects that load, save and remove the session.
///
///     let store = SessionStore.file(SessionStore.defaultPath())
///     try await store.save(session)
///     await store.load()  // .signedIn(session)
///     try await store.remove()
///     await store.load()  // .signedOut(note: nil)
///
/// - `load` never fails: a file that cannot be used is a signed-out start with a note.
/// - `save` stores the whole session or, if it throws, leaves the former one. It never overwrites a
///   file that `load` would not understand.
/// - `remove` deletes all that `save` has written, and succeeds where nothing is saved. Damaged files
///   that were renamed stay at the path that the note names.
///
/// Copies share their contents. Calls on them run one at a time. Two *programs* that use one file are
/// not synchronized: the last save wins.
struct SessionStore: Sendable {
  var load: @Sendable () async -> LoadedSession
  var save: @Sendable (Session) async throws(SessionError) -> Void
  /// Changes the saved session in one operation, and returns it; `nil` if none is saved.
  var update:
    @Sendable (_ change: @escaping @Sendable (inout Session) -> Void) async throws(SessionError)
      -> Session?
  var remove: @Sendable () async throws(SessionError) -> Void
}

extension SessionStore {
  /// A store on disk. `path` may be relative to the working folder.
  static func file(_ path: String) -> SessionStore {
    SessionStore(keeping: LockedFile(DiskFile(path: path)))
  }

  /// A store that lasts as long as its copies, for tests and for runs that leave nothing behind.
  static func memory(initial session: Session? = nil) -> SessionStore {
    SessionStore(keeping: LockedFile(MemoryFile(session)))
  }

  /// A store in memory whose file contains `text`, for tests with a damaged file.
  static func memory(holding text: String) -> SessionStore {
    SessionStore(keeping: LockedFile(MemoryFile(text)))
  }

  /// A store whose session is the contents of a file.
  init(keeping file: some SharedSessionFile) {
    self.init(
      load: { file.withLock { $0.load() } },
      save: { session throws(SessionError) in
        try file.withLock { file throws(SessionError) in try file.save(session) }
      },
      update: { change throws(SessionError) in
        try file.withLock { file throws(SessionError) in try file.update(change) }
      },
      remove: { () throws(SessionError) in
        try file.withLock { file throws(SessionError) in try file.signOut() }
      })
  }
}

/// A session file behind a lock.
///
/// The live app uses a mutex; a simulated world uses a value of the simulation, which a search can
/// compare and restore.
protocol SharedSessionFile: Sendable {
  associatedtype File: SessionFile

  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout File) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

/// A session file behind a mutex.
private final class LockedFile<File: SessionFile>: SharedSessionFile {
  private let file: Mutex<File>

  init(_ file: File) { self.file = Mutex(file) }

  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout File) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withLock { file throws(Failure) in try body(&file) }
  }
}

extension SessionStore {
  /// The path of the session without the option `--state`.
  ///
  ///     SessionStore.defaultPath(environment: ["HOME": "/home/ada"])
  ///     // /home/ada/.local/state/cairn/onboarding.json
  ///
  /// The file is `cairn/onboarding.json` in `$XDG_STATE_HOME` if that is an absolute path, else in
  /// `~/.local/state`, on macOS in `~/Library/Application Support`. `~` is `$HOME` if that is an
  /// absolute path, else the user's folder according to the system. Nothing is created here.
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

  /// Removes the session, and reports whether that succeeded.
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
