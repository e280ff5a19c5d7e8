/// A remark on the state of things: a hint, a doubt, a failure.
///
///     Note(.warning, "this address looks mistyped")
///
/// It is marked `i`, `!` or `×`, and wrapped and limited as ``Text`` is.
public struct Note: Hashable, Sendable {
  public enum Level: Hashable, Sendable {
    case info, warning, error
  }

  public let level: Level
  public let text: String
  public let lines: Int?

  public init(_ level: Level, _ text: String, lines: Int? = nil) {
    self.level = level
    self.text = text
    self.lines = lines
  }
}
