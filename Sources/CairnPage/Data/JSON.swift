import CairnDump

/// A value as JSON, in the order in which it is written.
package enum JSON {
  /// Text that is JSON already.
  case text(String)
  case string(String)
  case number(Int)
  case seconds(Duration)
  case isTrue(Bool)
  case array([JSON])
  /// Members without a value are left out.
  case object([(name: String, value: JSON?)])

  package static func numbers(_ numbers: [Int]) -> JSON { .array(numbers.map { .number($0) }) }

  package static func strings(_ texts: some Sequence<String>) -> JSON {
    .array(texts.map { .string($0) })
  }

  /// The text, which can stand in a script of a page, and has one line.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  package func write(to output: inout String) {
    switch self {
    case .text(let text): output += text
    case .string(let text): Self.write(text, to: &output)
    case .number(let number): output += String(number)
    case .seconds(let time): output += String(time / .seconds(1))
    case .isTrue(let truth): output += String(truth)
    case .array(let elements):
      output += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { output += "," }
        element.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      var isFirst = true
      for case (let name, let value?) in members {
        if !isFirst { output += "," }
        isFirst = false
        output += "\"\(name)\":"
        value.write(to: &output)
      }
      output += "}"
    }
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    defer { output += "\"" }
    // Most texts need no escapes.
    let special: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<")]
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && !special.contains($0) }) {
      output += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "<", "\u{2028}", "\u{2029}", "\u{0}"..<" ":
        output += jsonEscape(of: UInt16(scalar.value))
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}

extension String {
  /// Text in JSON, for a script of HTML. It goes by scalars: `<` can be a part of a character, behind some scalars.
  var safeInScript: String {
    var safe = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "<", "\u{2028}", "\u{2029}": safe += jsonEscape(of: UInt16(scalar.value))
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
