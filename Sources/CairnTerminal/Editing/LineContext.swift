/// What the editor has to know of the app: what is a secret, and what words there are.
struct LineContext {
  /// The names of secure fields: what follows one in a line is shown as bullets.
  let secretNames: Set<String>
  /// What the end of a line, up to the cursor, could become.
  let complete: (String) -> Completion

  /// Whether a line begins with the name of a secure field, and a value could follow.
  func isSecret(_ line: String) -> Bool {
    guard let name = line.split(whereSeparator: \.isWhitespace).first else { return false }
    return secretNames.contains(String(name))
  }
}
