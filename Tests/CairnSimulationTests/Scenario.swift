import Cairn
import CairnSimulation
import Synchronization

extension Simulation {
  /// A store that notes what it is sent. "start" begins one effect that does all of `work`, called
  /// "work".
  func noting(
    _ work: @escaping @Sendable (Send<String>) async throws -> Void
  ) -> Store<[String], String> {
    noting(.run(name: "work", operation: work))
  }

  /// A store that notes what it is sent. "start" begins `effect`, and "stop" ends it.
  func noting(_ effect: Effect<String>) -> Store<[String], String> {
    store([]) {
      Reduce<[String], String> { state, action in
        switch action {
        case "start": return effect.cancellable(id: "it")
        case "stop": return .cancel(id: "it")
        default:
          state.append(action)
          return .none
        }
      }
    }
  }
}

/// Sends its name with 1, 2 and 3.
func steps(_ name: String) -> Effect<String> {
  .run(name: name) { send in
    for step in 1...3 { await send("\(name)\(step)") }
  }
}

/// What happened, for work that sends nothing.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The mistakes that are reported meanwhile.
func runtimeIssues(_ work: () throws -> Void) rethrows -> [String] {
  let log = RuntimeIssueLog()
  try RuntimeIssue.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll().map(\.description)
}
