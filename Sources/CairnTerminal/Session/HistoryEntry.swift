import CairnApp

/// What a history may keep of a line; `nil` where it could hold a secret, or is empty.
struct HistoryEntry: Equatable {
  /// Until the program ends: the line.
  let line: String
  /// In the file: the name, or a whole colon command.
  let kept: String

  init?<Action>(_ line: String, on screen: Screen<Action>) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, line.terminalSafe == line else { return nil }
    if line.isColonCommand {
      guard ColonCommand(rawValue: name) != nil else { return nil }
      kept = words.joined(separator: " ")
    } else {
      guard !screen.mayHoldSecret(line) else { return nil }
      kept = name
    }
    self.line = line
  }
}
