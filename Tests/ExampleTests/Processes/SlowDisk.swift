import Foundation

@testable import CairnTerminal

/// The disk of the program `saver`: each access takes until ``release()``.
struct SlowDisk {
  let path: String

  init(in folder: Folder) throws {
    path = folder["disk"]
    guard mkfifo(path, 0o600) == 0 else { throw SystemError(code: errno) }
  }

  /// Waits for an access, which ends with the returned object.
  func access() throws -> StreamEnd { try StreamEnd(open(path, O_WRONLY | O_CLOEXEC)) }

  /// Waits for an access and ends it.
  func release() throws { try access().close() }
}
