/// A stack of screens as plain state: pushing and popping are changes of a value.
///
///     var path = StackState<Path.State>()
///     path.push(.terms(.init()))
///     path.push(.credentials(.init()))
///     path.pop()
///
/// Each screen has an id of its own. A new screen's id is one more than that of the screen below,
/// so that walking forth and back returns to an *equal* state. Two stacks are equal, and hash
/// alike, when their screens are equal in order, whatever their ids.
///
/// Push, pop and look-up by id are O(1); nothing that is done to the top depends on the depth.
public struct StackState<Element> {
  @usableFromInline
  struct Screen {
    @usableFromInline var element: Element
    @usableFromInline let generation: Generation

    @inlinable
    init(element: Element) {
      self.element = element
      generation = Generation()
    }
  }

  @usableFromInline var screens: [Screen] = []

  @inlinable
  public init() {}

  @inlinable
  public init(_ elements: some Sequence<Element>) {
    append(contentsOf: elements)
  }

  /// The ids of the screens, from the bottom up. O(n).
  @inlinable
  public var ids: [StackID] { screens.indices.map(id(at:)) }

  /// Puts a screen on top and returns its id. Amortised O(1).
  @inlinable
  @discardableResult
  public mutating func push(_ element: Element) -> StackID {
    screens.append(Screen(element: element))
    return id(at: screens.count - 1)
  }

  /// Puts several screens on top, the last one uppermost: a deep link.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { push(element) }
  }

  /// Takes the top screen off; `nil` if the stack is empty. O(1).
  @inlinable
  @discardableResult
  public mutating func pop() -> Element? { screens.popLast()?.element }

  /// Takes off the screen with this id and those above it; nothing if it is not there.
  public mutating func pop(from id: StackID) {
    guard let index = index(of: id) else { return }
    screens.removeSubrange(index...)
  }

  /// Takes off the screens above the one with this id; nothing if it is not there.
  public mutating func pop(to id: StackID) {
    guard let index = index(of: id) else { return }
    screens.removeSubrange((index + 1)...)
  }

  /// Takes off every screen.
  public mutating func popToRoot() { screens.removeAll() }

  /// Puts these screens in the place of all others.
  public mutating func replaceAll(_ elements: some Sequence<Element>) {
    popToRoot()
    append(contentsOf: elements)
  }

  /// The screen with this id, or `nil` if it is not there, or is another one by now. O(1).
  @inlinable
  public subscript(id id: StackID) -> Element? {
    index(of: id).map { screens[$0].element }
  }

  /// Changes the screen with this id where it is; `nil` if it is not there. O(1).
  @inlinable
  @discardableResult
  public mutating func modify<Result>(
    _ id: StackID, _ change: (inout Element) -> Result
  ) -> Result? {
    guard let index = index(of: id) else { return nil }
    return change(&screens[index].element)
  }

  @inlinable
  func index(of id: StackID) -> Int? {
    guard screens.indices.contains(id.number) else { return nil }
    guard id.generation == nil || id.generation == screens[id.number].generation else {
      return nil
    }
    return id.number
  }

  @inlinable
  func id(at index: Int) -> StackID {
    StackID(number: index, generation: screens[index].generation)
  }
}

extension StackState: ElementCollection {
  @inlinable
  public func identity(of id: StackID) -> StackID.Identity? {
    index(of: id).map { StackID.Identity(number: $0, generation: screens[$0].generation) }
  }

  @inlinable
  public static func id(of identity: StackID.Identity) -> StackID {
    StackID(number: identity.number, generation: identity.generation)
  }

  @inlinable
  public func element(_ identity: StackID.Identity) -> Element? {
    self[id: Self.id(of: identity)]
  }

  @inlinable
  public mutating func modify<Result>(
    element id: StackID, _ change: (inout Element, StackID.Identity) -> Result
  ) -> Result? {
    guard let index = index(of: id) else { return nil }
    let identity = StackID.Identity(number: index, generation: screens[index].generation)
    return change(&screens[index].element, identity)
  }

  /// Pops the screen and those above it.
  public mutating func dismiss(_ identity: StackID.Identity) -> Bool {
    pop(from: Self.id(of: identity))
    return true
  }

  public func missing(_ id: StackID, at place: String) -> String {
    let what = screens.indices.contains(id.number) ? "was replaced by another in" : "is not in"
    let list = screens.indices.map { "\(self.id(at: $0)) \(caseName(self[$0]))" }
    return "screen \(id) \(what) \(place): "
      + (list.isEmpty ? "it is empty" : "it holds " + list.joined(separator: ", "))
  }
}

extension StackState: RandomAccessCollection, MutableCollection {
  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { screens.count }

  /// The screen at a position, counted from the bottom. Setting keeps its id and its effects.
  @inlinable
  public subscript(index: Int) -> Element {
    get { screens[index].element }
    _modify { yield &screens[index].element }
  }
}

extension StackState: Equatable where Element: Equatable {
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.screens.elementsEqual(right.screens) { $0.element == $1.element }
  }
}

extension StackState: Hashable where Element: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(screens.count)
    for screen in screens { hasher.combine(screen.element) }
  }
}

extension StackState: Sendable where Element: Sendable {}
extension StackState.Screen: Sendable where Element: Sendable {}

extension StackState: Encodable where Element: Encodable {
  /// As an array, from the bottom up: where a screen stands is its id.
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
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
