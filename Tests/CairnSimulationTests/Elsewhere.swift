import Foundation
import Synchronization

/// An actor with an executor of its own: a thread for each job.
actor Elsewhere {
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

/// Keeps work outside of a simulation from answering before it is opened.
///
/// What answers before its effect has come to wait is never waited for.
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
