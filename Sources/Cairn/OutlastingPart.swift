extension _Kernel {
  /// A part of a state with a fact about the world, such as the contents of a file, that stays true when an earlier
  /// state is restored.
  package protocol OutlastingPart {
    /// Called before another state replaces the one that contains this part.
    ///
    /// - Parameter others: the parts of the other state.
    func willBeReplaced(by others: [any OutlastingPart])

    /// Called before the state that contains this part replaces another one, after the parts of that state were told.
    /// The effects of this part have ended.
    func willBeRestored()
  }

  /// Tells the parts of a state that another one replaces it. O(*n*) in the size of both; a collection of numbers or
  /// texts counts as one value.
  package static func willReplace<State>(_ state: State, by other: State) {
    let others = parts(of: other)
    for part in parts(of: state) { part.willBeReplaced(by: others) }
    for part in others { part.willBeRestored() }
  }

  /// - Parameter value: of any type: the children of a mirror have no other.
  private static func parts(of value: Any) -> [any OutlastingPart] {
    if let part = value as? any OutlastingPart { return [part] }
    // An object can contain itself.
    guard !(type(of: value) is AnyClass) else { return [] }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .collection, let elements = value as? any Collection,
      holdsNoParts(elements)
    {
      return []
    }
    return mirror.children.flatMap { parts(of: $0.value) }
  }

  /// Whether the elements are of a type that contains no such part. Such collections can be long: the bytes of a
  /// document.
  private static func holdsNoParts<Elements: Collection>(_ elements: Elements) -> Bool {
    let type = Elements.Element.self
    return type is any Numeric.Type || type is any StringProtocol.Type || type is Bool.Type
  }

  /// Whether `==` of such a part ignores its fact. True while a test store compares states and actions, because a
  /// test mentions values; a search compares everything.
  @TaskLocal package static var comparesValuesOnly = false
}
