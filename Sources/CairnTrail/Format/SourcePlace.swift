/// A place in a file, with its line.
struct SourcePlace: Equatable, Sendable {
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int
  /// The line without its line end.
  let source: String

  init(_ index: String.Index, of source: String, line: Int) {
    self.line = line
    self.source = source
    column = source[..<index].count + 1
  }
}
