/// What a person does at the keyboard.
enum Key: Equatable {
  /// Characters to insert.
  case text(String)
  /// Several at once, line breaks included; none of them is a command.
  case paste(String)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end
  case wordLeft, wordRight, deleteWordLeft, deleteWordRight
  /// A letter with Ctrl, where it has no name above.
  case control(Character)
  /// Ctrl-C, which comes as a signal.
  case interrupt
}
