import Cairn
import CairnSimulation
import Synchronization

extension Simulation {
  /// A store that notes its actions. "start" starts one effect that performs `work` and is named
  /// "work".
  func noting(
    _ work: @escaping @Sendable (Send<String>) async throws -> Void
  ) -> Store<[String], String> {
    noting(.run(name: "work", operation: work))
  }

  /// A store that notes its actions. "start" starts `effect`, and "stop" cancels it.
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

/// Sends `name` with 1, 2 and 3.
func steps(_ name: String) -> Effect<String> {
  .run(name: name) { send in
    for step in 1...3 { await send("\(name)\(step)") }
  }
}

/// Notes for work that sends no actions.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The runtime issues that `work` reports.
func runtimeIssues(_ work: () throws -> Void) rethrows -> [String] {
  let log = RuntimeIssueLog()
  try RuntimeIssue.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll().map(\.description)
}
