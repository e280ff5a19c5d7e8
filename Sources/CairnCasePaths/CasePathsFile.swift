/// The file with the generated code of one target: case paths, and the parts of a `FeatureEnum`.
struct CasePathsFile {
  let text: String
  /// Whether no declaration needs generated code. The text is then a comment, and no empty file: reading one leaks
  /// memory in Foundation, which AddressSanitizer reports.
  let isEmpty: Bool
  /// Cases and enums that got no path, with the reasons.
  let notes: [Note]

  /// - Parameter sources: The other files of the target, by path.
  init(sources: [String: String], of module: String) {
    let files = sources.sorted { $0.key < $1.key }
      .map { Declarations(source: $0.value, file: $0.key) }
    var known = files.reduce(into: Declarations()) { $0.merge($1) }
    // A type named like the module hides it.
    let isHidden = known.types[module] != nil || known.aliases[module] != nil
    if !isHidden {
      known.aliases.addNames(Set(known.types.keys).union(known.aliases.keys), in: module)
      // An alias of `Module.Name` is one of a known type.
      known.types[module] = .internal
    }
    var whole = Declarations()
    for var file in files {
      if !isHidden { file.privateAliases.addNames(file.privateAliases.keys, in: module) }
      file.resolveAliases(among: known)
      whole.merge(file)
    }
    let imports = files.filter { !$0.all.isEmpty }.flatMap(\.imports)
    let generator = Generator(declarations: whole, imports: imports)
    let (features, others) = generator.partition(whole.all.filter { $0.kind == .features })
    let all = whole.all.filter { $0.kind == .cases } + features.flatMap(\.enums)
    let enums = all.map { generator.extensions(of: $0) }
    let declarations = features.flatMap { generator.declarations(of: $0) }

    let cairn = Import(head: "", access: nil, tail: "import Cairn")
    let needed = imports + (generator.imports("Cairn") ? [] : [cairn])
    let access = all.map(generator.access).max() ?? .internal
    let head = needed.lines(upTo: access).map { "\($0)\n" }.joined()
    let extensions = declarations + enums.flatMap(\.extensions)
    isEmpty = extensions.isEmpty
    text = isEmpty ? "// No case paths.\n" : ([head] + extensions).joined(separator: "\n")
    notes = whole.notes + others + enums.flatMap(\.notes)
  }
}

extension Declaration {
  fileprivate var enums: [Declaration] {
    ["State", "Action"].map { part in
      Declaration(
        kind: .cases, name: "\(name).\(part)", scopes: scopes, file: file, line: line,
        access: access,
        obstacle: nil, isNonisolated: isNonisolated,
        cases: features.map { feature in
          let member = [".", part].map {
            Token(kind: $0 == "." ? .symbol : .word, text: $0, line: line, isSpaced: false)
          }
          return CaseDeclaration(
            name: feature.name, line: line,
            parameters: [.init(label: nil, type: feature.type + member)],
            obstacle: nil)
        })
    }
  }
}

private struct Generator {
  let declarations: Declarations
  /// The imports of the files with declarations for which code is generated.
  let imports: [Import]

  /// Whether a module is imported, with any attributes and any access level.
  func imports(_ module: String) -> Bool { imports.contains { $0.tail == "import \(module)" } }

  /// The features for which code is generated, and notes about the others.
  func partition(_ features: [Declaration]) -> ([Declaration], [Note]) {
    let notes = features.map { note(on: $0, missing: "state and no action") }
    return (zip(features, notes).compactMap { $1 == nil ? $0 : nil }, notes.compactMap(\.self))
  }

  private func note(on declaration: Declaration, missing part: String) -> Note? {
    obstacle(of: declaration).map { obstacle in
      Note(
        file: declaration.file, line: declaration.line,
        text: "\(declaration.name) gets no \(part): \(obstacle)")
    }
  }

  func extensions(of declaration: Declaration) -> (extensions: [String], notes: [Note]) {
    if let note = note(on: declaration, missing: "case paths") { return ([], [note]) }
    var extensions: [String] = []
    var notes: [Note] = []
    for element in declaration.cases {
      let name = "\(declaration.name).\(element.name)"
      if declarations.handWritten.contains(name) { continue }
      let isOverloaded = declaration.cases.count { $0.name == element.name } > 1
      if let obstacle = element.obstacle ?? (isOverloaded ? "two cases have its name" : nil) {
        notes.append(
          Note(
            file: declaration.file, line: element.line,
            text: "\(name) gets no case path: \(obstacle)"))
      } else {
        extensions.append(self.extension(for: element, of: declaration))
      }
    }
    return (extensions, notes)
  }

  /// The state, the action and the body of an enum of features, and its screen in an app, unless it is written by
  /// hand.
  func declarations(of declaration: Declaration) -> [String] {
    let (name, features) = (declaration.name, declaration.features)
    let access = access(of: declaration).modifier
    let attributes = attributes(of: declaration)
    // The body is on the main actor, as the struct, if that is the default isolation and `nonisolated` is not written.
    let isolation = declaration.isNonisolated ? "nonisolated " : ""
    func lines(_ line: (Declaration.Feature) -> String) -> String {
      features.map(line).joined(separator: "\n")
    }
    func part(_ part: String, _ feature: Declaration.Feature) -> String {
      "\(type(feature.type, scopes: declaration.scopes)).\(part)"
    }
    func cases(_ name: String) -> String { lines { "    case \($0.name)(\(part(name, $0)))" } }
    // `Reducer` requires it, and Swift infers it for any enum that is not public.
    let isInferred = self.access(of: declaration) < .public
    let traits = declaration.actionTraits.split(separator: ", ")
    let isSendable = isInferred || traits.contains("Sendable")
    let actionTraits = declaration.actionTraits + (isSendable ? "" : ", Sendable")
    func fullNames(_ traits: String) -> String {
      traits.split(separator: ", ").map { trait -> String in
        let first = trait.prefix { $0 != "." }
        return "\(fullName(String(first), scopes: declaration.scopes))\(trait[first.endIndex...])"
      }.joined(separator: ", ")
    }
    let (childStore, scope) = (visible("ChildStore", in: name), visible("Scope", in: name))
    let (reducer, builder) = (visible("Reducer", in: name), visible("ReducerBuilder", in: name))
    let parts = """
      \(attributes)\(isolation)extension \(name) {
        \(access)enum State: \(fullNames(declaration.stateTraits)), CasePathable {
      \(cases("State"))
        }

        \(access)enum Action: \(fullNames(actionTraits)), CasePathable {
      \(cases("Action"))
        }

        \(access)enum CaseStore {
      \(lines { "    case \($0.name)(\(childStore)<\(part("State", $0)), \(part("Action", $0))>)" })
        }

        @\(builder)<State, Action> \(access)var body: some \(reducer)<State, Action> {
      \(lines { "    \(scope)(.\($0.name), .\($0.name)) { \($0.name) }" })
        }
      }

      \(attributes)\(isolation)extension _StateReading where State == \(name).State, Action == \(name).Action {
        \(access)var `case`: \(name).CaseStore {
      \(lines { "    if let store = scope(.\($0.name), .\($0.name)) { return .\($0.name)(store) }" })
          fatalError("the state is in none of its cases")
        }
      }

      """
    guard imports("CairnApp"), !declarations.shown.contains("\(name).State") else {
      return [parts]
    }
    func embed(_ feature: Declaration.Feature) -> String {
      constructor(feature.name, of: "\(name).Action", for: part("Action", feature))
    }
    let screenType = visible("Screen", of: "CairnApp", in: "\(name).State")
    let screen = """
      \(attributes)\(isolation)extension \(name).State {
        \(access)var screen: \(screenType)<\(name).Action> {
          switch self {
      \(lines { "    case .\($0.name)(let state): state.screen.map(\(embed($0)))" })
          }
        }
      }

      """
    return [parts, screen]
  }

  /// The name of a type of a module, with the module if a type of the target hides it in an extension of this type.
  private func visible(_ name: String, of module: String = "Cairn", in type: String) -> String {
    let isHidden = [name, "\(type).\(name)"].contains {
      declarations.types[$0] != nil || declarations.aliases[$0] != nil
        || declarations.generics.contains($0)
    }
    return isHidden ? "\(module).\(name)" : name
  }

  private func obstacle(of declaration: Declaration) -> String? {
    if let obstacle = declaration.obstacle { return obstacle }
    if let generic = enclosing(declaration).first(where: declarations.isGeneric) {
      return generic == declaration.name ? "it is generic" : "\(generic) is generic"
    }
    return access(of: declaration) < .internal ? "it is private to its file" : nil
  }

  func access(of declaration: Declaration) -> Access {
    enclosing(declaration).compactMap { declarations.types[$0] }
      .reduce(declaration.access, min)
  }

  /// The attributes of the declaration and of the types around it, each on a line.
  private func attributes(of declaration: Declaration) -> String {
    let all = enclosing(declaration).flatMap { declarations.attributes[$0] ?? [] }
    return Set(all).sorted().map { "\($0)\n" }.joined()
  }

  private func enclosing(_ declaration: Declaration) -> [String] {
    let names = declaration.name.split(separator: ".")
    return names.indices.map { names[...$0].joined(separator: ".") }
  }

  private func `extension`(for element: CaseDeclaration, of declaration: Declaration) -> String {
    let payload = Payload(
      element.parameters.map { ($0.label, type($0.type, scopes: declaration.scopes)) },
      case: element.name
    ) { constructor(element.name, $0, of: "_Root", for: $1) }
    let access = access(of: declaration).modifier
    return """
      \(attributes(of: declaration))nonisolated extension _CasePath where _Root == \(declaration.name) {
        \(access)static var \(element.name): CasePath<_Root, \(payload.type)> {
          .init(\(payload.embed)) { if case .\(element.name)\(payload.pattern) = $0 { \(payload.value) } else { nil } }
        }
      }

      """
  }

  /// The constructor of a case with one value, as a function. In Swift 5, only a closure is `@Sendable`; for a type
  /// without values, the compiler warns that the body of a closure never runs.
  private func constructor(
    _ name: String, _ label: String? = nil, of root: String, for type: String
  ) -> String {
    type == "Never" || declarations.uninhabited.contains(type)
      ? "\(root).\(name)(\(label ?? "_"):)"
      : "{ .\(name)(\(label.map { "\($0): " } ?? "")$0) }"
  }

  /// The type with the full names of nested types, because the file is outside of their scopes.
  private func type(_ tokens: [Token], scopes: [String]) -> String {
    var brackets: [String] = []
    let qualified = tokens.enumerated().map { index, token in
      if ["(", "[", "<"].contains(token.text) { brackets.append(token.text) }
      if [")", "]", ">"].contains(token.text) { _ = brackets.popLast() }
      let isMember = index > 0 && [".", "::"].contains(tokens[index - 1].text)
      let isBeforeColon = index + 1 < tokens.count && tokens[index + 1].text == ":"
      let isLabel = isBeforeColon && brackets.last == "("
      var token = token
      if token.kind == .word, !isMember, !isLabel {
        token.text = fullName(token.text, scopes: scopes)
      }
      if token.text == "!" { token.text = "?" }  // Only the type of a case may be `Int!`.
      return token
    }
    return text(ofTokens: qualified)
  }

  /// Private types are passed over. A payload is at least as accessible as its enum, so a private type of that name
  /// belongs to another file.
  private func fullName(_ name: String, scopes: [String]) -> String {
    if name == "Self", let own = scopes.first { return own }
    return scopes.lazy.map { "\($0).\(name)" }
      .first { declarations.types[$0].map { $0 >= .internal } ?? false } ?? name
  }
}

/// The parts of a case path that depend on the number of values and their labels.
private struct Payload {
  let type: String
  let embed: String
  let pattern: String
  let value: String

  init(
    _ values: [(label: String?, type: String)], case name: String,
    constructor: (_ label: String?, _ type: String) -> String
  ) {
    guard !values.isEmpty else {
      (type, embed, pattern, value) = ("Void", "{ _ in .\(name) }", "", "()")
      return
    }
    guard values.count > 1 else {
      type = values.map(\.type).joined()
      embed = constructor(values[0].label, type)
      pattern = "(let x)"
      value = "x"
      return
    }
    func list(_ element: (Int, String?) -> String) -> String {
      values.enumerated().map { element($0, $1.label) }.joined(separator: ", ")
    }
    func labeled(_ label: String?, _ text: String) -> String {
      label.map { "\($0): \(text)" } ?? text
    }
    type = "(" + list { labeled($1, values[$0].type) } + ")"
    embed = "{ .\(name)(" + list { labeled($1, "$0.\($0)") } + ") }"
    pattern = "(" + list { index, _ in "let x\(index)" } + ")"
    value = "(" + list { labeled($1, "x\($0)") } + ")"
  }
}
