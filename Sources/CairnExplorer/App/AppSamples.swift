/// What is typed into fields, by their names.
@usableFromInline
struct AppSamples {
  private let values: [String: [String]]

  @usableFromInline
  init(_ values: [String: [String]]) {
    self.values = values
  }

  /// What is typed into a field.
  @usableFromInline
  func values(for field: String, isSecure: Bool) -> [String] {
    // A secret is long enough not to be found where it is not.
    values[field] ?? (isSecure ? ["", "a secret"] : ["", "x"])
  }

  /// Every value that is typed into secure fields of these names, and is not empty.
  @usableFromInline
  func secrets(of names: Set<String>) -> Set<String> {
    Set(names.flatMap { values(for: $0, isSecure: true) }).subtracting([""])
  }
}
