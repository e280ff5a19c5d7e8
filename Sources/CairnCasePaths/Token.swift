/// A token of Swift source, without comments.
struct Token: Equatable {
  enum Kind: Equatable { case word, literal, symbol }

  let kind: Kind
  var text: String
  let line: Int
  /// Whether white space or a comment precedes it.
  let isSpaced: Bool
  /// The number of brackets that are open before the token, `<` of type arguments among them.
  var depth = 0

  /// The word as a label of an argument, where only a few keywords need backticks.
  var label: String {
    let name = text.drop { $0 == "`" }.prefix { $0 != "`" }
    let isPlain =
      name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain && !["inout", "let", "var"].contains(name) ? String(name) : text
  }
}

extension Token {
  var isModifier: Bool {
    kind == .word
      && [
        "public", "package", "internal", "fileprivate", "private", "open", "indirect", "final",
        "static", "nonisolated", "distributed", "lazy", "weak", "unowned", "dynamic", "override",
        "mutating", "nonmutating",
      ].contains(text)
  }

  /// Whether it is a word of a declaration, and names no type.
  var isKeyword: Bool {
    isModifier
      || [
        "func", "var", "let", "subscript", "init", "deinit", "struct", "enum", "case", "typealias",
      ].contains(text)
  }
}

/// Splits Swift source into tokens.
///
/// Comments, strings (raw, multiline, with interpolations) and regular expressions are recognized, because
/// their contents may look like declarations. Each punctuation character is a token of its own, except
/// `->` and `::`. An unterminated string or comment extends to the end of the source.
struct Lexer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var tokens: [Token] = []

  static func tokens(of source: String) -> [Token] {
    var lexer = Lexer(bytes: Array(source.utf8))
    while lexer.peek() != nil { lexer.appendToken() }
    lexer.setDepths()
    return lexer.tokens
  }

  /// A carriage return alone ends a line, as in Swift.
  private init(bytes: [UInt8]) {
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var lines = bytes
    for index in bytes.indices where bytes[index] == carriageReturn {
      if index + 1 == bytes.count || bytes[index + 1] != feed { lines[index] = feed }
    }
    self.bytes = lines
  }

  private mutating func appendToken() {
    let space = index
    skipSpace()
    guard let byte = peek() else { return }
    let (start, startLine, isSpaced) = (index, line, index > space)
    let kind = skipToken(byte)
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    tokens.append(Token(kind: kind, text: text, line: startLine, isSpaced: isSpaced))
  }

  /// A `<` is a bracket if its `>` comes before an equals sign, a brace, and the end of the brackets around it.
  private mutating func setDepths() {
    var open: [Int] = []
    var depth = 0
    for index in tokens.indices {
      tokens[index].depth = depth
      switch tokens[index].kind == .symbol ? tokens[index].text : "" {
      case "(", "[":
        open.append(index)
        depth += 1
      case ")", "]":
        while let last = open.popLast(), tokens[last].text == "<" {}
        depth -= 1
      case "{", "}":
        open = []
        depth += tokens[index].text == "{" ? 1 : -1
      case "<": open.append(index)
      case ">":
        guard let last = open.last, tokens[last].text == "<" else { continue }
        for inside in last + 1...index { tokens[inside].depth += 1 }
        open.removeLast()
      case "=", ";": open = []
      default: break
      }
    }
  }

  private mutating func skipSpace() {
    while let byte = peek() {
      if byte == "\n" || byte == " " || byte == "\t" || byte == "\r" {
        advance()
      } else if isNext("//") {
        while let byte = peek(), byte != "\n" { advance() }
      } else if isNext("/*") {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipToken(_ byte: Unicode.Scalar) -> Token.Kind {
    if byte == "\"" || (byte == "#" && delimiter(after: "#") == "\"") {
      skipString()
      return .literal
    }
    if byte == "#" && delimiter(after: "#") == "/" {
      skipExtendedRegex()
      return .literal
    }
    if byte == "/", let length = lengthOfRegex {
      advance(length)
      return .literal
    }
    if byte == "`" {
      advance()
      while let byte = peek(), byte != "`", byte != "\n" { advance() }
      advance()
      return .word
    }
    if isWord(byte) {
      while let byte = peek(), isWord(byte) { advance() }
      return .word
    }
    advance(isNext("->") || isNext("::") ? 2 : 1)
    return .symbol
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        advance(2)
      } else if isNext("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && peek() != nil
  }

  private mutating func skipString() {
    let hashes = skipHashes()
    let pounds = String(repeating: "#", count: hashes)
    var isMultiline = isNext("\"\"\"")
    if isMultiline, hashes > 0 {
      // A raw string that ends on its line may begin with quotation marks of its own.
      let line = bytes[index...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
      isMultiline = !line.contains(Array(("\"" + pounds).utf8))
    }
    let end = (isMultiline ? "\"\"\"" : "\"") + pounds
    advance(isMultiline ? 3 : 1)
    while let byte = peek(), !isNext(end) {
      if !isMultiline && byte == "\n" { return }
      if isNext("\\" + pounds + "(") {
        advance(hashes + 1)
        skipInterpolation()
      } else if isNext("\\" + pounds) {
        advance(hashes + 2)
      } else {
        advance()
      }
    }
    advance(end.utf8.count)
  }

  /// Skips the parentheses of an interpolation, with the tokens inside.
  private mutating func skipInterpolation() {
    let start = tokens.count
    var depth = 0
    repeat {
      appendToken()
      if tokens.last?.text == "(" { depth += 1 }
      if tokens.last?.text == ")" { depth -= 1 }
    } while depth > 0 && peek() != nil
    tokens.removeSubrange(start...)
  }

  private mutating func skipExtendedRegex() {
    let end = "/" + String(repeating: "#", count: skipHashes())
    advance()
    while let byte = peek(), !isNext(end) { advance(byte == "\\" ? 2 : 1) }
    advance(end.utf8.count)
  }

  /// The length of the regular expression that a slash begins; `nil` if the slash is an operator. As in Swift, an
  /// expression stands where an operand is expected and ends on its line, has no space behind its first slash and
  /// before its last one, and closes no parenthesis that it does not open.
  private var lengthOfRegex: Int? {
    if let last = tokens.last, last.line == line {
      let operators = ["(", ",", "=", ":", "[", "{", "!", "&", "|", "?", ";", ">"]
      let words = ["return", "case", "in", "if", "where", "try", "await"]
      // The ends of other operators, such as `=~`, before white space: `+/` is one operator.
      let isSpaced = [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[index - 1])
      let ends: [String] = isSpaced ? ["~", "+", "-", "*", "%", "^", "<"] : []
      let isPostfix = last.text == "!" && !last.isSpaced
      guard !isPostfix, (operators + words + ends).contains(last.text) else { return nil }
    }
    let line = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    var (groups, classes, isEscaped, isAfterSpace) = (0, 0, false, false)
    for (index, byte) in zip(line.indices, line.lazy.map { Unicode.Scalar($0) }) {
      let isSpace = !isEscaped && (byte == " " || byte == "\t")
      switch byte {
      case _ where isSpace && index == line.startIndex: return nil
      case _ where isEscaped: isEscaped = false
      case "\\": isEscaped = true
      case "[": classes += 1
      case "]" where classes > 0: classes -= 1
      case "(" where classes == 0: groups += 1
      case ")" where classes == 0: groups -= 1
      case "/": return isAfterSpace ? nil : index + 1 - self.index
      default: break
      }
      if groups < 0 { return nil }
      isAfterSpace = isSpace
    }
    return nil
  }

  private mutating func skipHashes() -> Int {
    let start = index
    while peek() == "#" { advance() }
    return index - start
  }

  /// The first character after a run of `character`.
  private func delimiter(after character: Unicode.Scalar) -> Unicode.Scalar? {
    bytes[index...].first { Unicode.Scalar($0) != character }.map { Unicode.Scalar($0) }
  }

  private func isWord(_ byte: Unicode.Scalar) -> Bool {
    byte == "_" || byte == "$" || byte.value > 127 || byte.properties.isAlphabetic
      || ("0"..."9").contains(byte)
  }

  private func isNext(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private func peek() -> Unicode.Scalar? {
    index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }
}

extension [Token] {
  /// The parts between the commas outside of brackets.
  func split() -> [[Token]] {
    var parts: [[Token]] = []
    var rest = self
    while let comma = rest.topLevelIndex(of: ",") {
      parts.append(Array(rest[..<comma]))
      rest = Array(rest[(comma + 1)...])
    }
    return parts + [rest]
  }

  /// The first token with this text outside of brackets.
  func topLevelIndex(of text: String) -> Int? {
    firstIndex { $0.depth == first?.depth && $0.text == text }
  }
}

extension ArraySlice<Token> {
  /// The generic type that `[Int]`, `[Int: Int]` or `Int?` is short for, from the tokens behind a name.
  var genericName: String? {
    guard let first else { return nil }
    let type = prefix { $0.depth > first.depth || ![":", "where"].contains($0.text) }
    if type.last?.text == "?" { return "Optional" }
    guard first.text == "[" else { return nil }
    let isDictionary = type.contains { $0.depth == first.depth + 1 && $0.text == ":" }
    return isDictionary ? "Dictionary" : "Array"
  }
}

/// The source of tokens, with one space where the source has space.
func text(ofTokens tokens: [Token]) -> String {
  tokens.enumerated().map { index, token in
    index > 0 && token.isSpaced ? " \(token.text)" : token.text
  }
  .joined()
}
