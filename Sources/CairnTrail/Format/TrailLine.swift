/// One step or comment of a trail, with its place in the file.
///
///     let trail = try Trail.parse("# Hello\n> next\n", file: "a.trail")
///     trail.lines[1].number  // 2
///     trail.lines[1].step    // .input("next")
///
/// A run of `|` lines is one `TrailLine`: it covers as many lines of the file as its pattern has.
public struct TrailLine: Equatable, Sendable {
  /// The number of the line in the file, from 1; of a run of `|` lines, that of the first.
  public let number: Int
  /// The column, from 1 and in characters, of the first character after the mark that is no space;
  /// 3 if there is none.
  public let column: Int
  /// The line as it stands in the file, without its line end; those of a run joined by `\n`.
  public let text: String
  /// What the line says.
  public let step: TrailStep
}
