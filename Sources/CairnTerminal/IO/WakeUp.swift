import Foundation
import Synchronization

/// A pipe that ends a `poll`, from any thread or signal handler.
final class WakeUp: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32
  private let isCalled = Atomic(false)

  init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      Output.fail("cannot open a pipe: \(SystemError(code: errno))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// At most one byte is in the pipe, so that writing never blocks.
  @Sendable func call() {
    if !isCalled.exchange(true, ordering: .sequentiallyConsistent) {
      var byte: UInt8 = 0
      _ = write(writeEnd, &byte, 1)
    }
  }

  /// Makes ready for the next call. Whoever resets looks for what calls may be about *afterwards*:
  /// one that comes during this makes no new byte.
  func reset() {
    guard isCalled.load(ordering: .sequentiallyConsistent) else { return }
    var byte: UInt8 = 0
    _ = read(readEnd, &byte, 1)
    isCalled.store(false, ordering: .sequentiallyConsistent)
  }
}
