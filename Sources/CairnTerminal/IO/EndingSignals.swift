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
