#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
