/// A wrong use of the program: what, and how to mend it. It ends the program with status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and how to mend it.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
