import Foundation

/// Cuts what arrives at a descriptor into lines.
struct LineReader {
  enum Line {
    case text(String)
    /// It is no line of text; why.
    case unusable(String)
  }

  private static let sizeLimit = 1 << 20

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isSkipping = false
  private(set) var isAtEnd = false

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next line that has arrived whole, without its line end; the rest of the input, at its end.
  mutating func takeLine() -> Line? {
    if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
      let line = buffer[..<end]
      buffer.removeSubrange(...end)
      if isSkipping {
        isSkipping = false
        return takeLine()
      }
      return Self.line(line)
    }
    if buffer.count > Self.sizeLimit {
      buffer = []
      defer { isSkipping = true }
      return isSkipping ? nil : .unusable("the line is longer than 1 MiB")
    }
    guard isAtEnd, !buffer.isEmpty else { return nil }
    defer { buffer = [] }
    return isSkipping ? nil : Self.line(buffer[...])
  }

  /// Waits for more to arrive.
  mutating func readMore() {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      buffer += chunk[..<count]
    } else if count == 0 || errno != EINTR {
      isAtEnd = true
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .unusable("the line is not valid UTF-8")
    }
    return .text(text)
  }
}
