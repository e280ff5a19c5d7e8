extension _Kernel {
  /// A part of a state that knows something about the world, such as the contents of a file, which stays true
  /// when an earlier state is restored.
  package protocol OutlastingPart {
    /// Called before another state replaces the one that contains this part.
    ///
    /// - Parameter others: the parts of the other state.
    func willBeReplaced(by others: [any OutlastingPart])
  }

  /// Tells the parts of a state that another one replaces it. O(*n*) in the size of both.
  package static func willReplace<State>(_ state: State, by other: State) {
    let others = parts(of: other)
    for part in parts(of: state) { part.willBeReplaced(by: others) }
  }

  /// - Parameter value: of any type: the children of a mirror have no other.
  private static func parts(of value: Any) -> [any OutlastingPart] {
    if let part = value as? any OutlastingPart { return [part] }
    // An object can contain itself.
    guard !(type(of: value) is AnyClass) else { return [] }
    return Mirror(reflecting: value).children.flatMap { parts(of: $0.value) }
  }

  /// Whether `==` of such a part leaves out what it knows. True while a test store compares states and
  /// actions, because a test mentions values; a search compares everything.
  @TaskLocal package static var comparesValuesOnly = false
}
