extension Array {
  /// The properties with names of their own: of two named `never late`, the second is named `never late (2)`.
  @usableFromInline package func withUniqueNames<State>() -> Self
  where Element == AppProperty<State> {
    var (names, repeated) = (Set(map(\.name)), Set<String>())
    return map { property in
      var property = property
      let name = property.name
      guard !repeated.insert(name).inserted else { return property }
      var number = 2
      while names.contains("\(name) (\(number))") { number += 1 }
      property.name = "\(name) (\(number))"
      names.insert(property.name)
      return property
    }
  }
}
