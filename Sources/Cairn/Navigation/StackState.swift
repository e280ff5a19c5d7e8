/// A stack of screens as plain state. Pushing and popping change a value.
///
///     var path = StackState<Path.State>()
///     path.push(.terms(.init()))
///     path.push(.credentials(.init()))
///     path.pop()
///
/// Each screen has its own id, and keeps it when a screen below it is removed or inserted. The number of
/// a new screen is one more than the greatest number in the stack; pushing a screen and popping it
/// therefore restores an *equal* state. Two stacks are equal, and have equal hash values, if their screens are
/// equal in order. Ids are ignored. A search, however, tells equal stacks apart in which an id finds another
/// screen, because a removal or an insertion below the top has changed the numbers.
///
/// Screens are not moved within a stack, because an id names a place: ``replaceAll(_:)`` makes new screens
/// in another order.
///
/// Push, pop and look-up by id are O(1). After a removal or an insertion below the top, they are O(n) while the
/// numbers differ from the positions.
public struct StackState<Element> {
  @usableFromInline struct Screen {
    @usableFromInline var element: Element
    @usableFromInline let generation: UInt64

    @inlinable init(element: Element, generation: UInt64 = StackID.makeGeneration()) {
      self.element = element
      self.generation = generation
    }
  }

  @usableFromInline var screens: [Screen] = []

  /// The numbers of the screens, all different; empty while they equal the positions.
  @usableFromInline var numbers: [Int] = []

  /// Creates a stack without screens.
  @inlinable public init() {}

  /// Creates a stack of these screens, from the bottom to the top.
  public init(_ elements: some Sequence<Element>) {
    append(contentsOf: elements)
  }

  /// The ids of the screens, from the bottom to the top. O(n).
  @inlinable public var ids: [StackID] { screens.indices.map(id(at:)) }

  /// Pushes a screen and returns its id. Amortised O(1); O(n) while the numbers differ from the
  /// positions.
  @inlinable @discardableResult public mutating func push(_ element: Element) -> StackID {
    if let greatest = numbers.max() { numbers.append(greatest + 1) }
    screens.append(Screen(element: element))
    return id(at: screens.count - 1)
  }

  /// Pushes a screen, like ``push(_:)`` without its result. Amortised O(1); O(n) while the numbers differ from the
  /// positions.
  @inlinable public mutating func append(_ element: Element) { push(element) }

  /// Pushes several screens in order, for example for a deep link. The last one becomes the top.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { push(element) }
  }

  /// Inserts a screen at a position from the bottom, and returns its id. O(n).
  ///
  ///     path.insert(.terms(.init()), at: 0)
  ///
  /// The other screens keep their ids and their effects. The screens from that position on move up by one.
  ///
  /// - Precondition: `index` is a position of the stack, or `count`, which pushes the screen.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> StackID {
    if numbers.isEmpty { numbers = Array(screens.indices) }
    numbers.insert((numbers.max() ?? -1) + 1, at: index)
    screens.insert(Screen(element: element), at: index)
    forgetNumbers(from: screens.count)
    return id(at: index)
  }

  /// Removes the top screen and returns it; returns `nil` if the stack is empty. O(1); O(n) while the numbers differ
  /// from the positions.
  @inlinable @discardableResult public mutating func pop() -> Element? {
    if !numbers.isEmpty { forgetNumbers(from: numbers.count - 1) }
    return screens.popLast()?.element
  }

  /// Removes the top screen and returns it. O(1); O(n) while the numbers differ from the positions.
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
    removeAll(from: index)
  }

  /// Removes the screens above the screen with this id. Does nothing if there is none.
  public mutating func pop(to id: StackID) {
    guard let index = index(of: id) else { return }
    removeAll(from: index + 1)
  }

  /// Removes all screens.
  public mutating func popToRoot() { removeAll(from: 0) }

  /// Removes the screen with this id alone, and returns it. Returns `nil` if there is none.
  ///
  /// The other screens keep their ids and their effects. The screens above move down by one position.
  ///
  /// Complexity: O(n), and O(1) for the top screen while the numbers equal the positions.
  @discardableResult public mutating func remove(id: StackID) -> Element? {
    guard let index = index(of: id) else { return nil }
    defer { forgetNumber(at: index) }
    return screens.remove(at: index).element
  }

  /// Removes the screens that satisfy a condition. O(n).
  ///
  ///     path.removeAll { $0 == .terms(.init()) }
  ///
  /// The other screens keep their ids and their effects.
  public mutating func removeAll(where condition: (Element) throws -> Bool) rethrows {
    let kept = try screens.indices.filter { try !condition(screens[$0].element) }
    numbers = kept.map { id(at: $0).number }
    screens = kept.map { screens[$0] }
    forgetNumbers(from: screens.count)
  }

  /// Replaces all screens by new ones.
  public mutating func replaceAll(_ elements: some Sequence<Element>) {
    popToRoot()
    append(contentsOf: elements)
  }

  /// The screen with this id; `nil` if it is not in the stack or was replaced by another.
  ///
  ///     path[id: id]?.title = "Berlin"
  ///     path[id: id] = nil                // removes the screen alone, like remove(id:)
  ///
  /// A screen that is set keeps the id and the effects of its predecessor. Setting a screen for an id
  /// that finds nothing does nothing: only ``push(_:)`` adds a screen. A screen is changed in place.
  ///
  /// Key paths with equal ids are equal, even if one id is of a removed screen. A view therefore reads a
  /// screen through a scope of the store, which distinguishes them.
  ///
  /// Complexity: O(1); O(n) for setting `nil`, and while the numbers differ from the positions.
  @inlinable public subscript(id id: StackID) -> Element? {
    get { index(of: id).map { screens[$0].element } }
    _modify {
      guard let index = index(of: id) else {
        var absent: Element?
        yield &absent
        return
      }
      // Moved out, not copied: a collection inside the screen stays uniquely referenced. The top
      // screen is at its position meanwhile.
      let generation = screens[index].generation
      screens.swapAt(index, screens.count - 1)
      var element: Element? = screens.removeLast().element
      defer {
        if let element {
          screens.append(Screen(element: element, generation: generation))
          screens.swapAt(index, screens.count - 1)
        } else {
          if index < screens.count { screens.append(screens.remove(at: index)) }
          forgetNumber(at: index)
        }
      }
      yield &element
    }
  }

  /// The payload of a screen that is in this case; `nil` for a screen in another case, and for none.
  ///
  ///     path[id: id, case: .details]?.title = "Berlin"
  ///
  /// Setting `nil` removes the screen, like ``remove(id:)``. Setting a payload for a screen in another
  /// case, or for none, does nothing. O(1); O(n) for `nil`, and while the numbers differ from the positions.
  @inlinable public subscript<Value>(id id: StackID, case path: CasePath<Element, Value>) -> Value?
  {
    get { self[id: id].flatMap(path.extract) }
    set {
      guard let newValue else {
        if self[id: id].map(path.matches) == true { remove(id: id) }
        return
      }
      modify(id) { screen in _ = path.modify(&screen) { $0 = newValue } }
    }
  }

  @inlinable func index(of id: StackID) -> Int? {
    // Generations are unique: the numbers are not needed for a screen that is where its number says.
    if let generation = id.generation, screens.indices.contains(id.number),
      screens[id.number].generation == generation
    {
      return id.number
    }
    guard let index = index(ofNumber: id.number) else { return nil }
    let isCurrent = id.generation == nil || id.generation == screens[index].generation
    return isCurrent ? index : nil
  }

  @inlinable func index(ofNumber number: Int) -> Int? {
    if numbers.isEmpty { return screens.indices.contains(number) ? number : nil }
    return numbers.lastIndex(of: number)
  }

  @inlinable func id(at index: Int) -> StackID {
    StackID(
      number: numbers.isEmpty ? index : numbers[index], generation: screens[index].generation)
  }

  private mutating func removeAll(from index: Int) {
    if !numbers.isEmpty { forgetNumbers(from: index) }
    screens.removeSubrange(index...)
  }

  /// Removes the numbers of the upper screens, and all numbers if they equal the positions again.
  @usableFromInline mutating func forgetNumbers(from index: Int) {
    numbers.removeSubrange(index...)
    if numbers.last == numbers.count - 1, numbers.elementsEqual(numbers.indices) { numbers = [] }
  }

  /// Removes the number of a screen that was removed.
  @usableFromInline mutating func forgetNumber(at index: Int) {
    if numbers.isEmpty {
      guard index < screens.count else { return }
      numbers = Array(0...screens.count)
    }
    numbers.remove(at: index)
    forgetNumbers(from: screens.count)
  }
}

extension StackState: _ElementCollection {
  @inlinable
  public static func _identity(of id: StackID, in stack: Self) -> StackID.Identity? {
    stack.index(of: id).map {
      StackID.Identity(number: id.number, generation: stack.screens[$0].generation)
    }
  }

  public static func _identities(of stack: Self) -> [StackID.Identity] {
    stack.screens.indices.map { stack.id(at: $0).identity }
  }

  @inlinable public static func _id(of identity: StackID.Identity) -> StackID {
    StackID(number: identity.number, generation: identity.generation)
  }

  @inlinable
  public static func _element(_ identity: StackID.Identity, in stack: Self) -> Element? {
    stack[id: _id(of: identity)]
  }

  @inlinable public static func _modifyElement<Result>(
    _ id: StackID, of stack: inout Self,
    _ change: (inout Element, StackID.Identity) -> Result
  ) -> Result? {
    guard let index = stack.index(of: id) else { return nil }
    let identity = StackID.Identity(
      number: id.number, generation: stack.screens[index].generation)
    return change(&stack.screens[index].element, identity)
  }

  /// Removes the screen and the screens above it.
  public static var _dismiss: ((StackID.Identity, inout Self) -> Void)? {
    { identity, stack in stack.pop(from: Self._id(of: identity)) }
  }

  public static func _missing(_ id: StackID, in stack: Self, at place: String) -> String {
    let isAbsent = stack.index(ofNumber: id.number) == nil
    let outcome = isAbsent ? "is not in" : "was replaced by another in"
    let list = stack.screens.indices.map { "\(stack.id(at: $0)) \(caseName(stack[$0]))" }
    return "screen \(id) \(outcome) \(place): "
      + (list.isEmpty ? "it is empty" : "it holds " + list.joined(separator: ", "))
  }
}

// Not a `MutableCollection`: `swapAt`, `sort` and the like would put a screen under the id of another, and
// replies of its effects would reach that one.
extension StackState: RandomAccessCollection {
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
    StackGenerations.note(screens.map { $0.generation }, numbered: numbers)
    for screen in screens { hasher.combine(screen.element) }
  }
}

extension StackState: Sendable where Element: Sendable {}
extension StackState.Screen: Sendable where Element: Sendable {}

extension StackState: Encodable where Element: Encodable {
  /// Encodes an array of the screens, from the bottom to the top, if the number of each id is the position
  /// of its screen. While the numbers differ from the positions, encodes them too.
  public func encode(to encoder: any Encoder) throws {
    guard !numbers.isEmpty else { return try Array(self).encode(to: encoder) }
    try Numbered(numbers: numbers, screens: Array(self)).encode(to: encoder)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes the screens with the numbers of their ids.
  ///
  /// - Throws: The error of a screen, and a `DecodingError` for numbers that are too great
  ///   or not all different.
  public init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Numbered<Element>.CodingKeys.self) else {
      self.init(try [Element](from: decoder))
      return
    }
    let numbered = try Numbered<Element>(from: decoder)
    self.init(numbered.screens)
    numbers = numbered.numbers
    // A greater number leaves none for the screens to come.
    let areInRange = numbers.allSatisfy { (0..<Int.max / 2).contains($0) }
    let areDifferent = areInRange && Set(numbers).count == numbers.count
    guard numbers.count == screens.count, areDifferent else {
      throw DecodingError.dataCorruptedError(
        forKey: .numbers, in: container,
        debugDescription: areInRange
          ? "the numbers of the screens are not all different"
          : "a number of a screen is out of range")
    }
    forgetNumbers(from: numbers.count)
  }
}

/// The encoded form of a stack whose numbers differ from the positions.
private struct Numbered<Element> {
  let numbers: [Int]
  let screens: [Element]

  enum CodingKeys: String, CodingKey { case numbers, screens }
}

extension Numbered: Encodable where Element: Encodable {}
extension Numbered: Decodable where Element: Decodable {}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
