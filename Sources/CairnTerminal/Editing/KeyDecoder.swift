/// A key, or text, from the keyboard.
package enum Key: Equatable {
  case text(String)
  /// Pasted text, in which no character is a command, line breaks included.
  case paste(String)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end
  case wordLeft, wordRight, deleteWordLeft, deleteWordRight
  /// A letter with Ctrl that has no case of its own.
  case control(Character)
  /// Ctrl-C, which arrives as a signal.
  case interrupt
  /// The place of the cursor, from 0: the answer of the terminal to a question.
  case place(row: Int, column: Int)
}

/// Decodes the bytes that a terminal sends into keys.
///
/// Bytes may arrive in any portions; an incomplete sequence waits for the rest. An unknown sequence
/// is skipped as a whole, so that no part of it is taken for text. Escape belongs to the key after it, as Alt
/// does, unless the caller forgets it when none has followed for a while.
///
/// - Complexity: O(*n*) in the number of bytes, in whatever portions they arrive.
package struct KeyDecoder {
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// Longer than every sequence of a terminal.
  private static let sequenceLimit = 64

  private var pending: ArraySlice<UInt8> = []
  private var isPasting = false
  /// The number of pending bytes that contain no end of a paste.
  private var searched = 0

  package init() {}

  /// Whether Escape was typed, and nothing has followed so far.
  package var isAfterEscape: Bool { !isPasting && pending.elementsEqual([0x1B]) }

  package mutating func forgetEscape() {
    if isAfterEscape { pending = [] }
  }

  package mutating func keys(of bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let key = next() {
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The next key; `.some(nil)` for an unknown one, `nil` if more bytes are needed.
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

  /// The available text. Bytes that are not UTF-8 become U+FFFD, which is visible.
  private mutating func text() -> Key?? {
    let end = pending.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? pending.endIndex
    let whole = end == pending.endIndex ? end - pending.incompleteTail : end
    guard whole > pending.startIndex else { return nil }
    let text = String(decoding: pending[..<whole], as: UTF8.self)
    pending = pending[whole...]
    return .text(text)
  }

  private mutating func paste() -> Key?? {
    guard let end = pending.dropFirst(searched).firstRange(of: Self.pasteEnd) else {
      searched = max(0, pending.count - Self.pasteEnd.count + 1)
      return nil
    }
    let text = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
    pending = pending[end.upperBound...]
    isPasting = false
    searched = 0
    return .paste(text)
  }

  private mutating func escape() -> Key?? {
    guard let second = pending.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      // Only this many bytes are dropped: what follows is the same in whatever portions it arrives.
      let rest = pending.dropFirst(2).prefix(Self.sequenceLimit)
      // The console of Linux has a second bracket in front of the letter.
      let start = rest.first == UInt8(ascii: "[") ? rest.dropFirst() : rest
      guard let end = Self.end(of: start) else {
        guard rest.count == Self.sequenceLimit else { return nil }
        pending = pending[rest.endIndex...]
        return .some(nil)
      }
      let sequence = String(decoding: rest[...end], as: UTF8.self)
      pending = pending[(end + 1)...]
      if sequence == "200~" {
        isPasting = true
        return next()
      }
      return .some(Self.sequences[sequence] ?? Self.place(sequence))
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

  /// The position of the last byte. rxvt ends a key with Shift by a dollar sign after digits: `ESC [ 7 $`. Elsewhere
  /// it is within a sequence, such as the answer `ESC [ ? 2026 ; 2 $ y`.
  private static func end(of sequence: ArraySlice<UInt8>) -> Int? {
    let dollar = UInt8(ascii: "$")
    let end = sequence.firstIndex { (0x40...0x7E).contains($0) || $0 == dollar }
    guard let end, sequence[end] == dollar,
      !sequence[..<end].allSatisfy({ (0x30...0x39).contains($0) })
    else { return end }
    return sequence[end...].firstIndex { (0x40...0x7E).contains($0) }
  }

  private mutating func alt(_ key: Key?) -> Key?? {
    pending.removeFirst(2)
    return .some(key)
  }

  /// The answer `ESC [ row ; column R`, from 1. Some terminals send `ESC [ 1 ; 2 R` for a key, too.
  private static func place(_ sequence: String) -> Key? {
    let numbers = sequence.dropLast().split(separator: ";").compactMap { Int($0) }
    guard sequence.last == "R", numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    return .place(row: numbers[0] - 1, column: numbers[1] - 1)
  }

  /// The sequences after `ESC [` or `ESC O` of xterm and of the terminals that follow it.
  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
    "1~": .home, "7~": .home, "4~": .end, "8~": .end, "3~": .delete,
    "1;5C": .wordRight, "1;5D": .wordLeft, "1;3C": .wordRight, "1;3D": .wordLeft,
    "5C": .wordRight, "5D": .wordLeft, "3;5~": .deleteWordRight, "3;3~": .deleteWordRight,
  ]
}

extension ArraySlice<UInt8> {
  /// The number of bytes at the end that begin an incomplete UTF-8 sequence.
  fileprivate var incompleteTail: Int {
    for length in 1...3 where length <= count {
      let byte = self[endIndex - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}
