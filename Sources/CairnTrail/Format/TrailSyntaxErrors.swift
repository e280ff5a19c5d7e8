/// All errors of a trail that cannot be parsed, in the order of the file.
public struct TrailSyntaxErrors: Error, Equatable, Sendable {
  /// At least one error.
  public let errors: [TrailSyntaxError]
}

extension TrailSyntaxErrors: CustomStringConvertible {
  /// Every error with its line and caret.
  public var description: String {
    errors.map(\.description).joined(separator: "\n")
  }
}
