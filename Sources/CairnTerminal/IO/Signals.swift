import CTerminal
import Foundation
import Synchronization

/// Makes Ctrl-C, and SIGTERM in a search, end a long operation and not the program.
enum InterruptWatch {
  /// Runs `body`, which polls `wasInterrupted` and then returns. A second signal of the same kind ends the program.
  ///
  /// - Parameter withTermination: whether SIGTERM does the same. The caller then prints the result and calls
  ///   ``endIfTerminated()``.
  static func run<Result, Failure: Error>(
    withTermination: Bool = false,
    _ body: (_ wasInterrupted: @escaping () -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cterminal_watch_interrupts(withTermination)
    defer { cterminal_stop_watching(withTermination) }
    return try body { cterminal_was_interrupted() }
  }

  /// Runs `body`. SIGINT and SIGTERM end the program after `tell`, on another thread, because `body` may hang. It does not
  /// call `tell` while the reader of the output takes nothing more.
  static func run<Result>(telling tell: @escaping @Sendable () -> Void, _ body: () -> Result)
    -> Result
  {
    run(withTermination: true) { _ in
      let (end, isOver) = (WakePipe(), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        var descriptors = [eventDescriptor, end.readEnd]
          .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while unsafe poll(&descriptors, nfds_t(descriptors.count), -1) < 0, errno == EINTR {}
        if cterminal_was_interrupted() {
          // After `^C`, if a short text does not wait for its reader.
          if Descriptor(number: STDOUT_FILENO).isReady(for: POLLOUT) {
            if Output.standard.isTerminal { Output.standard.write(TerminalText(.lineFeed)) }
            tell()
          }
          Self.end(by: SIGINT)
        }
        isOver.signal()
      }
      defer {
        end.signal()
        isOver.wait()
      }
      return body()
    }
  }

  /// Makes SIGTERM and SIGHUP end the session and not the program, which calls ``endIfTerminated()`` when it
  /// has written what is left.
  static func watchEndings() { cterminal_watch_endings() }

  /// Whether SIGTERM or SIGHUP has arrived in a watch for it.
  static var wasTerminated: Bool { cterminal_termination() != 0 }

  /// Ends the program by the signal that has ended a search or a session.
  static func endIfTerminated() {
    if wasTerminated { end(by: cterminal_termination()) }
  }

  /// Ends the program by the signal for its end that has arrived, or by another one.
  static func end(by other: Int32) {
    let number = wasTerminated ? cterminal_termination() : other
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Readable after Ctrl-C.
  static var eventDescriptor: Int32 { cterminal_watch_descriptor() }

  /// Waits for input; `false` if a signal ended the wait.
  static func waitForInput(_ descriptor: Descriptor) -> Bool {
    while true {
      if wasTerminated { return false }
      var descriptors = [eventDescriptor, descriptor.number]
        .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = unsafe poll(&descriptors, nfds_t(descriptors.count), -1)
      if cterminal_was_interrupted() { return false }
      if count > 0 || errno != EINTR { return true }
    }
  }
}

/// A pipe that ends a call to `poll`, from any thread or signal handler.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32
  private let isSignaled = Atomic(false)

  init() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
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
      _ = unsafe write(writeEnd, &byte, 1)
    }
  }

  /// Empties the pipe.
  ///
  /// The caller looks for new work *after* this call: a signal that arrives during the call may not
  /// make the read end readable again.
  func reset() {
    guard isSignaled.load(ordering: .sequentiallyConsistent) else { return }
    var byte: UInt8 = 0
    _ = unsafe read(readEnd, &byte, 1)
    isSignaled.store(false, ordering: .sequentiallyConsistent)
  }
}
