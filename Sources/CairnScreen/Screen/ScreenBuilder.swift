/// Lists the elements of a screen, with `if`, `switch` and `for`.
///
///     Screen("terms", "Terms of Service") {
///       Text(terms)
///       for doubt in state.doubts { Note(.warning, doubt) }
///     }
@resultBuilder
public enum ScreenBuilder<Action: Sendable> {
  public typealias Elements = [Screen<Action>.Element]

  public static func buildExpression(_ text: Text) -> Elements { [.text(text)] }
  public static func buildExpression(_ note: Note) -> Elements { [.note(note)] }
  public static func buildExpression(_ progress: Progress) -> Elements { [.progress(progress)] }
  public static func buildExpression(_ field: Field<Action>) -> Elements {
    [.input(.field(field))]
  }
  public static func buildExpression(_ toggle: Toggle<Action>) -> Elements {
    [.input(.toggle(toggle))]
  }
  public static func buildExpression(_ row: GridRow) -> Elements { [.grid(row)] }
  public static func buildExpression(_ choice: Choice<Action>) -> Elements {
    [.input(.choice(choice))]
  }
  public static func buildExpression(_ row: ListRow<Action>) -> Elements { [.input(.row(row))] }
  public static func buildExpression(_ button: Button<Action>) -> Elements {
    [.input(.button(button))]
  }

  @inlinable
  public static func buildBlock(_ parts: Elements...) -> Elements {
    var all = Elements()
    all.reserveCapacity(parts.count)
    for part in parts { all += part }
    return all
  }

  public static func buildOptional(_ part: Elements?) -> Elements { part ?? [] }
  public static func buildEither(first part: Elements) -> Elements { part }
  public static func buildEither(second part: Elements) -> Elements { part }
  public static func buildArray(_ parts: [Elements]) -> Elements { parts.flatMap { $0 } }
}
