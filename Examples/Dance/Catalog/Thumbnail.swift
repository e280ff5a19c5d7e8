import CairnApp

/// A picture of a few characters, and a drawing of it for a page: four by four squares, two by two for each of the
/// first four characters.
///
///     Thumbnail("▙▚▗▀").picture
///
/// Equal texts have equal drawings. The squares of a character that is no block element are those of its number.
struct Thumbnail: Codable, Hashable, Sendable {
  let text: String
  /// Made once, because each screen shows all classes. The text determines it.
  let picture: Picture

  init(_ text: String) {
    self.text = text
    let characters = Array(text.unicodeScalars.prefix(4))
    let hue = characters.reduce(0) { ($0 * 31 + Int($1.value)) % 360 }
    var squares = ""
    for (index, character) in characters.enumerated() {
      let quadrants = Self.quadrants[character] ?? Int(character.value % 15) + 1
      for quadrant in 0..<4 where quadrants >> quadrant & 1 == 1 {
        let (x, y) = (index % 2 * 2 + quadrant % 2, index / 2 * 2 + quadrant / 2)
        squares += "M\(x) \(y)h1v1h-1z"
      }
    }
    picture = .svg(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" shape-rendering="crispEdges">\
      <path fill="hsl(\(hue),45%,28%)" d="M0 0h4v4H0z"/>\
      <path fill="hsl(\((hue + 40) % 360),75%,66%)" d="\(squares)"/></svg>
      """)
  }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The filled quadrants of block elements, a bit each: upper left, upper right, lower left, lower right.
  private static let quadrants: [Unicode.Scalar: Int] = [
    "▘": 1, "▝": 2, "▀": 3, "▖": 4, "▌": 5, "▞": 6, "▛": 7, "▗": 8, "▚": 9, "▐": 10, "▜": 11,
    "▄": 12, "▙": 13, "▟": 14, "█": 15,
  ]
}
