/// Lists the elements of a screen, with `if`, `switch` and `for`.
///
///     Screen("terms", "Terms of Service") {
///       Text(terms)
///       for doubt in state.doubts { Note(.warning, doubt) }
///     }
@resultBuilder
public enum ScreenBuilder<Action: Sendable> {
  /// The elements of a screen, in order.
  public typealias Elements = [Screen<Action>.Element]

  @inlinable
  public static func buildExpression(_ text: Text) -> Elements { [.text(text)] }
  @inlinable
  public static func buildExpression(_ note: Note) -> Elements { [.note(note)] }
  @inlinable
  public static func buildExpression(_ progress: Progress) -> Elements { [.progress(progress)] }
  @inlinable
  public static func buildExpression(_ field: Field<Action>) -> Elements {
    [.input(.field(field))]
  }
  @inlinable
  public static func buildExpression(_ toggle: Toggle<Action>) -> Elements {
    [.input(.toggle(toggle))]
  }
  @inlinable
  public static func buildExpression(_ link: Link) -> Elements { [.link(link)] }
  @inlinable
  public static func buildExpression(_ row: GridRow) -> Elements { [.grid(row)] }
  @inlinable
  public static func buildExpression(_ grid: Grid) -> Elements { [.cells(grid)] }
  @inlinable
  public static func buildExpression(_ picker: Picker<Action>) -> Elements {
    [.input(.picker(picker))]
  }
  @inlinable
  public static func buildExpression(_ row: ListRow<Action>) -> Elements { [.input(.row(row))] }
  @inlinable
  public static func buildExpression(_ bar: ProgressBar) -> Elements { [.bar(bar)] }
  @inlinable
  public static func buildExpression(_ button: ValueButton<Action>) -> Elements {
    [.input(.valueButton(button))]
  }
  @inlinable
  public static func buildExpression(_ button: Button<Action>) -> Elements {
    [.input(.button(button))]
  }
  /// The inputs of a form that is derived from data.
  @inlinable
  public static func buildExpression(_ inputs: [Input<Action>]) -> Elements {
    inputs.map { .input($0) }
  }

  @inlinable
  public static func buildBlock(_ parts: Elements...) -> Elements {
    var all = Elements()
    all.reserveCapacity(parts.count)
    for part in parts { all += part }
    return all
  }

  @inlinable
  public static func buildOptional(_ part: Elements?) -> Elements { part ?? [] }
  @inlinable
  public static func buildEither(first part: Elements) -> Elements { part }
  @inlinable
  public static func buildEither(second part: Elements) -> Elements { part }
  @inlinable
  public static func buildArray(_ parts: [Elements]) -> Elements { parts.flatMap { $0 } }
}
