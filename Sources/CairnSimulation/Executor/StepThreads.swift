import Dispatch
import Synchronization

/// Runs the steps of effects on other threads, so that a step that blocks does not block the driver.
///
/// A step is the part of an effect between two suspensions. The driver waits for the end of each step
/// and therefore runs them one after another, until it loses its patience with one of them.
final class StepThreads: Sendable {
  /// The queues without a step. They are serial, because the threads of a concurrent queue are limited
  /// to the number of processors until some of them have been blocked for a while.
  private let idle = Mutex<[DispatchQueue]>([])
  /// The time for which the driver waits for a step.
  private let patience: Duration
  /// Called on any thread at the end of a step that was left behind.
  private let onEnd: @Sendable () -> Void
  /// The number of steps of the current call of the driver that were left behind. Each halves the
  /// patience, so that many of them do not hold up the driver.
  private let leftBehind = Atomic(0)
  /// The number of steps that were left behind and have not ended.
  private let blocked = Atomic(0)

  init(patience: Duration, onEnd: @escaping @Sendable () -> Void) {
    self.patience = patience
    self.onEnd = onEnd
  }

  var hasBlockedStep: Bool { blocked.load(ordering: .acquiring) > 0 }

  /// Restores the whole patience, at the beginning of a call of the driver.
  func beginCall() { leftBehind.store(0, ordering: .relaxed) }

  /// Runs a step, and returns when it has ended or when the patience is over.
  func run(_ step: @escaping @Sendable () -> Void) {
    let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Set by the first of the two: the end of the step, and the driver that loses its patience.
    let isSettled = Guarded(false)
    let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "Cairn.effect")
    queue.async { [self] in
      begin.signal()
      step()
      idle.withLock { $0.append(queue) }
      let isLeftBehind = isSettled.withLock { exchange(&$0, with: true) }
      if isLeftBehind {
        blocked.subtract(1, ordering: .releasing)
        onEnd()
      } else {
        end.signal()
      }
    }
    let nanoseconds =
      Int(patience / .nanoseconds(1)) >> min(leftBehind.load(ordering: .relaxed), 32)
    // On a busy machine the beginning takes time. That time does not show that the step blocks.
    let hasBegun = begin.wait(timeout: .now() + .nanoseconds(nanoseconds * 10)) == .success
    if hasBegun, end.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success { return }
    let hasEnded = isSettled.withLock { isSettled in
      if !isSettled { blocked.add(1, ordering: .relaxed) }
      return exchange(&isSettled, with: true)
    }
    if !hasEnded { leftBehind.add(1, ordering: .relaxed) }
  }
}
