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
  public static func buildExpression(_ content: some _ScreenContent) -> Elements {
    [content._element()]
  }
  /// An input, or an array of them.
  @inlinable
  public static func buildExpression(_ input: some _ScreenInput<Action>) -> Elements {
    input._elements
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
public protocol _ScreenContent {
  func _element<Action>() -> Screen<Action>.Element
}

extension Text: _ScreenContent {
  @inlinable public func _element<Action>() -> Screen<Action>.Element { .text(self) }
}

extension Note: _ScreenContent {
  @inlinable public func _element<Action>() -> Screen<Action>.Element { .note(self) }
}

extension Progress: _ScreenContent {
  @inlinable public func _element<Action>() -> Screen<Action>.Element { .progress(self) }
}

extension Link: _ScreenContent {
  @inlinable public func _element<Action>() -> Screen<Action>.Element { .link(self) }
}

extension GridRow: _ScreenContent {
  @inlinable public func _element<Action>() -> Screen<Action>.Element { .grid(self) }
}

extension Grid: _ScreenContent {
  @inlinable public func _element<Action>() -> Screen<Action>.Element { .cells(self) }
}

extension ProgressBar: _ScreenContent {
  @inlinable public func _element<Action>() -> Screen<Action>.Element { .bar(self) }
}

/// An element with a name that is typed, or an array of them.
public protocol _ScreenInput<ScreenAction> {
  // Not `Action`, which an array has as a reducer.
  associatedtype ScreenAction: Sendable
  var _elements: [Screen<ScreenAction>.Element] { get }
}

extension Field: _ScreenInput {
  @inlinable public var _elements: [Screen<Action>.Element] { [.input(.field(self))] }
}

extension Toggle: _ScreenInput {
  @inlinable public var _elements: [Screen<Action>.Element] { [.input(.toggle(self))] }
}

extension Picker: _ScreenInput {
  @inlinable public var _elements: [Screen<Action>.Element] { [.input(.picker(self))] }
}

extension ListRow: _ScreenInput {
  @inlinable public var _elements: [Screen<Action>.Element] { [.input(.row(self))] }
}

extension ValueButton: _ScreenInput {
  @inlinable public var _elements: [Screen<Action>.Element] { [.input(.valueButton(self))] }
}

extension Button: _ScreenInput {
  @inlinable public var _elements: [Screen<Action>.Element] { [.input(.button(self))] }
}

extension Input: _ScreenInput {
  @inlinable public var _elements: [Screen<Action>.Element] { [.input(self)] }
}

/// The inputs of a form that is derived from data.
extension Array: _ScreenInput where Element: _ScreenInput {
  @inlinable public var _elements: [Screen<Element.ScreenAction>.Element] {
    flatMap { $0._elements }
  }
}
