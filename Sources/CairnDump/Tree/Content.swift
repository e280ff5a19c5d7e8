extension DumpNode.Content {
  /// Reads one level of `value`; children are read when they are needed.
  init(_ value: Any, in context: NestingContext) {
    guard !context.isTooDeep else {
      self = .leaf("…")
      return
    }
    if let leaf = Self(withoutMirror: value) {
      self = leaf
      return
    }
    let type = type(of: value)
    let object = type is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
    if let object, let levels = context.levels(to: object) {
      self = .leaf("(\(typeName(type)), \(counted(levels, "level")) up)")
      return
    }
    let mirror = Mirror(reflecting: value)
    if type == AnyHashable.self, let base = mirror.children.first?.value {
      self.init(base, in: context)
    } else if mirror.displayStyle == .optional {
      self.init(optional: mirror.children.first?.value, in: context)
    } else {
      self.init(value, mirror, object, in: context.inside(object))
    }
  }

  private init(optional wrapped: Any?, in context: NestingContext) {
    guard let wrapped else {
      self = .leaf("nil")
      return
    }
    let node = DumpNode(wrapped, in: context)
    let isNil =
      switch node.content {
      case .leaf("nil"): true
      // `.some(nil)`, or an optional of it.
      case .branch(let branch) where Mirror(reflecting: wrapped).displayStyle == .optional:
        if case .enumCase("some") = branch.kind { true } else { false }
      case .leaf, .text, .secret, .branch: false
      }
    if isNil {
      self.init(.enumCase("some"), [DumpNode.Child(label: nil, node: node)])
    } else {
      self = node.content
    }
  }

  private init(
    _ value: Any, _ mirror: Mirror, _ object: ObjectIdentifier?, in context: NestingContext
  ) {
    switch mirror.displayStyle {
    case .enum:
      self.init(enum: value, payload: mirror.children.first, in: context)
    case .collection:
      self.init(.array, mirror.elements(in: context))
    case .set:
      self.init(.set, mirror.elements(in: context).sortedByText(context.sortTexts))
    case .dictionary:
      self.init(.dictionary, mirror.entries(in: context).sortedByText(context.sortTexts))
    case .tuple:
      self.init(.tuple, mirror.properties(in: context))
    default:
      if let leaf = Self(withoutProperties: value, mirror) {
        self = leaf
        return
      }
      // Reading a child is slow, so each is read once, and `Array(_:)` reads more slowly than `map`.
      let children = mirror.children.map { $0 }
      if let bytes = Mirror.bytesOfData(value, children) {
        let parts: [(String, Any)] = [
          ("count", bytes.count), ("bytes", bytes.count > 64 ? LongData(bytes: bytes) : bytes),
        ]
        self.init(
          .type(type(of: value)),
          parts.map { DumpNode.Child(label: .name($0), node: DumpNode($1, in: context)) })
      } else {
        self.init(.type(type(of: value)), mirror.properties(children, in: context), object)
      }
    }
  }

  private init(enum value: Any, payload: Mirror.Child?, in context: NestingContext) {
    guard let payload, let name = payload.label else {
      self = Self(describing: value) ?? .leaf("." + escaped(String(describing: value)))
      return
    }
    let mirror = Mirror(reflecting: payload.value)
    let children =
      mirror.displayStyle == .tuple
      ? mirror.properties(in: context)
      : [DumpNode.Child(label: nil, node: DumpNode(payload.value, in: context))]
    self.init(.enumCase(escaped(name)), children)
  }

  private init(
    _ kind: DumpNode.Kind, _ children: [DumpNode.Child], _ object: ObjectIdentifier? = nil
  ) {
    self = .branch(DumpNode.Branch(kind: kind, children: children, object: object))
  }
}

/// The bytes of a long `Data`, which are shown as a hash.
struct LongData: CustomStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  var description: String { "(hash \(String(fnv(bytes), radix: 16)))" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension Mirror {
  /// The bytes of a `Data` of Foundation, whose mirror has an address, and no bytes if there are more than 64.
  fileprivate static func bytesOfData(_ value: Any, _ children: [Child]) -> [UInt8]? {
    guard children.count > 1, children[0].label == "count", children[1].label == "pointer" else {
      return nil
    }
    return (value as? any Collection<UInt8>).map { Array($0) }
  }

  /// The elements of a collection or a set.
  func elements(in context: NestingContext) -> [DumpNode.Child] {
    children.map { DumpNode.Child(label: nil, node: DumpNode($0.value, in: context)) }
  }

  /// The keys and values of a dictionary, which its mirror has as pairs.
  func entries(in context: NestingContext) -> [DumpNode.Child] {
    children.map { child in
      let pair = Mirror(reflecting: child.value).children
      // A labeled child of a type's own mirror has its key as its label.
      guard child.label == nil, pair.count == 2, let key = pair.first,
        let value = pair.dropFirst().first
      else {
        return DumpNode.Child(
          label: child.label.map { .key(DumpNode($0)) },
          node: DumpNode(child.value, in: context))
      }
      return DumpNode.Child(
        label: .key(DumpNode(key.value, in: context)),
        node: DumpNode(value.value, in: context))
    }
  }

  /// The properties of a struct, a class with its superclasses, or a tuple.
  func properties(in context: NestingContext) -> [DumpNode.Child] {
    properties(children.map { $0 }, in: context)
  }

  fileprivate func properties(_ children: [Child], in context: NestingContext) -> [DumpNode.Child] {
    let own: [DumpNode.Child] = children.compactMap { child in
      if let label = child.label, Self.compilerStorage.contains(label) { return nil }
      let name = child.label.flatMap { Self.propertyName($0, among: children) }
      return DumpNode.Child(
        label: name.map { .name(escaped($0)) }, node: DumpNode(child.value, in: context))
    }
    return (superclassMirror?.properties(in: context) ?? []) + own
  }

  /// The storage that the compiler and `@Observable` add to actors and classes.
  private static let compilerStorage = ["$defaultActor", "_$observationRegistrar"]

  /// The declared name of a property whose storage the compiler or a macro has named.
  private static func propertyName(_ label: String, among children: [Child]) -> String? {
    if label.hasPrefix(".") { return nil }  // An unlabeled element of a tuple.
    for prefix in ["$__lazy_storage_$_", "_"] where label.hasPrefix(prefix) {
      let name = String(label.dropFirst(prefix.count))
      return name.isEmpty || children.contains { $0.label == name } ? label : name
    }
    return label
  }
}
