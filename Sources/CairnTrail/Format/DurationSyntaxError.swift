/// Why a text is not a length of time.
public struct DurationSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong and how to mend it, in one line.
  public let message: String

  init(_ message: String) {
    self.message = message
  }

  public var description: String { message }
}
