/// Returns the text of a part of a value, as ``dumped(_:upTo:)`` writes it. The path is one of a
/// ``difference(from:to:)``, such as `path[2].terms.isAccepted`; an empty one leads to the value itself.
package func dumped<Value>(_ value: Value, at path: String) throws(WrongPath) -> String {
  try DumpNode(value).part(at: path[...]).text()
}

/// The paths of the parts that begin with `path`, up to its next component.
package func paths<Value>(in value: Value, completing path: String) -> [String] {
  let root = DumpNode(value)
  // A key and the name of a payload can contain a dot or a bracket: the last place with a part counts.
  let ends = path.indices.reversed().filter { path[$0] == "." || path[$0] == "[" }
  for end in ends + [path.startIndex] {
    guard let node = try? root.part(at: path[..<end]) else { continue }
    let paths = node.parts.map { $0.path.inside(String(path[..<end])) }
    let found = paths.filter { $0.hasPrefix(path) }
    if !found.isEmpty { return found }
  }
  return []
}

/// A path that leads to no part of a value.
package struct WrongPath: Error, Equatable {
  /// The beginning of the path, which leads to a part; empty for the value itself.
  package let place: String
  /// The component after it.
  package let component: String
  /// The components that could be there.
  package let known: [String]
}

extension DumpNode {
  fileprivate var parts: [(path: String, node: DumpNode)] {
    guard case .branch(let branch) = content else { return [] }
    if case .enumCase(let name) = branch.kind, let payload = branch.onlyPayload {
      return [(name, payload)]
    }
    return branch.children.enumerated().compactMap { index, child in
      let name = child.label?.text ?? "\(index)"
      return switch branch.kind {
      case .type, .tuple: (name, child.node)
      case .enumCase(let outer): (joinedPath(outer, name), child.node)
      case .array, .dictionary: ("[\(name)]", child.node)
      // An element of a set has no name.
      case .set: nil
      }
    }
  }

  fileprivate func part(at path: Substring) throws(WrongPath) -> DumpNode {
    var (node, rest, place) = (self, path, "")
    while !rest.isEmpty {
      let beginning = !place.isEmpty && rest.first == "." ? rest.dropFirst() : rest
      let parts = node.parts
      // A key of a dictionary can be the beginning of another one.
      let found = parts.filter { beginning.hasComponent($0.path) }
        .max { $0.path.count < $1.path.count }
      guard let found else {
        let wrong = beginning.isEmpty ? rest : beginning
        throw WrongPath(place: place, component: wrong.component, known: parts.map(\.path))
      }
      (node, place) = (found.node, found.path.inside(place))
      rest = beginning.dropFirst(found.path.count)
    }
    return node
  }
}

extension String {
  fileprivate func inside(_ place: String) -> String {
    place.isEmpty ? self : joinedPath(place, self)
  }
}

extension Substring {
  /// Whether it begins with a component, and not only with a part of its name.
  fileprivate func hasComponent(_ component: String) -> Bool {
    guard hasPrefix(component) else { return false }
    let next = dropFirst(component.count).first
    return next == nil || next == "." || next == "["
  }

  /// Its first component: a name, or brackets; all of it if it has neither.
  fileprivate var component: String {
    guard first == "[" else {
      let name = prefix { $0 != "." && $0 != "[" }
      return String(name.isEmpty ? self : name)
    }
    return String(self[..<(firstIndex(of: "]").map(index(after:)) ?? endIndex)])
  }
}
