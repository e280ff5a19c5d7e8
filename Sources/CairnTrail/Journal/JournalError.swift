/// Why a journal cannot be replayed: what, where, and how to mend it.
public struct JournalError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
