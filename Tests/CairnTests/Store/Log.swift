import Cairn
import Synchronization

/// What happened, in order, noted from anywhere.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The mistakes that the engine reports while `work` runs.
func mistakes(during work: () -> Void) -> [Mistake] {
  let mistakes = Mutex<[Mistake]>([])
  let report: @Sendable (Mistake) -> Void = { mistake in mistakes.withLock { $0.append(mistake) } }
  Mistake.$report.withValue(report, operation: work)
  return mistakes.withLock { $0 }
}
