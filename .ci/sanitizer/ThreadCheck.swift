import Foundation
import Synchronization

/// Several threads contend for a mutex. With the argument `race` they also change a variable beside
/// the mutex.
///
/// Each loop has a thread of its own. On a busy machine, one thread of a pool could run several tasks one after another,
/// which is no race.
///
/// `build` expects no report in the first case and a report of `changeUnguarded` in the second.
final class Shared: @unchecked Sendable {
  private let guarded = Mutex([0])
  private var unguarded = 0

  @inline(never)
  func changeGuarded() {
    guarded.withLock { numbers in
      numbers[0] += 1
      if numbers.count < 100 { numbers.append(1) } else { numbers = [0] }
    }
  }

  @inline(never)
  func changeUnguarded() { unguarded += 1 }
}

@main struct Check {
  static func main() {
    let shared = Shared()
    let hasRace = CommandLine.arguments.contains("race")
    let ends = DispatchSemaphore(value: 0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        for _ in 0..<20_000 {
          shared.changeGuarded()
          if hasRace { shared.changeUnguarded() }
        }
        ends.signal()
      }
    }
    for _ in 0..<4 { ends.wait() }
  }
}
