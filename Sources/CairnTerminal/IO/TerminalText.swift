import CairnApp
import Foundation

/// Text for a terminal: safe text, and control sequences of this file.
///
/// ``Output`` prints nothing else. The text of an app, a file or an option therefore cannot control the
/// terminal, however it gets into a message.
struct TerminalText: Equatable {
  private(set) var text: String

  /// A text on one line, which is escaped. Safe text is unchanged.
  init(_ line: String) { text = line.terminalSafe }

  init(_ sequences: ControlSequence...) { self.init(sequences) }

  init(_ sequences: [ControlSequence]) { text = sequences.map(\.text).joined() }

  /// The lines of a text. Only LF and CR LF break lines.
  init(lines: String) { text = lines.terminalSafeLines.joined(separator: "\n") }

  /// A text that names a file. Where the terminal has hyperlinks, the first mention of the file is one.
  ///
  /// A name that must be escaped is not linked.
  init(lines: String, naming file: String, hasHyperlinks: Bool) {
    guard hasHyperlinks, !file.isEmpty, file.terminalSafe == file,
      let name = lines.firstRange(of: file), let link = Hyperlink(file: file)
    else {
      self.init(lines: lines)
      return
    }
    self =
      TerminalText(lines: String(lines[..<name.lowerBound])) + TerminalText(.hyperlink(link))
      + TerminalText(file) + TerminalText(.hyperlink(nil))
      + TerminalText(lines: String(lines[name.upperBound...]))
  }

  static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    var sum = left
    sum += right
    return sum
  }

  /// For many texts: `+` copies the left one each time.
  static func += (left: inout TerminalText, right: TerminalText) { left.text += right.text }
}

extension [TerminalText] {
  /// O(*n*) in the length of the texts.
  func joined(by sequences: ControlSequence...) -> TerminalText {
    let separator = TerminalText(sequences)
    return dropFirst().reduce(into: first ?? TerminalText()) { sum, text in
      sum += separator
      sum += text
    }
  }

  /// The texts as lines, each with its line end. O(*n*) in the length of the texts.
  var asLines: TerminalText {
    let end = TerminalText(.lineFeed)
    return reduce(into: TerminalText()) { lines, line in
      lines += line
      lines += end
    }
  }
}

/// The control sequences that the program sends. Every terminal supports them, except hyperlinks.
enum ControlSequence: Equatable {
  case lineFeed, carriageReturn
  case up(Int)
  case down(Int)
  case right(Int)
  /// Erases to the end of the row.
  case eraseRight
  /// Erases to the end of the window.
  case eraseBelow
  /// Asks for the place of the cursor.
  case askPlace
  /// Erases the window and moves the cursor to its first row.
  case clear
  /// Begins a color or a weight, by its number; `nil` ends it.
  case graphics(Int?)
  /// Begins a hyperlink; `nil` ends it. Only for a terminal that has hyperlinks.
  case hyperlink(Hyperlink?)

  fileprivate var text: String {
    switch self {
    case .lineFeed: "\n"
    case .carriageReturn: "\r"
    case .up(let rows): Self.move(rows, "A")
    case .down(let rows): Self.move(rows, "B")
    case .right(let columns): Self.move(columns, "C")
    case .eraseRight: "\u{1B}[K"
    case .eraseBelow: "\u{1B}[J"
    case .askPlace: "\u{1B}[6n"
    case .clear: "\u{1B}[H\u{1B}[2J"
    case .graphics(let number): "\u{1B}[\(number ?? 0)m"
    case .hyperlink(let address): "\u{1B}]8;;\(address?.address ?? "")\u{1B}\\"
    }
  }

  private static func move(_ count: Int, _ direction: String) -> String {
    count > 0 ? "\u{1B}[\(count)\(direction)" : ""
  }
}

/// The target of a hyperlink: an address of the web, or of a file. It is printable ASCII without the space,
/// so that it ends no control sequence.
struct Hyperlink: Equatable {
  let address: String

  init(_ address: WebAddress) { self.address = address.description }

  /// The file at a path. The address contains the name of this machine: at a remote terminal, the same
  /// path would be another file. `nil` for an address that is longer than terminals accept.
  init?(file path: String) {
    let absolute = URL(filePath: path).standardizedFileURL.path
    address = "file://\(Descriptor.hostName)\(absolute.percentEncoded(keeping: "/"))"
    if address.utf8.count > 2083 { return nil }
  }
}
