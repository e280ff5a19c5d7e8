import CairnSimulation

extension Target {
  /// A random input: one of the corpus with some random changes, or random words.
  func input(_ generator: inout SplitMix64) -> [UInt8] {
    var bytes = corpus.randomElement(using: &generator) ?? []
    if bytes.isEmpty || Int.random(in: 0..<8, using: &generator) == 0 {
      bytes = (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in word(&generator) }
    }
    for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&bytes, &generator) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 0...16, using: &generator))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2: bytes.replaceSubrange(place..<end, with: word(&generator))
    case 3: bytes.insert(.random(in: .min ... .max, using: &generator), at: place)
    case 4 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 5: bytes.removeSubrange(place...)
    case 6:
      let other = corpus.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(
        place..., with: other.dropFirst(Int.random(in: 0...other.count, using: &generator)))
    default: bytes.insert(contentsOf: word(&generator), at: place)
    }
  }

  /// A word of the grammar, or a scalar that is special somewhere.
  private func word(_ generator: inout SplitMix64) -> [UInt8] {
    if Bool.random(using: &generator), let word = words.randomElement(using: &generator) {
      return Array(word.utf8)
    }
    return Array((Self.specialTexts.randomElement(using: &generator) ?? "").utf8)
  }

  private static let specialTexts = [
    "\0", "\n", "\r\n", "\t", "\u{1B}", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}", "\u{A0}",
    "\u{301}",
    "\u{200B}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{3000}", "\u{FE0F}", "\u{FEFF}", "\u{FFFD}",
    "\u{E000}", "\u{10FFFF}", "👩‍👩‍👧", "🇩🇪", "漢", "\"", "\\", "\\u{", "}", "{", "[", "]", ":", " ", "-",
    "0",
    "9223372036854775807", "18446744073709551616", "1e400", "-0", "0.1", "null", "true",
  ]
}
