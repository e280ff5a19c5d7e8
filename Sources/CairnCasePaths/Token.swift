/// A token of Swift source, without comments.
struct Token: Equatable {
  enum Kind: Equatable { case word, literal, symbol }

  let kind: Kind
  let text: String
  let line: Int
  /// Whether white space or a comment precedes it.
  let isSpaced: Bool

  /// The word as a label of an argument, where only a few keywords need backticks.
  var label: String {
    let name = text.drop { $0 == "`" }.prefix { $0 != "`" }
    let isPlain =
      name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain && !["inout", "let", "var"].contains(name) ? String(name) : text
  }
}

/// Splits Swift source into tokens.
///
/// Comments, strings (raw, multiline, with interpolations) and regular expressions are recognized, because
/// their contents may look like declarations. Each punctuation character is a token of its own, except
/// `->`. An unterminated string or comment extends to the end of the source.
struct Lexer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var isSpaced = false
  private var tokens: [Token] = []

  static func tokens(of source: String) -> [Token] {
    var lexer = Lexer(bytes: Array(source.utf8))
    lexer.run()
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() {
    while let byte = peek() {
      if byte == "\n" || byte == " " || byte == "\t" || byte == "\r" {
        advance()
        isSpaced = true
      } else if isNext("//") {
        while let byte = peek(), byte != "\n" { advance() }
        isSpaced = true
      } else if isNext("/*") {
        skipComment()
        isSpaced = true
      } else {
        let start = index
        let startLine = line
        let kind = skipToken(byte)
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        tokens.append(Token(kind: kind, text: text, line: startLine, isSpaced: isSpaced))
        isSpaced = false
      }
    }
  }

  private mutating func skipToken(_ byte: Unicode.Scalar) -> Token.Kind {
    if byte == "\"" || (byte == "#" && delimiter(after: "#") == "\"") {
      skipString()
      return .literal
    }
    if (byte == "#" && delimiter(after: "#") == "/") || (byte == "/" && beginsRegex()) {
      skipRegex()
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
    advance(isNext("->") ? 2 : 1)
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
    // A raw string that ends on its line may begin with quotation marks of its own.
    let line = bytes[index...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    let isOnLine = hashes > 0 && line.contains(Array(("\"" + pounds).utf8))
    let isMultiline = isNext("\"\"\"") && !isOnLine
    let end = (isMultiline ? "\"\"\"" : "\"") + pounds
    advance(isMultiline ? 3 : 1)
    while let byte = peek(), !isNext(end) {
      if !isMultiline && byte == "\n" { return }
      if isNext("\\" + pounds + "(") {
        advance(hashes + 2)
        skipInterpolation()
      } else if isNext("\\" + pounds) {
        advance(hashes + 2)
      } else {
        advance()
      }
    }
    advance(end.utf8.count)
  }

  /// Skips to the parenthesis that closes an interpolation, which may contain strings.
  private mutating func skipInterpolation() {
    var depth = 1
    while depth > 0, let byte = peek() {
      if byte == "(" { depth += 1 }
      if byte == ")" { depth -= 1 }
      if isNext("/*") {
        skipComment()
      } else if byte == "\"" || (byte == "#" && delimiter(after: "#") == "\"") {
        skipString()
      } else {
        advance()
      }
    }
  }

  private mutating func skipRegex() {
    let hashes = skipHashes()
    let end = "/" + String(repeating: "#", count: hashes)
    advance()
    while let byte = peek(), !isNext(end) {
      if hashes == 0 && byte == "\n" { return }
      advance(byte == "\\" ? 2 : 1)
    }
    advance(end.utf8.count)
  }

  /// Whether a slash begins a regular expression: where an operand is expected, no space follows, and
  /// another slash ends it on the same line.
  private func beginsRegex() -> Bool {
    guard index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: " ") else { return false }
    if let last = tokens.last {
      let operators = ["(", ",", "=", ":", "[", "{", "!", "&", "|", "?", ";", ">"]
      let words = ["return", "case", "in", "if", "where", "try", "await"]
      guard operators.contains(last.text) || words.contains(last.text) else { return false }
    }
    return bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: "/"))
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

/// The brackets that are open at a token.
struct Brackets {
  private var open: [String] = []

  var isEmpty: Bool { open.isEmpty }

  /// Opens or closes the bracket that a token is. `<` behind a space is an operator, and so is `>` without a `<`.
  mutating func pass(_ token: Token) {
    switch token.text {
    case "(", "[", "{": open.append(token.text)
    case "<" where !token.isSpaced: open.append(token.text)
    case ">" where open.last == "<": open.removeLast()
    // A `<` that is left was an operator.
    case ")", "]", "}": while open.popLast() == "<" {}
    default: break
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
    var brackets = Brackets()
    return firstIndex { token in
      brackets.pass(token)
      return brackets.isEmpty && token.text == text
    }
  }
}

/// The source of tokens, with one space where the source has space.
func text(ofTokens tokens: [Token]) -> String {
  tokens.enumerated().map { index, token in
    index > 0 && token.isSpaced ? " \(token.text)" : token.text
  }
  .joined()
}
