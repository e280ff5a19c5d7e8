/// A stack of screens as plain state. Pushing and popping change a value.
///
///     var path = StackState<Path.State>()
///     path.push(.terms(.init()))
///     path.push(.credentials(.init()))
///     path.pop()
///
/// Each screen has its own id. The id of a new screen is one more than the id of the screen below;
/// pushing a screen and popping it therefore restores an *equal* state. Two stacks are equal, and
/// have equal hash values, if their screens are equal in order. Generations are ignored.
///
/// Push, pop and look-up by id are O(1). No operation on the top screen depends on the depth.
public struct StackState<Element> {
  @usableFromInline struct Screen {
    @usableFromInline var element: Element
    @usableFromInline let generation = StackID.makeGeneration()

    @inlinable init(element: Element) {
      self.element = element
    }
  }

  @usableFromInline var screens: [Screen] = []

  @inlinable public init() {}

  @inlinable public init(_ elements: some Sequence<Element>) {
    append(contentsOf: elements)
  }

  /// The ids of the screens, from the bottom to the top. O(n).
  @inlinable public var ids: [StackID] { screens.indices.map(id(at:)) }

  /// Pushes a screen and returns its id. Amortised O(1).
  @inlinable @discardableResult public mutating func push(_ element: Element) -> StackID {
    screens.append(Screen(element: element))
    return id(at: screens.count - 1)
  }

  /// Pushes a screen, like ``push(_:)`` without its result. Amortised O(1).
  @inlinable public mutating func append(_ element: Element) { push(element) }

  /// Pushes several screens in order, for example for a deep link. The last one becomes the top.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { push(element) }
  }

  /// Removes the top screen and returns it; returns `nil` if the stack is empty. O(1).
  @inlinable
  @discardableResult public mutating func pop() -> Element? { screens.popLast()?.element }

  /// Removes the top screen and returns it. O(1).
  ///
  /// - Precondition: The stack is not empty. ``pop()`` has no precondition.
  @inlinable @discardableResult public mutating func removeLast() -> Element {
    guard let element = pop() else {
      fatalError(
        """
        removeLast() was called on an empty StackState.
        Likely causes: the screen was removed before, or the stack was never filled.
        Suggestion: call pop(), which returns nil for an empty stack.
        """)
    }
    return element
  }

  /// Removes the screen with this id and the screens above it. Does nothing if there is none.
  public mutating func pop(from id: StackID) {
    guard let index = index(of: id) else { return }
    screens.removeSubrange(index...)
  }

  /// Removes the screens above the screen with this id. Does nothing if there is none.
  public mutating func pop(to id: StackID) {
    guard let index = index(of: id) else { return }
    screens.removeSubrange((index + 1)...)
  }

  /// Removes all screens.
  public mutating func popToRoot() { screens.removeAll() }

  /// Replaces all screens by new ones.
  public mutating func replaceAll(_ elements: some Sequence<Element>) {
    popToRoot()
    append(contentsOf: elements)
  }

  /// The screen with this id; `nil` if it is not in the stack or was replaced by another. O(1).
  @inlinable public subscript(id id: StackID) -> Element? {
    index(of: id).map { screens[$0].element }
  }

  @inlinable func index(of id: StackID) -> Int? {
    guard screens.indices.contains(id.number) else { return nil }
    let isCurrent = id.generation == nil || id.generation == screens[id.number].generation
    return isCurrent ? id.number : nil
  }

  @inlinable func id(at index: Int) -> StackID {
    StackID(number: index, generation: screens[index].generation)
  }
}

extension StackState: ElementCollection {
  @inlinable public func identity(of id: StackID) -> StackID.Identity? {
    index(of: id).map { StackID.Identity(number: $0, generation: screens[$0].generation) }
  }

  @inlinable public static func id(of identity: StackID.Identity) -> StackID {
    StackID(number: identity.number, generation: identity.generation)
  }

  @inlinable public func element(_ identity: StackID.Identity) -> Element? {
    self[id: Self.id(of: identity)]
  }

  @inlinable public mutating func modify<Result>(
    element id: StackID, _ change: (inout Element, StackID.Identity) -> Result
  ) -> Result? {
    guard let index = index(of: id) else { return nil }
    let identity = StackID.Identity(number: index, generation: screens[index].generation)
    return change(&screens[index].element, identity)
  }

  /// Removes the screen and the screens above it.
  public mutating func dismiss(_ identity: StackID.Identity) -> Bool {
    pop(from: Self.id(of: identity))
    return true
  }

  public func missing(_ id: StackID, at place: String) -> String {
    let outcome = screens.indices.contains(id.number) ? "was replaced by another in" : "is not in"
    let list = screens.indices.map { "\(self.id(at: $0)) \(caseName(self[$0]))" }
    return "screen \(id) \(outcome) \(place): "
      + (list.isEmpty ? "it is empty" : "it holds " + list.joined(separator: ", "))
  }
}

extension StackState: RandomAccessCollection, MutableCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { screens.count }

  /// The screen at a position from the bottom. Setting it keeps the id and the effects.
  @inlinable public subscript(index: Int) -> Element {
    get { screens[index].element }
    _modify { yield &screens[index].element }
  }
}

extension StackState: Equatable where Element: Equatable {
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.screens.elementsEqual(right.screens) { $0.element == $1.element }
  }
}

extension StackState: Hashable where Element: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(screens.count)
    for screen in screens { hasher.combine(screen.element) }
  }
}

extension StackState: Sendable where Element: Sendable {}
extension StackState.Screen: Sendable where Element: Sendable {}

extension StackState: Encodable where Element: Encodable {
  /// Encodes an array of the screens, from the bottom to the top. The position of a screen is its id.
  public func encode(to encoder: any Encoder) throws {
    try Array(self).encode(to: encoder)
  }
}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: ExpressibleByArrayLiteral {
  @inlinable public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
