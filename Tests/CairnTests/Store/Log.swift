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
  let log = MistakeLog()
  Mistake.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll()
}

/// The mistakes that the engine reports while asynchronous `work` runs.
func mistakesReported(during work: () async -> Void) async -> [Mistake] {
  let log = MistakeLog()
  await Mistake.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll()
}
