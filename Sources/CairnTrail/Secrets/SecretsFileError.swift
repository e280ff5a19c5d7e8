/// Why a secrets file cannot be used: a line for each mistake, without what the file says.
public struct SecretsFileError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and how to mend it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
