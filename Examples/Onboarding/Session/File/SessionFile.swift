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
