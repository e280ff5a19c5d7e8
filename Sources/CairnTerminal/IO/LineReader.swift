/// Cuts what arrives at a descriptor into lines.
struct LineReader {
  enum Line {
    case text(String)
    /// It is no line of text; why.
    case unusable(String)
  }

  private static let sizeLimit = 1 << 20

  private let descriptor: Descriptor
  private var arrived: ArraySlice<UInt8> = []
  /// How many of the bytes that have arrived are known to hold no line feed.
  private var searched = 0
  /// Whether the line that is arriving was refused for its length, and its rest is to be dropped.
  private var isRefused = false
  private(set) var isAtEnd = false

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// The next line that has arrived whole, without its line end; the rest of the input, at its end.
  mutating func takeLine() -> Line? {
    let end = arrived.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n"))
    searched = arrived.count
    guard end != nil || arrived.count > Self.sizeLimit || isAtEnd && !arrived.isEmpty else {
      return nil
    }
    let bytes = arrived[..<(end ?? arrived.endIndex)]
    arrived = end.map { arrived[($0 + 1)...] } ?? []
    searched = 0
    let isRestOfRefused = isRefused
    isRefused = end == nil
    return isRestOfRefused ? takeLine() : Self.line(bytes)
  }

  /// Waits for more to arrive. Input that cannot be read ends the program.
  mutating func readMore() {
    do throws(SystemError) {
      let bytes = try descriptor.read()
      arrived += bytes
      isAtEnd = bytes.isEmpty
    } catch {
      Output.fail("cannot read the input: \(error)")
    }
  }

  /// A line of these bytes, which do not include its line feed.
  static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    guard bytes.count <= sizeLimit else { return .unusable("the line is longer than 1 MiB") }
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .unusable("the line is not valid UTF-8")
    }
    return .text(text)
  }
}
