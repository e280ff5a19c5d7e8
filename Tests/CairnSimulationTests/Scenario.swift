import Cairn
import CairnSimulation
import Foundation
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

/// Every kind of work outside a simulation. Each finishes after some time.
enum ExternalWork: CaseIterable {
  case unstructuredTask, detachedTask, mainActor, otherExecutor, realSleep, thread

  /// - Parameter gate: Delays work that could finish before its effect suspends.
  func run(through gate: Gate = Gate(isOpen: true)) async throws -> String {
    switch self {
    case .unstructuredTask: await Task { await gate.opened() }.value
    case .detachedTask: await Task.detached { await gate.opened() }.value
    case .mainActor: await MainActor.run {}
    case .otherExecutor: await ThreadActor().answer()
    case .realSleep: try await Task.sleep(for: .milliseconds(1))
    case .thread:
      await withCheckedContinuation { continuation in
        gate.onOpening { Thread { continuation.resume() }.start() }
      }
    }
    return "back"
  }
}

/// An actor whose executor runs each job on a new thread.
actor ThreadActor {
  private let executor = ThreadExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func answer() {}
}

private final class ThreadExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }.start()
  }
}

/// Delays external work until a test opens it.
///
/// A simulation does not wait for external work that finishes before its effect suspends.
final class Gate: Sendable {
  private struct State {
    var isOpen: Bool
    var waiting: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>

  init(isOpen: Bool = false) {
    state = Mutex(State(isOpen: isOpen))
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for action in waiting { action() }
  }

  func onOpening(_ action: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(action) }
      return state.isOpen
    }
    if isOpen { action() }
  }

  func opened() async {
    await withCheckedContinuation { continuation in onOpening { continuation.resume() } }
  }
}
