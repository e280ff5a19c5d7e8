import CairnApp

/// The short way from one screen to the next, in a terminal.
///
/// Forwards a screen comes in from the right, backwards from the left. The last frame is the screen
/// itself, so that leaving frames out changes nothing that stays.
struct Transition {
  enum Direction: Equatable { case forwards, backwards }

  static let pause = Duration.milliseconds(25)
  private static let offsets = [24, 12, 6, 2, 0]

  /// All frames but the last are followed by ``pause``: 100 milliseconds in all.
  let frames: [[StyledLine]]

  init(to lines: [StyledLine], _ direction: Direction, width: Int) {
    frames = Self.offsets.map { offset in
      guard offset > 0 else { return lines }
      return lines.map { line in
        switch direction {
        case .forwards: line.movedRight(by: offset, width: width)
        case .backwards: line.movedLeft(by: offset)
        }
      }
    }
  }

  /// Which way a screen lies from another: `nil` if it is the same.
  static func direction(
    from old: (id: String, depth: Int, step: Int?), to new: (id: String, depth: Int, step: Int?)
  ) -> Direction? {
    guard old.id != new.id || old.depth != new.depth else { return nil }
    if old.depth != new.depth { return new.depth > old.depth ? .forwards : .backwards }
    return (new.step ?? 0) < (old.step ?? 0) ? .backwards : .forwards
  }
}
