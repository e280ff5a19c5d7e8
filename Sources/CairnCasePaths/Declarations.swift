/// A declaration for which code is generated.
struct Declaration {
  enum Kind {
    /// An enum that conforms to `CasePathable` in its declaration.
    case cases
    /// A struct that conforms to `FeatureEnum` in its declaration.
    case features
  }

  /// A stored property of a struct: one of the features.
  struct Feature {
    let name: String
    /// The written type, or that of the call that is the value; empty if the value is another.
    let type: [Token]

    /// `nil` if the property is computed.
    init?(_ property: [Token]) {
      guard let name = property.first else { return nil }
      let isWritten = property.topLevelIndex(of: ":") == 1
      let ends = isWritten ? ["=", "{"] : ["(", "{"]
      let rest = property.dropFirst(2)
      var type = Array(rest.prefix { $0.depth > name.depth || !ends.contains($0.text) })
      let value = rest.dropFirst(type.count)
      let isObserved = value.contains { ["willSet", "didSet"].contains($0.text) }
      if isWritten && value.first?.text == "{" && !isObserved { return nil }
      if !isWritten && type.suffix(2).map(\.text) == [".", "init"] { type.removeLast(2) }
      // The name of a type begins with no small letter.
      let outside = text(ofTokens: type.filter { $0.depth == name.depth })
      let isCall = outside.wholeMatch(of: /(\w+<?(\.|::))*[\w--\p{Ll}]\w*<?/) != nil
      let isOpaque = ["some", "any"].contains(type.first?.text)
      let isKnown = isWritten ? !isOpaque : isCall && !value.isEmpty
      (self.name, self.type) = (name.text, isKnown ? type : [])
    }
  }

  let kind: Kind
  /// The name with the names of the enclosing types, separated by periods.
  var name: String
  /// The innermost type first: the scopes in which Swift looks up the names of payload types.
  var scopes: [String]
  let file: String
  let line: Int
  let access: Access
  /// A reason why nothing is generated, if there is one.
  let obstacle: String?
  /// Whether the type, or a type or an extension around it, is declared `nonisolated`.
  let isNonisolated: Bool
  var cases: [CaseDeclaration] = []
  var features: [Feature] = []
  /// The protocols of the state and of the action of the features.
  var stateTraits = "Hashable"
  var actionTraits = "Equatable"
}

/// Something that the generator cannot handle.
struct Note: Equatable, CustomStringConvertible {
  let file: String
  let line: Int
  let text: String

  var description: String { "\(file):\(line): note: \(text)" }
}

/// A case of an enum.
struct CaseDeclaration {
  struct Parameter {
    /// `nil` if the parameter has no label.
    let label: String?
    let type: [Token]
  }

  let name: String
  let line: Int
  /// Empty if the case has no payload.
  let parameters: [Parameter]
  /// A reason why the case gets no path, if there is one.
  let obstacle: String?
}

enum Access: Int, Comparable {
  case `private`, `fileprivate`, `internal`, `package`, `public`

  init?(modifier: String) {
    switch modifier {
    case "private": self = .private
    case "fileprivate": self = .fileprivate
    case "internal": self = .internal
    case "package": self = .package
    case "public", "open": self = .public
    default: return nil
    }
  }

  /// With a space behind it; empty for `internal`.
  var modifier: String {
    switch self {
    case .public: "public "
    case .package: "package "
    case .internal, .fileprivate, .private: ""
    }
  }

  static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
}

/// An import of a file.
struct Import {
  /// The beginnings of the conditions around it, and its attributes.
  let head: String
  /// `nil` if it is not written.
  let access: Access?
  /// `import` with the module, and the ends of the conditions.
  let tail: String
}

extension [Import] {
  /// The lines that import each module once, for declarations with at most this access.
  ///
  /// Swift warns about two access levels of one module, and about a level that no declaration needs. An import
  /// without a level, beside one with a level in another file, has the level `internal` or is refused.
  func lines(upTo access: Access) -> [String] {
    let limit = Swift.max(access, .internal)
    return Dictionary(grouping: self) { $0.head + $0.tail }.values.map { same in
      let widest = same.compactMap(\.access).max().map { Swift.min($0, limit) }
      return same[0].head + (widest.map { "\($0) " } ?? "") + same[0].tail
    }.sorted()
  }
}

/// A type alias.
struct Alias {
  /// The type as it is written; `nil` if it depends on an `#if`, and the generated file can name the alias.
  let type: String?
  /// The types around the alias, the innermost first.
  let scopes: [String]
}

/// The declarations of one file that matter to case paths.
struct Declarations {
  var all: [Declaration] = []
  /// Every type that is declared in the file, with its access.
  var types: [String: Access] = [:]
  /// The `@available` and `@_spi` attributes of every type, and of the declarations around it.
  var attributes: [String: [String]] = [:]
  /// Case paths that are written by hand, as `Root.name`.
  var handWritten: Set<String> = []
  var generics: Set<String> = []
  /// The enums that have no case, and so no value.
  var uninhabited: Set<String> = []
  /// The aliases by their names with the names of the types around them.
  var aliases: [String: Alias] = [:]
  /// The aliases that no other file can name.
  var privateAliases: [String: Alias] = [:]
  /// The types of which an extension has a property `screen` or `screens`.
  var shown: Set<String> = []
  var imports: [Import] = []
  var notes: [Note] = []

  init() {}

  init(source: String, file: String) {
    var parser = DeclarationParser(tokens: Lexer.tokens(of: source), file: file)
    self = parser.run()
  }

  /// Whether a type is generic, or is not of this target and has the name of a known generic type.
  func isGeneric(_ name: String) -> Bool {
    let known = [
      "Array", "ArraySlice", "ClosedRange", "ContiguousArray", "Dictionary", "Optional", "Range",
      "Result", "Set",
      "AlertState", "ButtonState", "ChildStore", "Effect", "ElementAction", "IdentifiedAction",
      "IdentifiedArray", "IdentifiedArrayOf", "Indirect", "Send", "StackAction", "StackState",
      "Store", "StoreOf",
    ]
    return generics.contains(name) || types[name] == nil && known.contains(name)
  }

  mutating func merge(_ other: Declarations) {
    all += other.all
    shown.formUnion(other.shown)
    types.merge(other.types, uniquingKeysWith: max)
    attributes.merge(other.attributes) { $0 + $1 }
    handWritten.formUnion(other.handWritten)
    generics.formUnion(other.generics)
    uninhabited.formUnion(other.uninhabited)
    aliases.merge(other.aliases) { first, _ in first }
    notes += other.notes
  }
}

extension [String: Alias] {
  /// Makes `Module.Name` an alias of each top-level `Name`.
  mutating func addNames(_ names: some Sequence<String>, in module: String) {
    for name in names where !name.contains(".") {
      self["\(module).\(name)"] = Alias(type: name, scopes: [])
    }
  }
}

extension Declarations {
  /// Replaces the aliases in the names of extended types by the types that they stand for.
  ///
  /// - Parameter known: The declarations of all files.
  mutating func resolveAliases(among known: Declarations) {
    var known = known
    known.aliases.merge(privateAliases) { $1 }
    guard !known.aliases.isEmpty else { return }
    func resolved(_ name: String) -> String { known.resolved(name) }
    /// The name, with the types around it resolved: it may be an alias itself.
    func member(_ name: String) -> String {
      guard let dot = name.lastIndex(of: ".") else { return name }
      return resolved(String(name[..<dot])) + name[dot...]
    }
    types = Dictionary(types.map { (member($0), $1) }, uniquingKeysWith: max)
    attributes = Dictionary(attributes.map { (member($0), $1) }, uniquingKeysWith: +)
    handWritten = Set(handWritten.map(member))
    generics = Set(generics.map(resolved))
    uninhabited = Set(uninhabited.map(member))
    shown = Set(shown.map(resolved))
    for index in all.indices {
      all[index].name = member(all[index].name)
      all[index].scopes = all[index].scopes.map(resolved)
    }
  }

  /// The name without aliases of types.
  private func resolved(_ name: String) -> String {
    var name = name
    // At most once for each alias, as none contains itself.
    for _ in aliases {
      let ends = name.indices.filter { name[$0] == "." } + [name.endIndex]
      guard let end = ends.last(where: { aliases[String(name[..<$0])] != nil }),
        let alias = aliases[String(name[..<end])], let type = alias.name
      else { break }
      let first = String(type.prefix { $0 != "." })
      let scope = alias.scopes.first {
        types["\($0).\(first)"] != nil || aliases["\($0).\(first)"] != nil
      }
      // An alias of a type of another module stays: the generated file may not import that module.
      guard scope != nil || types[first] != nil || aliases[first] != nil || isGeneric(first) else {
        break
      }
      name = (scope.map { "\($0)." } ?? "") + type + name[end...]
    }
    return name
  }
}

extension Alias {
  /// `nil` for a type that is more than a name, such as `Box<Int>`: its members are those of the alias.
  fileprivate var name: String? {
    type.flatMap { type in
      type.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ? type : nil
    }
  }
}
