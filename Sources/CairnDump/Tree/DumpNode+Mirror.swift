extension DumpNode {
  /// What fits a stack of 512 KB, the smallest that a thread usually gets, in a debug build.
  private static let deepestLevel = 64

  /// Reads `value`.
  ///
  /// `levels` holds what surrounds the value, outermost first: the identity of an object, `nil`
  /// for anything else.
  init(_ value: Any, inside levels: [ObjectIdentifier?] = []) {
    guard levels.count < Self.deepestLevel else {
      self = .leaf("…")
      return
    }
    if let leaf = DumpNode(withoutMirror: value) {
      self = leaf
      return
    }
    let type = type(of: value)
    let identity = type is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
    if let identity, let level = levels.lastIndex(of: identity) {
      let distance = levels.count - level
      self = .leaf("(\(typeName(type)), \(distance) \(distance == 1 ? "level" : "levels") up)")
      return
    }
    let mirror = Mirror(reflecting: value)
    if type == AnyHashable.self, let base = mirror.children.first?.value {
      self.init(base, inside: levels)
    } else if mirror.displayStyle == .optional {
      self.init(optional: mirror.children.first?.value, inside: levels)
    } else {
      self.init(value, mirror, inside: levels + [identity])
    }
  }

  private init(optional wrapped: Any?, inside levels: [ObjectIdentifier?]) {
    guard let wrapped else {
      self = .leaf("nil")
      return
    }
    let node = DumpNode(wrapped, inside: levels)
    self = node == .leaf("nil") ? .branch(.enumCase("some"), [Child(key: nil, node: node)]) : node
  }

  private init(_ value: Any, _ mirror: Mirror, inside levels: [ObjectIdentifier?]) {
    switch mirror.displayStyle {
    case .enum:
      self.init(enum: value, payload: mirror.children.first, inside: levels)
    case .collection:
      self = .branch(.array, mirror.elements(inside: levels))
    case .set:
      self = .branch(.set, mirror.elements(inside: levels).sortedByText())
    case .dictionary:
      self = .branch(.dictionary, mirror.entries(inside: levels).sortedByText())
    case .tuple:
      self = .branch(.type(""), mirror.properties(inside: levels))
    default:
      self =
        DumpNode(withoutProperties: value, mirror)
        ?? .branch(.type(typeName(type(of: value))), mirror.properties(inside: levels))
    }
  }

  private init(enum value: Any, payload: Mirror.Child?, inside levels: [ObjectIdentifier?]) {
    guard let payload, let name = payload.label else {
      self = DumpNode(describing: value) ?? .leaf("." + escaped(String(describing: value)))
      return
    }
    let mirror = Mirror(reflecting: payload.value)
    let children =
      mirror.displayStyle == .tuple
      ? mirror.properties(inside: levels)
      : [Child(key: nil, node: DumpNode(payload.value, inside: levels))]
    self = .branch(.enumCase(escaped(name)), children)
  }
}
