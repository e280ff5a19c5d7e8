import CairnApp
import Synchronization

/// The drawing of a picture of a few characters, for a page: four by four squares, two by two for each of the first
/// four characters.
///
///     Thumbnail("▙▚▗▀").picture
///
/// Equal squares have equal drawings. The squares of a character that is no block element are those of its number.
struct Thumbnail: Hashable {
  /// Four bits for each character: upper left, upper right, lower left, lower right.
  private let squares: UInt16

  init(_ text: String) {
    squares = text.unicodeScalars.prefix(4).reduce(0) { squares, character in
      squares << 4 | (Self.quadrants[character] ?? UInt16(character.value % 15) + 1)
    }
  }

  /// Each drawing is made once, because each screen shows all classes. There are 65,536.
  var picture: Picture {
    Self.drawings.withLock { drawings in
      if let drawing = drawings[squares] { return drawing }
      let drawing = drawing
      drawings[squares] = drawing
      return drawing
    }
  }

  private static let drawings = Mutex<[UInt16: Picture]>([:])

  private var drawing: Picture {
    var path = ""
    for bit in 0..<16 where squares >> bit & 1 == 1 {
      let (character, quadrant) = (3 - bit / 4, bit % 4)
      path += "M\(character % 2 * 2 + quadrant % 2) \(character / 2 * 2 + quadrant / 2)h1v1h-1z"
    }
    let hue = Int(squares) * 31 % 360
    return .svg(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" shape-rendering="crispEdges">\
      <path fill="hsl(\(hue),45%,28%)" d="M0 0h4v4H0z"/>\
      <path fill="hsl(\((hue + 40) % 360),75%,66%)" d="\(path)"/></svg>
      """)
  }

  /// The filled quadrants of the block elements.
  private static let quadrants: [Unicode.Scalar: UInt16] = [
    "▘": 1, "▝": 2, "▀": 3, "▖": 4, "▌": 5, "▞": 6, "▛": 7, "▗": 8, "▚": 9, "▐": 10, "▜": 11,
    "▄": 12, "▙": 13, "▟": 14, "█": 15,
  ]
}
