import CTerminal
import Foundation
import Synchronization

/// Puts off the signals that end a program while it must not end where it is.
enum TerminationSignals {
  private static let numbers = [SIGHUP, SIGINT, SIGTERM]
  private static let caught = Atomic<Int32>(0)
  private static let wake = WakeUp()

  /// Runs `body`, and only then lets a signal that came end the program.
  ///
  /// A signal makes `arrival`, a descriptor, readable: what waits in `body` should look at it and
  /// give up.
  static func putOff<Result>(during body: (_ arrival: Int32) -> Result) -> Result {
    // Both are made here, since a handler may do next to nothing.
    let arrival = wake.readEnd
    caught.store(0, ordering: .sequentiallyConsistent)
    let former = numbers.map { number in
      signal(number) { number in
        TerminationSignals.caught.store(number, ordering: .sequentiallyConsistent)
        TerminationSignals.wake.call()
      }
    }
    let result = body(arrival)
    for (number, handler) in zip(numbers, former) { _ = signal(number, handler) }
    wake.reset()
    let number = caught.exchange(0, ordering: .sequentiallyConsistent)
    if number != 0 { raise(number) }
    return result
  }
}

/// Lets Ctrl-C end something long instead of the program.
enum InterruptWatch {
  /// Runs `body`, which asks now and then whether it was interrupted and then comes to an end. A
  /// second Ctrl-C ends the program, should it not.
  static func run<Result, Failure: Error>(
    _ body: (_ wasInterrupted: @escaping () -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cterminal_watch_interrupts()
    defer { cterminal_stop_watching() }
    return try body { cterminal_was_interrupted() }
  }
}

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
