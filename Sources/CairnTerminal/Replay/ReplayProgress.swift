import CairnTrail
import Foundation

/// Says in a terminal how far a long run is, on a line that is taken back afterwards.
///
/// Nothing is said in the first half second, nor where standard error is no terminal.
struct ReplayProgress {
  private let total: Int
  private let isShown: Bool
  private var finished = 0
  private var isVisible = false
  private var next = ContinuousClock.now + .milliseconds(500)

  init(total: Int) {
    self.total = total
    isShown =
      Output.error.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Says how many lines are played, so many of them of the current trail.
  mutating func show(_ position: Int, of trail: Trail) {
    guard isShown, total > 0, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isVisible = true
    let percent = (finished + position) * 100 / total
    Output.error.write("\r\u{1B}[K\(percent) %, playing \(trail.file)")
  }

  mutating func finish(_ trail: Trail) { finished += trail.lines.count }

  /// Takes the line back before something else is printed.
  mutating func clear() {
    if isVisible { Output.error.write("\r\u{1B}[K") }
    isVisible = false
  }
}
