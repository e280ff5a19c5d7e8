/// An option of an app's own: `--strict`, or with a value `--state FILE`.
///
///     static let options = [
///       AppOption("--state", value: "FILE", help: "where the session is kept"),
///       AppOption("--strict", help: "insist on a right e-mail"),
///     ]
public struct AppOption: Equatable, Sendable {
  /// As it is typed, with its dashes.
  public let name: String
  /// What the value is called in `--help`; `nil` for an option that takes none.
  public let value: String?
  /// What it does, in a few words.
  public let help: String

  public init(_ name: String, value: String? = nil, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}
