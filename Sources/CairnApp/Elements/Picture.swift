/// A picture, which a page in a browser shows beside the text of an element.
///
///     Text("A red dot", picture: .svg("<svg xmlns='http://www.w3.org/2000/svg'>…</svg>"))
///     for image in state.images {
///       Text(image.title, picture: WebAddress(image.page).map { .web($0) })
///     }
///
/// A terminal, a trail and speech output show the text alone.
public enum Picture: Hashable, Sendable {
  /// A drawing in the format SVG 1.1, which runs no script and loads nothing.
  case svg(String)
  /// A file of the web. The command `web` fetches it and passes it on; the browser itself does not, and a page in a file
  /// shows the text alone.
  case web(WebAddress)

  /// The address of the picture: a drawing as a `data:` URL (RFC 2397).
  public var address: String {
    switch self {
    case .web(let address): address.description
    case .svg(let text): "data:image/svg+xml," + text.percentEncoded()
    }
  }
}

extension Screen {
  package var pictures: [Picture] {
    var pictures: [Picture?] = []
    for element in elements {
      switch element {
      case .text(let text): pictures.append(text.picture)
      case .input(let input): pictures.append(input.picture)
      case .cells(let grid):
        for case .text(let text) in grid.cells.flatMap(\.lines) { pictures.append(text.picture) }
      case .note, .progress, .link, .grid, .bar: break
      }
    }
    return pictures.compactMap(\.self)
  }
}

extension String {
  /// The text with every byte but letters, digits, `-._~` and the kept ones as `%XX` (RFC 3986).
  package func percentEncoded(keeping kept: String = "") -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      case _ where kept.utf8.contains(byte): bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
