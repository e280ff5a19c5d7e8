import Foundation

/// The ways out of a simulation, each of which answers after all.
enum Exit: CaseIterable {
  case unstructuredTask, detachedTask, mainActor, otherExecutor, realSleep, thread

  /// - Parameter gate: keeps an answer back that could be there before it is waited for.
  func leave(through gate: Gate = Gate(isOpen: true)) async throws -> String {
    switch self {
    case .unstructuredTask: await Task { await gate.opened() }.value
    case .detachedTask: await Task.detached { await gate.opened() }.value
    case .mainActor: await MainActor.run {}
    case .otherExecutor: await Elsewhere().answer()
    case .realSleep: try await Task.sleep(for: .milliseconds(1))
    case .thread:
      await withCheckedContinuation { continuation in
        gate.onOpening { Thread { continuation.resume() }.start() }
      }
    }
    return "back"
  }
}
