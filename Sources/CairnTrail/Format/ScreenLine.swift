/// One `|` line of a trail.
public enum ScreenLine: Equatable, Sendable {
  /// `| TEXT`: a line of the screen, spaces at its end aside.
  case exactly(String)
  /// `| ...`: zero or more lines of the screen.
  case anyLines
}
