import CairnApp

/// How answers are written down: for eyes, for ears, or for a program.
enum Presentation: Equatable {
  /// Lines in columns, in colour or not.
  case lines(Theme)
  /// Words, an element a line.
  case plain
  /// A JSON object for each answer.
  case json

  func lines<Action>(of screen: Screen<Action>, width: Int) -> [String] {
    switch self {
    case .lines(let theme): screen.styledLines(width: width).map(theme.colored)
    case .plain: screen.plainLines
    case .json: [JSONLine(AnswerRecord(screen: screen, remark: nil)).text]
    }
  }
}
