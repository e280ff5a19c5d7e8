/// What a person does at the keyboard.
enum Key: Equatable {
  /// Characters to insert.
  case text(String)
  /// Several at once, line breaks included; none of them is a command.
  case paste(String)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end
  case wordLeft, wordRight, deleteWordLeft, deleteWordRight
  /// A letter with Ctrl, where it has no name above.
  case control(Character)
  /// Ctrl-C, which comes as a signal.
  case interrupt
}

/// Makes keys of the bytes that a terminal sends.
///
/// Bytes may come in any portions: what is not whole yet waits for the rest. Sequences that mean
/// nothing here are passed over whole, so that no part of one is taken for text. It does not watch
/// the time: an Escape belongs to the key after it, as Alt does.
struct KeyDecoder {
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var pending: [UInt8] = []
  private var isPasting = false

  mutating func keys(of bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let key = next() {
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The next key, `.some(nil)` for one without a meaning, `nil` if more must come.
  private mutating func next() -> Key?? {
    if isPasting { return paste() }
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x20..<0x7F, 0x80...: return text()
    default:
      pending.removeFirst()
      return .some(Self.control(first))
    }
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: nil
    }
  }

  /// As much text as there is. What is not UTF-8 becomes U+FFFD, for the person to see.
  private mutating func text() -> Key?? {
    let end = pending.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? pending.endIndex
    let whole = end == pending.endIndex ? end - pending.incompleteTail : end
    guard whole > 0 else { return nil }
    let text = String(decoding: pending[..<whole], as: UTF8.self)
    pending.removeFirst(whole)
    return .text(text)
  }

  private mutating func paste() -> Key?? {
    guard let end = pending.firstRange(of: Self.pasteEnd) else { return nil }
    let text = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
    pending.removeSubrange(..<end.upperBound)
    isPasting = false
    return .paste(text)
  }

  private mutating func escape() -> Key?? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return nil
      }
      let sequence = String(decoding: pending[2...end], as: UTF8.self)
      pending.removeFirst(end + 1)
      if sequence == "200~" {
        isPasting = true
        return next()
      }
      return .some(Self.sequences[sequence])
    case UInt8(ascii: "b"): return alt(.wordLeft)
    case UInt8(ascii: "f"): return alt(.wordRight)
    case UInt8(ascii: "d"): return alt(.deleteWordRight)
    case 0x08, 0x7F: return alt(.deleteWordLeft)
    case 0x20..<0x7F: return alt(nil)
    default:
      pending.removeFirst()
      return .some(nil)
    }
  }

  private mutating func alt(_ key: Key?) -> Key?? {
    pending.removeFirst(2)
    return .some(key)
  }

  /// What comes after `ESC [` or `ESC O`: as xterm sends it, and those who came after.
  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
    "1~": .home, "7~": .home, "4~": .end, "8~": .end, "3~": .delete,
    "1;5C": .wordRight, "1;5D": .wordLeft, "1;3C": .wordRight, "1;3D": .wordLeft,
    "5C": .wordRight, "5D": .wordLeft, "3;5~": .deleteWordRight, "3;3~": .deleteWordRight,
  ]
}

extension [UInt8] {
  /// How many bytes at the end are the beginning of a UTF-8 sequence whose rest may still come.
  fileprivate var incompleteTail: Int {
    for length in 1...3 where length <= count {
      let byte = self[count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}
