/// Lists the elements of a screen, with `if`, `switch` and `for`.
///
///     Screen("terms", "Terms of Service") {
///       Text(paragraphs: terms)
///       for doubt in state.doubts { Note(.warning, doubt) }
///     }
///
/// A generic function takes all content. With a function for the type of each element, the compiler would
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
  /// An input.
  @inlinable
  public static func buildExpression(_ input: Input<Action>) -> Elements { [.input(input)] }
  /// The inputs of a form that is derived from data.
  @inlinable
  public static func buildExpression(_ inputs: [Input<Action>]) -> Elements {
    inputs.map { .input($0) }
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
