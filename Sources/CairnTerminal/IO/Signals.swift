import CTerminal
import Foundation
import Synchronization

/// Defers the signals that end a program, for the time of an operation that must be completed.
enum TerminationSignals {
  private static let numbers = [SIGHUP, SIGINT, SIGTERM]
  private static let caught = Atomic<Int32>(0)
  private static let pipe = WakePipe()

  /// Runs `body`. A signal that arrives meanwhile takes effect afterwards.
  ///
  /// - Parameter body: takes a descriptor that a signal makes readable. A body that waits should
  ///   wait for it too, and then return early.
  static func deferDelivery<Result>(during body: (_ arrival: Int32) -> Result) -> Result {
    // Both statics are initialized here: a signal handler must not allocate.
    let arrival = pipe.readEnd
    caught.store(0, ordering: .sequentiallyConsistent)
    let former = numbers.map { number in
      signal(number) { number in
        TerminationSignals.caught.store(number, ordering: .sequentiallyConsistent)
        TerminationSignals.pipe.signal()
      }
    }
    let result = body(arrival)
    for (number, handler) in zip(numbers, former) { _ = signal(number, handler) }
    pipe.reset()
    let number = caught.exchange(0, ordering: .sequentiallyConsistent)
    if number != 0 { raise(number) }
    return result
  }
}

/// Makes Ctrl-C end a long operation and not the program.
enum InterruptWatch {
  /// Runs `body`, which polls `wasInterrupted` and then returns. A second Ctrl-C ends the program.
  static func run<Result, Failure: Error>(
    _ body: (_ wasInterrupted: @escaping () -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cterminal_watch_interrupts()
    defer { cterminal_stop_watching() }
    return try body { cterminal_was_interrupted() }
  }
}

/// A pipe that ends a call to `poll`, from any thread or signal handler.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32
  private let isSignaled = Atomic(false)

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

  /// Makes the read end readable. The pipe holds at most one byte, so that writing never blocks.
  @Sendable func signal() {
    if !isSignaled.exchange(true, ordering: .sequentiallyConsistent) {
      var byte: UInt8 = 0
      _ = write(writeEnd, &byte, 1)
    }
  }

  /// Empties the pipe.
  ///
  /// The caller looks for new work *after* this call: a signal that arrives during the call may not
  /// make the read end readable again.
  func reset() {
    guard isSignaled.load(ordering: .sequentiallyConsistent) else { return }
    var byte: UInt8 = 0
    _ = read(readEnd, &byte, 1)
    isSignaled.store(false, ordering: .sequentiallyConsistent)
  }
}
