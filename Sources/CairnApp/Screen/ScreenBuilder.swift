/// Lists the elements of a screen, with `if`, `switch` and `for`.
///
///     Screen("terms", "Terms of Service") {
///       Text(terms)
///       for doubt in state.doubts { Note(.warning, doubt) }
///     }
///
/// Generic functions take all elements. With a function for the type of each element, the compiler would
/// report a misspelt action as an element of the wrong type.
@resultBuilder
public enum ScreenBuilder<Action: Sendable> {
  /// The elements of a screen, in order.
  public typealias Elements = [Screen<Action>.Element]

  /// A text, a note, a sign of progress, a link, a row, a grid or a bar.
  @inlinable
  public static func buildExpression<Content: _ScreenContent>(_ content: Content) -> Elements {
    [Content._element(content)]
  }
  /// An input, or an array of them.
  @inlinable
  public static func buildExpression<Input: _ScreenInput<Action>>(_ input: Input) -> Elements {
    Input._elements(input)
  }

  /// The elements of a block, in order.
  @inlinable
  public static func buildBlock(_ parts: Elements...) -> Elements {
    var all = Elements()
    all.reserveCapacity(parts.count)
    for part in parts { all += part }
    return all
  }

  /// An `if` without `else`.
  @inlinable
  public static func buildOptional(_ part: Elements?) -> Elements { part ?? [] }
  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither(first part: Elements) -> Elements { part }
  /// Another branch of an `if` or `switch`.
  @inlinable
  public static func buildEither(second part: Elements) -> Elements { part }
  /// A `for`.
  @inlinable
  public static func buildArray(_ parts: [Elements]) -> Elements { parts.flatMap { $0 } }
}

extension ScreenBuilder {
  @available(*, unavailable, message: "a string is no element; write Text(\"…\")")
  public static func buildExpression(_ text: some StringProtocol) -> Elements { [] }
}

/// An element without a name that is typed.
///
/// The requirement is static, because completion after an element does not offer static members.
public protocol _ScreenContent {
  static func _element<Action>(_ content: Self) -> Screen<Action>.Element
}

extension Text: _ScreenContent {
  @inlinable public static func _element<Action>(_ text: Self) -> Screen<Action>.Element {
    .text(text)
  }
}

extension Note: _ScreenContent {
  @inlinable public static func _element<Action>(_ note: Self) -> Screen<Action>.Element {
    .note(note)
  }
}

extension Progress: _ScreenContent {
  @inlinable public static func _element<Action>(_ progress: Self) -> Screen<Action>.Element {
    .progress(progress)
  }
}

extension Link: _ScreenContent {
  @inlinable public static func _element<Action>(_ link: Self) -> Screen<Action>.Element {
    .link(link)
  }
}

extension GridRow: _ScreenContent {
  @inlinable public static func _element<Action>(_ grid: Self) -> Screen<Action>.Element {
    .grid(grid)
  }
}

extension Grid: _ScreenContent {
  @inlinable public static func _element<Action>(_ cells: Self) -> Screen<Action>.Element {
    .cells(cells)
  }
}

extension ProgressBar: _ScreenContent {
  @inlinable public static func _element<Action>(_ bar: Self) -> Screen<Action>.Element {
    .bar(bar)
  }
}

/// An element with a name that is typed, or an array of them.
public protocol _ScreenInput<ScreenAction> {
  // Not `Action`, which an array has as a reducer.
  associatedtype ScreenAction: Sendable
  static func _elements(_ input: Self) -> [Screen<ScreenAction>.Element]
}

extension Field: _ScreenInput {
  @inlinable public static func _elements(_ field: Self) -> [Screen<Action>.Element] {
    [.input(.field(field))]
  }
}

extension Toggle: _ScreenInput {
  @inlinable public static func _elements(_ toggle: Self) -> [Screen<Action>.Element] {
    [.input(.toggle(toggle))]
  }
}

extension Picker: _ScreenInput {
  @inlinable public static func _elements(_ picker: Self) -> [Screen<Action>.Element] {
    [.input(.picker(picker))]
  }
}

extension ListRow: _ScreenInput {
  @inlinable public static func _elements(_ row: Self) -> [Screen<Action>.Element] {
    [.input(.row(row))]
  }
}

extension ValueButton: _ScreenInput {
  @inlinable public static func _elements(_ valueButton: Self) -> [Screen<Action>.Element] {
    [.input(.valueButton(valueButton))]
  }
}

extension Button: _ScreenInput {
  @inlinable public static func _elements(_ button: Self) -> [Screen<Action>.Element] {
    [.input(.button(button))]
  }
}

extension Input: _ScreenInput {
  @inlinable public static func _elements(_ input: Self) -> [Screen<Action>.Element] {
    [.input(input)]
  }
}

/// The inputs of a form that is derived from data.
extension Array: _ScreenInput where Element: _ScreenInput {
  @inlinable public static func _elements(_ inputs: Self) -> [Screen<Element.ScreenAction>.Element]
  {
    inputs.flatMap { Element._elements($0) }
  }
}
