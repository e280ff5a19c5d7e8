import Synchronization

/// Several threads contend for a mutex. With the argument `race` they also change a variable beside
/// the mutex.
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
  static func main() async {
    let shared = Shared()
    let hasRace = CommandLine.arguments.contains("race")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<20_000 {
            shared.changeGuarded()
            if hasRace { shared.changeUnguarded() }
          }
        }
      }
    }
  }
}
