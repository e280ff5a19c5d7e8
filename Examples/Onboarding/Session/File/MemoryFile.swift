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
