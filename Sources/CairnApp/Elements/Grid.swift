/// A link to an address of the web.
///
///     Link("The source", to: "https://www.example.com/feed")  // The source <https://www.example.com/feed>
///     Link("https://www.example.com/feed")                    // https://www.example.com/feed
///
/// The address is part of the text, so that it can be read and copied everywhere. Where the terminal has
/// hyperlinks (OSC 8), the text is one. It is wrapped like a ``Text``.
///
/// Only an address of ``WebAddress`` is linked. Any other is shown as text.
public struct Link: Hashable, Sendable {
  /// The text before the address; the address if there is no other text.
  public let text: String
  /// The address as it was given.
  public let address: String

  /// Creates a link with a text.
  public init(_ text: String, to address: String) {
    self.text = text
    self.address = address
  }

  /// Creates a link whose text is its address.
  public init(_ address: String) {
    self.init(address, to: address)
  }

  /// The text on the screen, with the address in angle brackets (RFC 3986, appendix C).
  var shownText: String { text == address ? text : "\(text) <\(address)>" }
}

/// An absolute address with the scheme `http` or `https` and a host, of at most 2,083 bytes.
///
///     WebAddress("https://www.example.com/a?b#c")  // an address
///     WebAddress("javascript:alert(1)")            // nil
///     WebAddress("https://example.com/\u{1B}\\")   // nil
///
/// All bytes are printable ASCII without the space, so that an address contains no control sequence and
/// ends none. Escapes (`%1B`) are allowed, because neither this type nor a terminal decodes them.
///
/// *Not* checked: whether the host exists, and the rest of the syntax of RFC 3986. O(n).
public struct WebAddress: Hashable, Sendable, LosslessStringConvertible {
  public let description: String

  /// The longest address that terminals with hyperlinks accept.
  static let sizeLimit = 2083

  public init?(_ text: String) {
    guard text.utf8.count <= Self.sizeLimit, text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }),
      let separator = text.firstRange(of: "://")
    else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    let authority = text[separator.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard scheme == "http" || scheme == "https", !host.isEmpty, host.first != ":" else {
      return nil
    }
    description = text
  }
}

/// A grid of cells with several lines, in columns of equal width.
///
///     Grid(columns: 2, state.images.map { image in
///       Grid.Cell(.text(Text(image.title, lines: 2)), .text(Text(image.size)), .link(Link(image.page)))
///     })
///
/// The cells fill the rows from left to right. The columns share the width of the screen; each is at
/// least ``minimumColumnWidth`` wide, so that a narrow screen has fewer columns, and at least one. Lines
/// are wrapped within their column; the cells of a row are as high as its highest cell, and an empty line
/// separates rows. A grid without cells takes no line.
///
/// For single lines in columns of different widths there is ``GridRow``.
public struct Grid: Hashable, Sendable {
  /// A part of a cell, which begins a line.
  public enum Line: Hashable, Sendable {
    /// Text, wrapped within the column.
    case text(Text)
    /// A link, wrapped within the column.
    case link(Link)
  }

  /// The lines of one cell.
  public struct Cell: Hashable, Sendable {
    /// The lines, from top to bottom.
    public let lines: [Line]

    /// Creates a cell, from top to bottom.
    public init(_ lines: Line...) {
      self.init(lines)
    }

    /// Creates a cell, from top to bottom.
    public init(_ lines: [Line]) {
      self.lines = lines
    }
  }

  /// The number of columns on a screen that is wide enough, at least one.
  public let columns: Int
  /// The cells, row by row.
  public let cells: [Cell]

  /// The minimum width of a column, in columns of the terminal.
  public static let minimumColumnWidth = 16

  /// Creates a grid; a number of columns below one counts as one.
  public init(columns: Int, _ cells: [Cell]) {
    self.columns = max(columns, 1)
    self.cells = cells
  }
}
