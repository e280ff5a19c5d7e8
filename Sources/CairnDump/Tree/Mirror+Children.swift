extension Mirror {
  /// The elements of a collection or set.
  func elements(inside surroundings: Surroundings) -> [DumpNode.Child] {
    children.map { DumpNode.Child(label: nil, node: DumpNode($0.value, inside: surroundings)) }
  }

  /// The keys and values of a dictionary: the mirror gives a pair for each.
  func entries(inside surroundings: Surroundings) -> [DumpNode.Child] {
    children.map { child in
      let pair = Mirror(reflecting: child.value).children
      guard pair.count == 2, let key = pair.first, let value = pair.dropFirst().first else {
        return DumpNode.Child(
          label: child.label.map { .key(DumpNode($0)) },
          node: DumpNode(child.value, inside: surroundings))
      }
      return DumpNode.Child(
        label: .key(DumpNode(key.value, inside: surroundings)),
        node: DumpNode(value.value, inside: surroundings))
    }
  }

  /// The properties of a struct, a class with its superclasses, or a tuple.
  func properties(inside surroundings: Surroundings) -> [DumpNode.Child] {
    // Reading a child takes time, so it is done once; `Array(_:)` takes longer for it.
    let children = children.map { $0 }
    let own: [DumpNode.Child] = children.compactMap { child in
      if let label = child.label, Self.compilerStorage.contains(label) { return nil }
      let name = child.label.flatMap { Self.propertyName($0, among: children) }
      return DumpNode.Child(
        label: name.map { .name(escaped($0)) }, node: DumpNode(child.value, inside: surroundings))
    }
    return (superclassMirror?.properties(inside: surroundings) ?? []) + own
  }

  /// What actors and `@Observable` classes store beside their properties.
  private static let compilerStorage = ["$defaultActor", "_$observationRegistrar"]

  /// The name as it was declared, where the compiler or a macro put another before the storage.
  private static func propertyName(_ label: String, among children: [Child]) -> String? {
    if label.hasPrefix(".") { return nil }  // An unnamed element of a tuple.
    for prefix in ["$__lazy_storage_$_", "_"] where label.hasPrefix(prefix) {
      let name = String(label.dropFirst(prefix.count))
      return name.isEmpty || children.contains { $0.label == name } ? label : name
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
