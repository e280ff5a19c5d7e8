extension _Kernel {
  /// A part of a state that knows something about the world, such as the contents of a file, which stays true
  /// when an earlier state is restored.
  package protocol OutlastingPart {
    /// Called before another state replaces the one that contains this part.
    func willBeReplaced()
  }

  /// Tells the parts in a value that it will be replaced. O(*n*) in its size.
  ///
  /// - Parameter value: of any type: the children of a mirror have no other.
  package static func willReplace(_ value: Any) {
    if let part = value as? any OutlastingPart { return part.willBeReplaced() }
    // An object can contain itself.
    guard !(type(of: value) is AnyClass) else { return }
    for child in Mirror(reflecting: value).children { willReplace(child.value) }
  }

  /// Whether `==` of such a part leaves out what it knows. True while a test store compares states and
  /// actions, because a test mentions values; a search compares everything.
  @TaskLocal package static var comparesValuesOnly = false
}
