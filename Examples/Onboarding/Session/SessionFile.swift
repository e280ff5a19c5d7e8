#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file of a ``SessionStore``, on disk or in memory.
///
/// A conforming type moves bytes. The extension interprets them, and handles damaged files.
protocol SessionFile: Sendable {
  /// The path for messages.
  var path: String { get }

  /// The contents; `nil` if there is no file. Bytes after ``SessionFormat/sizeLimit`` need not be
  /// read.
  mutating func read() throws(FileFailure) -> [UInt8]?

  /// Replaces the contents as a whole, or throws and leaves them unchanged.
  mutating func replace(with bytes: [UInt8]) throws(FileFailure)

  /// Renames the file to the first unused path of ``asidePath(of:number:)``, and returns that path.
  mutating func setAside() throws(FileFailure) -> String

  /// Removes the file if it exists.
  mutating func remove() throws(FileFailure)
}

extension SessionFile {
  mutating func load() -> LoadedSession {
    var doing = "reading"
    do throws(FileFailure) {
      guard let bytes = try read() else { return .signedOut(note: nil) }
      switch SessionFormat.decode(bytes) {
      case .session(let session):
        return .signedIn(session)
      case .newer(let version):
        throw .newer(version)
      case .damaged:
        doing = "renaming the damaged"
        let kept = try setAside()
        return .signedOut(
          note: "The saved session \(path) could not be understood and was kept as \(kept).")
      }
    } catch {
      let error = SessionError(reason: error.reason, doing: doing, path: path)
      return .signedOut(
        note: "\(error). It was left in place; nothing is saved there until it is moved away.")
    }
  }

  mutating func save(_ session: Session) throws(SessionError) {
    do throws(FileFailure) {
      try prepareToReplace()
      try replace(with: SessionFormat.encode(session))
    } catch {
      throw SessionError(reason: error.reason, doing: "saving", path: path)
    }
  }

  mutating func update(
    _ change: (inout Session) -> Void
  ) throws(SessionError) -> Session? {
    guard case .signedIn(var session) = load() else { return nil }
    change(&session)
    try save(session)
    return session
  }

  mutating func signOut() throws(SessionError) {
    do throws(FileFailure) {
      try remove()
    } catch {
      throw SessionError(reason: error.reason, doing: "removing", path: path)
    }
  }

  /// Renames a damaged file. Throws if the file cannot be read or was written by a newer program.
  private mutating func prepareToReplace() throws(FileFailure) {
    guard let bytes = try read() else { return }
    switch SessionFormat.decode(bytes) {
    case .session: break
    case .newer(let version): throw .newer(version)
    case .damaged: _ = try setAside()
    }
  }

  /// `onboarding.json.damaged`, then `onboarding.json.damaged-2` and so on.
  static func asidePath(of path: String, number: Int) -> String {
    number == 1 ? "\(path).damaged" : "\(path).damaged-\(number)"
  }
}

/// A session file in memory. A store in memory therefore runs the same code as one on disk.
struct MemoryFile: SessionFile, Hashable {
  let path = "onboarding.json"
  private var bytes: [UInt8]?
  private var setAsideCount = 0

  /// A file with `session`, or a damaged file if the session cannot be encoded.
  init(_ session: Session?) {
    bytes = session.map { (try? SessionFormat.encode($0)) ?? [] }
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  func read() -> [UInt8]? { bytes }

  mutating func replace(with bytes: [UInt8]) { self.bytes = bytes }

  mutating func setAside() -> String {
    bytes = nil
    setAsideCount += 1
    return Self.asidePath(of: path, number: setAsideCount)
  }

  mutating func remove() { bytes = nil }
}

/// The reason why a file could not be used, in the system's words if the system refused.
struct FileFailure: Error, Equatable {
  let reason: String
  /// The system's error number; `nil` if another reason prevented the use.
  let code: Int32?

  init(_ reason: String) {
    self.reason = reason
    code = nil
  }

  init(code: Int32) {
    reason = String(cString: strerror(code))
    self.code = code
  }

  static func newer(_ version: Int) -> FileFailure {
    FileFailure(
      "Written by a newer program, in format \(version); this program supports format "
        + "\(SessionFormat.version)")
  }

  /// Makes a system call that returns −1 on failure. A call that a signal interrupts is repeated.
  @discardableResult
  static func check<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(FileFailure) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw FileFailure(code: code) }
    }
  }
}
