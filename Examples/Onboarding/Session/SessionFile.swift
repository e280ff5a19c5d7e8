#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The one file that a ``SessionStore`` keeps its session in, on disk or in memory.
///
/// A conforming type moves bytes; what they mean, and what is done about those that mean nothing,
/// is decided here for all of them.
protocol SessionFile: Sendable {
  /// The name that messages give.
  var path: String { get }

  /// The contents, or nil where there is no file. More than ``SessionFormat/sizeLimit`` bytes need
  /// not be read to their end.
  mutating func read() throws(FileFailure) -> [UInt8]?

  /// Replaces the contents as a whole, or leaves them as they were and throws.
  mutating func replace(with bytes: [UInt8]) throws(FileFailure)

  /// Renames the file to the first of ``asidePath(of:number:)`` that is free, and returns that.
  mutating func setAside() throws(FileFailure) -> String

  /// Removes the file if there is one.
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
      try makeWay()
      try replace(with: SessionFormat.encode(session))
    } catch {
      throw SessionError(reason: error.reason, doing: "saving", path: path)
    }
  }

  mutating func signOut() throws(SessionError) {
    do throws(FileFailure) {
      try remove()
    } catch {
      throw SessionError(reason: error.reason, doing: "removing", path: path)
    }
  }

  /// Refuses to save over what cannot be read, and sets aside what cannot be understood.
  private mutating func makeWay() throws(FileFailure) {
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

/// A session file that is never on disk, so that a store in memory goes the same way as one that is.
struct MemoryFile: SessionFile, Hashable {
  let path = "onboarding.json"
  private var bytes: [UInt8]?
  private var setAsideCount = 0

  /// A file of `session`; one that could not have been saved is as good as a damaged file.
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

/// Why a file could not be used, in the system's words where the system refused.
struct FileFailure: Error, Equatable {
  let reason: String
  /// The system's error number, nil where it was not the system that refused.
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
      "Written by a newer program, in format \(version) where this one knows "
        + "\(SessionFormat.version)")
  }

  /// Makes a system call that answers −1 on failure, again for as long as a signal interrupts it.
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
