extension Mirror {
  /// The elements of a collection or set.
  func elements(inside levels: [ObjectIdentifier?]) -> [DumpNode.Child] {
    children.map { DumpNode.Child(key: nil, node: DumpNode($0.value, inside: levels)) }
  }

  /// The keys and values of a dictionary: the mirror gives a pair for each.
  func entries(inside levels: [ObjectIdentifier?]) -> [DumpNode.Child] {
    children.map { child in
      let pair = Mirror(reflecting: child.value).children
      guard pair.count == 2, let key = pair.first, let value = pair.dropFirst().first else {
        return DumpNode.Child(
          key: child.label.map { .leaf(quoted($0)) },
          node: DumpNode(child.value, inside: levels))
      }
      return DumpNode.Child(
        key: DumpNode(key.value, inside: levels), node: DumpNode(value.value, inside: levels))
    }
  }

  /// The properties of a struct, a class with its superclasses, or a tuple.
  func properties(inside levels: [ObjectIdentifier?]) -> [DumpNode.Child] {
    let children = Array(children)  // Reading a child takes time, so it is done once.
    let labels = Set(children.compactMap(\.label))
    let own: [DumpNode.Child] = children.compactMap { child in
      if let label = child.label, Self.compilerStorage.contains(label) { return nil }
      let name = child.label.flatMap { Self.propertyName($0, among: labels) }
      return DumpNode.Child(
        key: name.map { .leaf(escaped($0)) }, node: DumpNode(child.value, inside: levels))
    }
    return (superclassMirror?.properties(inside: levels) ?? []) + own
  }

  /// What actors and `@Observable` classes store beside their properties.
  private static let compilerStorage: Set = ["$defaultActor", "_$observationRegistrar"]

  /// The name as it was declared, where the compiler or a macro put another before the storage.
  private static func propertyName(_ label: String, among labels: Set<String>) -> String? {
    if label.hasPrefix(".") { return nil }  // An unnamed element of a tuple.
    for prefix in ["$__lazy_storage_$_", "_"] where label.hasPrefix(prefix) {
      let name = String(label.dropFirst(prefix.count))
      return name.isEmpty || labels.contains(name) ? label : name
    }
    return label
  }
}

extension [DumpNode.Child] {
  /// Sorted by the text of the key, then of the value, so that hashing leaves no trace.
  func sortedByText() -> [DumpNode.Child] {
    let texts = map(\.identity.oneLine)
    return zip(texts, self).sorted { left, right in
      if left.0 != right.0 { return left.0 < right.0 }
      return left.1.node.oneLine < right.1.node.oneLine
    }.map(\.1)
  }
}
