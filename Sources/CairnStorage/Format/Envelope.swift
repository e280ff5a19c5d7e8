/// The text around a value in a file: the versions, and a checksum of them and the value.
///
///     {"storage":1,"version":2,"checksum":"0b7b6d1a6f2f2f9c","value":
///     { … }
///     }
///
/// The whole file is JSON. Its layout is exact: a file in which any byte differs is not an envelope.
struct Envelope: Equatable {
  /// The version of this layout.
  static let format = 1

  let format: Int
  /// The version of the value, which the app counts.
  let version: Int
  /// The value as JSON.
  let value: [UInt8]

  init(version: Int, value: [UInt8]) {
    format = Self.format
    self.version = version
    self.value = value
  }

  var bytes: [UInt8] {
    var bytes = Array(Self.header(format, version, Self.sum(version, value)).utf8)
    bytes += value
    bytes += Self.end.utf8
    return bytes
  }

  /// The meaning of the bytes of a file.
  enum Parsed: Equatable {
    case envelope(Envelope)
    /// Another layout of this kind, whose value cannot be found.
    case newerFormat(Int)
    /// Something that was an envelope.
    case damaged
    /// Something that has never been an envelope.
    case other
  }

  static func parse(_ bytes: [UInt8]) -> Parsed {
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return resemblesEnvelope(bytes[...]) ? .damaged : .other
    }
    let line = bytes[...lineEnd]
    guard resemblesEnvelope(line) else { return .other }
    let fields = String(decoding: line, as: UTF8.self).split { $0 == ":" || $0 == "," }
    guard fields.count == 8, let format = Int(fields[1]), let version = Int(fields[3]) else {
      return .damaged
    }
    let sum = UInt64(fields[5].dropFirst().dropLast(), radix: 16)
    guard let sum, line.elementsEqual(header(format, version, sum).utf8),
      bytes.count >= line.count + end.utf8.count,
      bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
    else { return .damaged }
    let value = Array(bytes[line.count..<(bytes.count - end.utf8.count)])
    let isIntact = sum == self.sum(version, value)
    // In a newer format the checksum may have another meaning. If it is right in this format, then
    // the number of the format is the damage.
    if format > Self.format { return isIntact ? .damaged : .newerFormat(format) }
    guard isIntact, format == Self.format else { return .damaged }
    return .envelope(Envelope(version: version, value: value))
  }

  /// Whether the first line has one of two marks. Damage in one place leaves the other mark.
  private static func resemblesEnvelope(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "{\"storage\":".utf8) || line.contains(",\"checksum\":\"".utf8)
  }

  private static let end = "\n}\n"

  private static func header(_ format: Int, _ version: Int, _ sum: UInt64) -> String {
    let digits = String(sum, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return "{\"storage\":\(format),\"version\":\(version),\"checksum\":\"\(padded)\",\"value\":\n"
  }

  private static func sum(_ version: Int, _ value: [UInt8]) -> UInt64 {
    checksum(value, continuing: checksum("\(format) \(version)\n".utf8))
  }
}
