import Foundation

/// The text around a value in a file: the versions, and a checksum of them and the value.
///
/// ```text
/// {"storage":1,"version":2,"checksum":"0b7b6d1a6f2f2f9c","value":
/// { … }
/// }
/// ```
///
/// The whole file is JSON. Its layout is exact: a file in which any byte differs is not an envelope. In
/// layout 2 the value is that of an app: `{"app":"notes","value":`, the value on lines of its own, and `}`.
/// A program that knows layout 1 alone takes it for the file of a newer program.
struct Envelope: Equatable {
  static let format = 2

  /// The app of the value; `nil` in layout 1.
  var app: String?
  let version: Int
  let value: [UInt8]

  var bytes: [UInt8] {
    let format = app == nil ? 1 : 2
    let body = app.map { Self.start(of: $0) + value + Self.bodyEnd.utf8 } ?? value
    let header = Self.header(format, version, Self.sum(format, version, body[...]))
    return Array(header.utf8) + body + Self.end.utf8
  }

  enum Parsed: Equatable {
    case envelope(Envelope)
    /// Another layout of this kind, whose value cannot be found.
    case newerFormat(Int)
    /// An envelope that has changed, or a beginning of one.
    case damaged
    /// A file of another kind, whose first line is almost that of an envelope.
    case similar
    case other
  }

  static func parse(_ bytes: [UInt8]) -> Parsed {
    guard fits(bytes[...], headerPattern[...], edits: 1) else {
      let isWhole = bytes.count >= headerPattern.count
      return isWhole && fits(bytes.prefix(longestHeader), headerPattern[...], edits: 4)
        ? .similar : .other
    }
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return .damaged }
    let line = bytes[...lineEnd]
    let fields = String(decoding: line, as: UTF8.self).split { $0 == ":" || $0 == "," }
    guard fields.count == 8, let format = Int(fields[1]), let version = Int(fields[3]) else {
      return .damaged
    }
    let sum = UInt64(fields[5].dropFirst().dropLast(), radix: 16)
    guard let sum, line.elementsEqual(header(format, version, sum).utf8),
      bytes.count >= line.count + end.utf8.count,
      bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
    else { return .damaged }
    let body = bytes[line.count..<(bytes.count - end.utf8.count)]
    // In a newer format the checksum may have another meaning. If it is right in one of these formats,
    // then the number of the format is the damage.
    guard format <= Self.format else {
      return (1...Self.format).contains { self.sum($0, version, body) == sum }
        ? .damaged : .newerFormat(format)
    }
    guard format >= 1, sum == self.sum(format, version, body) else { return .damaged }
    if format == 1 { return .envelope(Envelope(version: version, value: Array(body))) }
    // In JSON a name has no line feed.
    let start = body.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
    let name = start.dropFirst(nameStart.utf8.count).dropLast(nameEnd.utf8.count)
    guard let app = try? JSONDecoder().decode(String.self, from: Data(name)),
      start.elementsEqual(Self.start(of: app)), body.count >= start.count + bodyEnd.utf8.count
    else { return .damaged }
    let value = body.dropFirst(start.count).dropLast(bodyEnd.utf8.count)
    return .envelope(Envelope(app: app, version: version, value: Array(value)))
  }

  /// The first line. `#` is a number, `x` a hexadecimal digit.
  private static let headerPattern =
    Array(
      #"{"storage":#,"version":#,"checksum":"xxxxxxxxxxxxxxxx","value":"#.utf8) + Array("\n".utf8)
  /// No first line is longer, even with four bytes more: both numbers have at most 19 digits.
  private static let longestHeader = 128
  /// The shortest beginning in which a changed byte is looked for. It is no other file by chance.
  private static let recognizable = #"{"storage":"#.utf8.count

  /// Whether a text begins with the pattern, or is a beginning of it, after at most so many edits: a byte
  /// that was changed, lost or added, or two neighbors that were exchanged.
  private static func fits(
    _ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>, edits: Int
  ) -> Bool {
    var (text, pattern) = (text, pattern)
    while let wanted = pattern.first, let byte = text.first {
      let isNumber = wanted == UInt8(ascii: "#")
      if isNumber ? (0x30...0x39).contains(byte) : matches(byte, wanted) {
        text.removeFirst()
        if !isNumber { pattern.removeFirst() }
        continue
      }
      if edits > 0, text.endIndex > recognizable {
        let (later, next) = (text.dropFirst(), pattern.dropFirst())
        if fits(later, next, edits: edits - 1) || fits(later, pattern, edits: edits - 1)
          || !isNumber && fits(text, next, edits: edits - 1)
        {
          return true
        }
        if let second = later.first, let other = next.first, matches(second, wanted),
          matches(byte, other), fits(later.dropFirst(), next.dropFirst(), edits: edits - 1)
        {
          return true
        }
      }
      guard isNumber else { return false }
      pattern.removeFirst()
    }
    return true
  }

  private static func matches(_ byte: UInt8, _ wanted: UInt8) -> Bool {
    wanted == UInt8(ascii: "x")
      ? (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) : byte == wanted
  }

  private static let end = "\n}\n"
  private static let bodyEnd = "\n}"
  private static let nameStart = #"{"app":"#
  private static let nameEnd = ",\"value\":\n"

  /// The beginning of the value of an app, whose name is a string of JSON.
  private static func start(of app: String) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A string can always be encoded.
    let name = (try? encoder.encode(app)) ?? Data()
    return Array(nameStart.utf8) + name + nameEnd.utf8
  }

  private static func header(_ format: Int, _ version: Int, _ sum: UInt64) -> String {
    let digits = String(sum, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return "{\"storage\":\(format),\"version\":\(version),\"checksum\":\"\(padded)\",\"value\":\n"
  }

  private static func sum(_ format: Int, _ version: Int, _ body: ArraySlice<UInt8>) -> UInt64 {
    checksum(body, continuing: checksum("\(format) \(version)\n".utf8))
  }
}

/// CRC-64 of bytes, to detect damage. It is **not cryptography**: anybody can compute it.
///
/// It detects each change of up to eight bytes in a row. Another change stays undetected with a
/// probability of 2⁻⁶⁴.
///
/// Source: ECMA-182, in the variant of the XZ file format, version 1.2.1, section 6.
func checksum(_ bytes: some Sequence<UInt8>, continuing start: UInt64 = 0) -> UInt64 {
  ~bytes.reduce(~start) { bits, byte in
    checksumTable[Int(UInt8(truncatingIfNeeded: bits) ^ byte)] ^ (bits >> 8)
  }
}

private let checksumTable: [UInt64] = (0..<256).map { (byte: UInt64) in
  (0..<8).reduce(byte) { bits, _ in
    bits & 1 == 1 ? (bits >> 1) ^ 0xc96c_5795_d787_0f42 : bits >> 1
  }
}

/// The contents of a file at one time, for the comparison with the contents at another time.
///
///     let loaded = try await storage.load()
///     try await storage.save(settings, basedOn: loaded.version)  // refused if the file has changed
///
/// Versions of equal contents are equal; versions of different contents are different, except with a
/// probability of 2⁻⁶⁴.
public struct FileVersion: Hashable, Codable, Sendable {
  private var checksum: UInt64?

  /// The version of a file that does not exist, and in whose place nothing is offered.
  public static let none = FileVersion(of: nil)

  init(of bytes: [UInt8]?) {
    checksum = bytes.map { CairnStorage.checksum($0) }
  }

  /// The version while there is no file, and these contents of its copy are offered.
  init(offering bytes: [UInt8]) {
    checksum = CairnStorage.checksum(bytes, continuing: CairnStorage.checksum("offered\n".utf8))
  }
}
