import CairnTrail

/// Says in a terminal how far a long replay is.
struct ReplayProgress {
  private let total: Int
  private var finished = 0
  private let line = ProgressLine()

  init(total: Int) {
    self.total = total
  }

  /// Says how many lines are played, so many of them of the current trail.
  func show(_ position: Int, of trail: Trail) {
    guard total > 0 else { return }
    line.show("\((finished + position) * 100 / total) %, playing \(trail.file)")
  }

  mutating func finish(_ trail: Trail) { finished += trail.lines.count }

  /// Takes the line back before something else is printed.
  func clear() { line.clear() }
}
