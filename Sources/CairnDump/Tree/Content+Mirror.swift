extension DumpNode.Content {
  /// Reads one level of `value`.
  init(_ value: Any, inside surroundings: Surroundings) {
    guard !surroundings.isTooDeep else {
      self = .leaf("…")
      return
    }
    if let leaf = Self(withoutMirror: value) {
      self = leaf
      return
    }
    let type = type(of: value)
    let object = type is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
    if let object, let levels = surroundings.levels(to: object) {
      self = .leaf("(\(typeName(type)), \(levels) \(levels == 1 ? "level" : "levels") up)")
      return
    }
    let mirror = Mirror(reflecting: value)
    if type == AnyHashable.self, let base = mirror.children.first?.value {
      self.init(base, inside: surroundings)
    } else if mirror.displayStyle == .optional {
      self.init(optional: mirror.children.first?.value, inside: surroundings)
    } else {
      self.init(value, mirror, object, inside: surroundings.inside(object))
    }
  }

  private init(optional wrapped: Any?, inside surroundings: Surroundings) {
    guard let wrapped else {
      self = .leaf("nil")
      return
    }
    let node = DumpNode(wrapped, inside: surroundings)
    if case .leaf("nil") = node.content {
      self.init(.enumCase("some"), [DumpNode.Child(label: nil, node: node)])
    } else {
      self = node.content
    }
  }

  private init(
    _ value: Any, _ mirror: Mirror, _ object: ObjectIdentifier?, inside surroundings: Surroundings
  ) {
    switch mirror.displayStyle {
    case .enum:
      self.init(enum: value, payload: mirror.children.first, inside: surroundings)
    case .collection:
      self.init(.array, mirror.elements(inside: surroundings))
    case .set:
      self.init(.set, mirror.elements(inside: surroundings).sortedByText())
    case .dictionary:
      self.init(.dictionary, mirror.entries(inside: surroundings).sortedByText())
    case .tuple:
      self.init(.tuple, mirror.properties(inside: surroundings))
    default:
      if let leaf = Self(withoutProperties: value, mirror) {
        self = leaf
      } else {
        self.init(.type(type(of: value)), mirror.properties(inside: surroundings), object)
      }
    }
  }

  private init(enum value: Any, payload: Mirror.Child?, inside surroundings: Surroundings) {
    guard let payload, let name = payload.label else {
      self = Self(describing: value) ?? .leaf("." + escaped(String(describing: value)))
      return
    }
    let mirror = Mirror(reflecting: payload.value)
    let children =
      mirror.displayStyle == .tuple
      ? mirror.properties(inside: surroundings)
      : [DumpNode.Child(label: nil, node: DumpNode(payload.value, inside: surroundings))]
    self.init(.enumCase(escaped(name)), children)
  }

  private init(
    _ kind: DumpNode.Kind, _ children: [DumpNode.Child], _ object: ObjectIdentifier? = nil
  ) {
    self = .branch(DumpNode.Branch(kind: kind, children: children, object: object))
  }
}
