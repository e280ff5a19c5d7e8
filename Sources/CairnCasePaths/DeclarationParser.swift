/// Finds enums, and structs of features, by the structure of braces. It does not parse expressions.
struct DeclarationParser {
  private enum Scope {
    case type(TypeScope)
    case casePath(root: String)
    case local
  }

  private struct TypeScope {
    let name: String
    let access: Access
    /// The default access of its members.
    let members: Access
    /// The attributes and modifiers that its members inherit.
    let inherited: [String]
    /// Its position in `result.all`; `nil` if no code is generated for it.
    var declaration: Int?
  }

  private let tokens: [Token]
  private let file: String
  private var index = 0
  private var scopes: [Scope] = []
  /// The lines of each open `#if`: `#if`, and each `#elseif` and `#else` that has followed.
  private var conditions: [[String]] = []
  private var conditional: String? { conditions.isEmpty ? nil : "it is declared within #if" }
  private var modifiers: [String] = []
  private var result = Declarations()

  init(tokens: [Token], file: String) {
    self.tokens = tokens
    self.file = file
  }

  mutating func run() -> Declarations {
    while let token = peek() { parse(token) }
    return result
  }

  private mutating func parse(_ token: Token) {
    switch token.text {
    case "#": parseDirective()
    case "@": parseAttribute()
    case "{":
      open(.local)
      index += 1
    case "}":
      close()
      index += 1
    case "(", "[": skipBrackets()
    case ".":
      let isRange = index > 0 && tokens[index - 1].text == "."  // `0...`, and the next declaration
      index += 1
      if !isRange, peek()?.kind == .word { index += 1 }  // a member, even if its name is a keyword
    case "import" where scopes.isEmpty: parseImport()
    case "struct", "class", "actor", "enum", "protocol", "extension": parseType(token.text)
    case "typealias", "associatedtype": parseAlias()
    case "case" where !isPattern: parseCases()
    case "var" where !isPattern, "let" where !isPattern: parseVariable()
    case let word where token.isModifier:
      index += 1
      if peek()?.text != "(" { modifiers.append(word) }  // not `private(set)`
    default:
      modifiers = []
      index += 1
    }
  }

  /// Whether a keyword is part of the condition of an `if`: a value outside of braces may contain one.
  private var isPattern: Bool {
    index > 1 && ["if", ",", "case"].contains(tokens[index - 1].text)
      && tokens[index - 2].text != "."
  }

  // MARK: Scopes

  private var isLocal: Bool {
    scopes.contains { if case .type = $0 { false } else { true } }
  }

  private var enclosing: TypeScope? {
    if case .type(let type) = scopes.last { type } else { nil }
  }

  /// The access of a declaration with the present modifiers, which is at most that of the type around it.
  private var effectiveAccess: Access {
    let own = modifiers.lazy.compactMap { Access(modifier: $0) }.first
    return min(own ?? enclosing?.members ?? .internal, enclosing?.access ?? .public)
  }

  /// The enclosing types of which Swift searches the members, the innermost first. Behind an extension,
  /// that is the module: Swift does not search the types around the extended type.
  private var lookupScopes: [String] {
    scopes.reversed().compactMap { if case .type(let type) = $0 { type.name } else { nil } }
  }

  /// The position of the innermost scope in `result.all`, if it is a declaration of that kind.
  private func position(of kind: Declaration.Kind) -> Int? {
    enclosing?.declaration.flatMap { result.all[$0].kind == kind ? $0 : nil }
  }

  private mutating func open(_ scope: Scope) {
    scopes.append(scope)
    modifiers = []
  }

  private mutating func close() {
    _ = scopes.popLast()
    modifiers = []
  }

  // MARK: Declarations

  private mutating func parseType(_ keyword: String) {
    let declared = modifiers
    let line = tokens[index].line
    index += 1
    // `class func`, `class var`, and words that only look like a declaration
    let isArray = keyword == "extension" && peek()?.text == "["
    guard let name = peek(), isArray || name.kind == .word && !name.isKeyword else { return }
    let effective = effectiveAccess
    modifiers = []
    let inherited = declared.filter { isRepeated($0) || $0 == "nonisolated" }
    if keyword == "extension" { return parseExtension(members: effective, inherited) }
    index += 1

    let full = [enclosing?.name, name.text].compactMap(\.self).joined(separator: ".")
    let all = inherited + (enclosing?.inherited ?? [])
    if !isLocal {
      result.types[full] = effective
      result.attributes[full] = all.filter(isRepeated)
      if peek()?.text == "<" { result.generics.insert(full) }
    }
    let conformances = parseHeader()
    guard peek()?.text == "{" else { return }
    index += 1
    if keyword == "enum", !isLocal, peek()?.text == "}" { result.uninhabited.insert(full) }

    let obstacle = isLocal ? "it is declared in a function" : conditional
    let kind: Declaration.Kind? =
      switch keyword {
      case "enum" where conformances.contains("CasePathable"): .cases
      case "struct" where conformances.contains("FeatureEnum"): .features
      default: nil
      }
    if kind == .features, !isLocal {
      // The generated types are looked up like the declared ones.
      for part in ["State", "Action", "CaseStore"] { result.types["\(full).\(part)"] = effective }
    }
    if let kind {
      result.all.append(
        Declaration(
          kind: kind, name: full, scopes: [full] + lookupScopes, file: file, line: line,
          access: effective, obstacle: obstacle, isNonisolated: all.contains("nonisolated")))
    }
    open(
      .type(
        TypeScope(
          name: full, access: effective, members: .internal, inherited: all,
          declaration: kind.map { _ in result.all.count - 1 })))
  }

  private mutating func parseExtension(members: Access, _ inherited: [String]) {
    var name = ""
    while let token = peek(), token.kind == .word || [".", "::"].contains(token.text) {
      if token.text == "where" { break }
      name = token.text == "::" ? "" : name + token.text  // without the module
      index += 1
    }
    let start = index
    let line = tokens[start - 1].line
    let conformances = parseHeader()
    name = tokens[start..<index].genericName ?? name
    for (conformance, part) in [
      ("CasePathable", "case paths"), ("FeatureEnum", "state and no action"),
    ] where conformances.contains(conformance) {
      result.notes.append(
        Note(
          file: file, line: line,
          text: "\(name) gets no \(part): it conforms to \(conformance) in an extension"))
    }
    let header = tokens[start..<index]
    if header.first?.text == "<" || header.contains(where: { $0.text == "where" }) {
      result.generics.insert(name)
    }
    guard peek()?.text == "{" else { return }
    index += 1
    if ["CasePath", "_CasePath"].contains(name.split(separator: ".").last) {
      open(.casePath(root: root(ofCasePath: Array(header))))
    } else {
      open(
        .type(TypeScope(name: name, access: .public, members: members, inherited: inherited)))
    }
  }

  /// The root in `CasePath<Root, Value>` or in `_CasePath where _Root == …`.
  private func root(ofCasePath header: [Token]) -> String {
    let relevant: ArraySlice<Token> =
      if header.first?.text == "<" {
        header.dropFirst()
      } else {
        header.drop { $0.text != "=" }.drop { $0.text == "=" }
      }
    return text(ofTokens: Array(relevant.prefix { ![",", ">", "{"].contains($0.text) }))
  }

  /// Skips to the brace of a type, or to the end of a declaration without one, and returns the names of
  /// the inherited types.
  private mutating func parseHeader() -> [String] {
    var names: [String] = []
    var (isInClause, isInWhere) = (false, false)
    let depth = tokens[index - 1].depth
    while let token = peek(), token.text != "{", token.text != "}" {
      switch token.text {
      case ":" where token.depth == depth: isInClause = true
      case "where": isInWhere = true
      default: if isInClause && !isInWhere && token.kind == .word { names.append(token.text) }
      }
      index += 1
    }
    return names
  }

  private mutating func parseAlias() {
    index += 1
    guard let name = peek(), name.kind == .word else { return }
    let full = [enclosing?.name, name.text].compactMap(\.self).joined(separator: ".")
    let access = effectiveAccess
    if !isLocal, enclosing != nil { result.types[full] = access }
    index += 1
    modifiers = []
    if !isLocal, peek()?.text == "<" { result.generics.insert(full) }
    guard skip("=") else { return }
    if !isLocal {
      let stays = conditional != nil && access >= .internal
      let type = stays ? nil : text(ofTokens: restOfDeclaration)
      let alias = Alias(type: type, scopes: lookupScopes)
      if access < .internal {
        result.privateAliases[full] = alias
      } else {
        result.aliases[full] = alias
      }
    }
    guard let position = position(of: .features) else { return }
    let traits = text(ofTokens: restOfDeclaration).replacing(/\s*&\s*/, with: ", ")
    if name.text == "StateTraits" { result.all[position].stateTraits = traits }
    if name.text == "ActionTraits" { result.all[position].actionTraits = traits }
  }

  private mutating func parseVariable() {
    let isStatic = modifiers.contains("static")
    let isPrivate = modifiers.contains { ["private", "fileprivate"].contains($0) }
    index += 1
    modifiers = []
    guard let name = peek(), name.kind == .word else { return }
    index += 1
    if isStatic, case .casePath(let root) = scopes.last {
      result.handWritten.insert("\(root).\(name.text)")
    }
    if !isStatic, !isLocal, ["screen", "screens"].contains(name.text), let enclosing {
      result.shown.insert(enclosing.name)
    }
    guard !isStatic, let position = position(of: .features) else { return }
    for feature in ([name] + restOfDeclaration).split().compactMap(Declaration.Feature.init) {
      let obstacle =
        isPrivate
        ? "it is private"
        : conditional ?? (feature.type.isEmpty ? "its type is not written" : nil)
      if let obstacle, result.all[position].obstacle == nil {
        let property = "\(result.all[position].name).\(feature.name)"
        result.notes.append(
          Note(file: file, line: name.line, text: "\(property) is no feature: \(obstacle)"))
      } else {
        result.all[position].features.append(feature)
      }
    }
  }

  /// The tokens up to the end of the declaration, without passing over them.
  private var restOfDeclaration: [Token] {
    let depth = tokens[index - 1].depth
    let rest = tokens.indices[index...].prefix { position in
      let (last, token) = (tokens[position - 1], tokens[position])
      let continues =
        last.line == token.line || [",", "=", ":", "&", "."].contains(last.text)
        || [",", "=", ":", "&", ".", "{"].contains(token.text)
      return token.depth > depth || (continues && ![";", "}"].contains(token.text))
    }
    return rest.map { tokens[$0] }
  }

  private mutating func parseImport() {
    let start = index
    index += 1
    while let token = peek(), token.line == tokens[start].line, token.text != ";" { index += 1 }
    // The generated code exports nothing, and is not private to its file.
    let attributes = modifiers.filter { Access(modifier: $0) == nil && $0 != "@_exported" }
    let access = modifiers.lazy.compactMap { Access(modifier: $0) }.first.map { max($0, .internal) }
    modifiers = []
    result.imports.append(
      Import(
        head: conditions.flatMap(\.self).map { "\($0)\n" }.joined()
          + attributes.map { "\($0) " }.joined(), access: access,
        tail: text(ofTokens: Array(tokens[start..<index]))
          + conditions.map { _ in "\n#endif" }.joined()))
  }

  private mutating func parseDirective() {
    let start = index
    index += 1
    guard let word = peek(), !word.isSpaced else { return }
    index += 1
    guard ["if", "elseif", "else", "endif"].contains(word.text) else { return }
    if word.text == "if" { conditions.append([]) }
    if word.text == "endif" { _ = conditions.popLast() }
    while let token = peek(), token.line == word.line { index += 1 }
    guard word.text != "endif", let last = conditions.indices.last else { return }
    conditions[last].append(text(ofTokens: Array(tokens[start..<index])))
  }

  private mutating func parseAttribute() {
    let start = index
    index += 2
    while peek()?.text == "." { index += 2 }
    if let token = peek(), token.text == "(", !token.isSpaced { skipBrackets() }
    modifiers.append(text(ofTokens: Array(tokens[start..<min(index, tokens.count)])))
  }

  private func isAvailability(_ attribute: String) -> Bool { attribute.hasPrefix("@available") }

  /// Whether the generated code has the attribute, too.
  private func isRepeated(_ attribute: String) -> Bool {
    isAvailability(attribute) || attribute.hasPrefix("@_spi")
  }

  // MARK: Cases

  private mutating func parseCases() {
    let attributes = modifiers
    modifiers = []
    index += 1
    guard let position = position(of: .cases) else { return }
    repeat {
      guard let name = peek(), name.kind == .word else { return }
      index += 1
      var parameters: [CaseDeclaration.Parameter] = []
      if peek()?.text == "(" {
        let start = index + 1
        skipBrackets()
        parameters = self.parameters(Array(tokens[start..<max(start, index - 1)]))
      }
      if skip("=") { skipRawValue() }
      let isAutoclosure = parameters.contains { $0.type.topLevelIndex(of: "autoclosure") != nil }
      let obstacle =
        conditional
        ?? (attributes.contains(where: isAvailability)
          ? "it has an @available attribute" : isAutoclosure ? "it has an autoclosure" : nil)
      result.all[position].cases.append(
        CaseDeclaration(
          name: name.text, line: name.line, parameters: parameters, obstacle: obstacle))
    } while skip(",")
  }

  private mutating func skipRawValue() {
    let line = peek()?.line
    while let token = peek(), token.line == line, ![",", ";", "}"].contains(token.text) {
      index += 1
    }
  }

  private func parameters(_ tokens: [Token]) -> [CaseDeclaration.Parameter] {
    tokens.split().compactMap { parameter in
      var type = ArraySlice(parameter)
      var label: String?
      if let colon = parameter.topLevelIndex(of: ":"), colon <= 2 {
        label = parameter[0].text == "_" ? nil : parameter[0].label
        type = parameter[(colon + 1)...]
      }
      if let equals = Array(type).topLevelIndex(of: "=") { type = type.prefix(equals) }
      return type.isEmpty ? nil : CaseDeclaration.Parameter(label: label, type: Array(type))
    }
  }

  // MARK: Tokens

  private func peek() -> Token? { index < tokens.count ? tokens[index] : nil }

  private mutating func skip(_ text: String) -> Bool {
    guard peek()?.text == text else { return false }
    index += 1
    return true
  }

  /// Skips from an opening bracket to behind its closing bracket. Closures inside are skipped too.
  private mutating func skipBrackets() {
    let depth = tokens[index].depth
    repeat { index += 1 } while peek().map { $0.depth > depth } ?? false
  }
}
