import Foundation

/// Splits the bytes of a descriptor into lines.
struct LineReader {
  enum Line {
    case text(String)
    /// Not a line of text, with the reason.
    case unusable(String)
  }

  private static let sizeLimit = 1 << 20

  private let descriptor: Descriptor
  private var buffer: ArraySlice<UInt8> = []
  /// The number of bytes at the start of `buffer` without a line feed.
  private var searched = 0
  /// Whether no line was taken: a byte order mark before the first one is skipped.
  private var isAtStart = true
  /// Whether the current line was refused for its length; the rest of it is skipped.
  private var isRefused = false
  private(set) var isAtEnd = false

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// The next complete line without its line ending; at the end of the input, the remaining bytes.
  mutating func takeLine() -> Line? {
    let end = buffer.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n"))
    searched = buffer.count
    guard end != nil || buffer.count > Self.sizeLimit || isAtEnd && !buffer.isEmpty else {
      return nil
    }
    var bytes = buffer[..<(end ?? buffer.endIndex)]
    if isAtStart, bytes.starts(with: "\u{FEFF}".utf8) { bytes = bytes.dropFirst(3) }
    isAtStart = false
    buffer = end.map { buffer[($0 + 1)...] } ?? []
    searched = 0
    let continuesRefused = isRefused
    isRefused = end == nil
    return continuesRefused ? takeLine() : Self.line(bytes)
  }

  /// Waits for more bytes. Input that cannot be read ends the program.
  mutating func readMore() {
    do throws(SystemError) {
      let bytes = try descriptor.read()
      buffer += bytes
      isAtEnd = bytes.isEmpty
    } catch {
      Output.fail("cannot read the input: \(error)")
    }
  }

  /// The line of these bytes, which do not include the line feed.
  static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    guard bytes.count <= sizeLimit else { return .unusable("the line is longer than 1 MiB") }
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .unusable("the line is not valid UTF-8")
    }
    return .text(text)
  }
}
