/// Reads comma-separated values by RFC 4180.
///
///     try CSV.records(of: "id,title\r\n1,\"Salsa, slowly\"\r\n").map { $0.fields.map(\.text) }
///     // [["id", "title"], ["1", "Salsa, slowly"]]
///
/// A field in quotes can have commas, line breaks and doubled quotes. Lines end with CR LF, as in the RFC,
/// or with LF alone; the end of the last one is optional. A byte order mark is skipped. Spaces belong to
/// fields. All records must have as many fields as the first one.
///
/// O(*n*) in the length of the text. The first error ends reading.
enum CSV {
  struct Record: Equatable {
    /// The line on which the record begins, from 1.
    let line: Int
    let fields: [Field]
  }

  struct Field: Equatable {
    let text: String
    let place: Place
  }

  /// A line and a column, both from 1. A column is a Unicode scalar.
  struct Place: Equatable {
    var line = 1
    var column = 1
  }

  static func records(of text: String) throws(CSVError) -> [Record] {
    var reader = CSVReader(text)
    var records: [Record] = []
    while let record = try reader.next() {
      if let count = records.first?.fields.count, record.fields.count != count {
        throw CSVError(
          CSV.Place(line: record.line, column: 1),
          "this record has \(record.fields.count) field\(record.fields.count == 1 ? "" : "s"), and the first one has \(count)"
        )
      }
      records.append(record)
    }
    return records
  }
}

/// A mistake in a file, with its place.
struct CSVError: Error, Equatable, CustomStringConvertible {
  let place: CSV.Place
  let problem: String

  init(_ place: CSV.Place, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  /// `7:12: a quote in a field without quotes; …`
  var description: String { "\(place.line):\(place.column): \(problem)" }
}

/// Reads the bytes of UTF-8, because going through scalars takes most of the time of a large file. All
/// special characters are ASCII.
private struct CSVReader {
  private let bytes: [UInt8]
  private var index = 0
  private var place = CSV.Place()
  /// The number of fields of the last record.
  private var count = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: "\u{FEFF}".utf8) { index = 3 }
  }

  /// The next record; `nil` at the end.
  mutating func next() throws(CSVError) -> CSV.Record? {
    guard first != nil else { return nil }
    let line = place.line
    var fields: [CSV.Field] = []
    fields.reserveCapacity(count)
    fields.append(try field())
    while first == UInt8(ascii: ",") {
      advance()
      fields.append(try field())
    }
    endLine()
    count = fields.count
    return CSV.Record(line: line, fields: fields)
  }

  private mutating func field() throws(CSVError) -> CSV.Field {
    let start = place
    let text = first == UInt8(ascii: "\"") ? try quoted() : try plain()
    return CSV.Field(text: text, place: start)
  }

  private mutating func plain() throws(CSVError) -> String {
    let start = index
    while let byte = first, byte != UInt8(ascii: ","), !isAtLineEnd {
      guard byte != UInt8(ascii: "\"") else {
        throw CSVError(
          place, "a quote in a field without quotes; put the field in quotes and double the quote")
      }
      guard byte != UInt8(ascii: "\r") else {
        throw CSVError(place, "a carriage return without a line feed")
      }
      advance()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func quoted() throws(CSVError) -> String {
    let start = place
    var text: [UInt8] = []
    advance()
    while let byte = first {
      advance()
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      if first == UInt8(ascii: "\"") {
        text.append(byte)
        advance()
        continue
      }
      guard first == nil || first == UInt8(ascii: ",") || isAtLineEnd else {
        throw CSVError(
          place, "text after a closing quote; a comma or the end of the line must follow")
      }
      return String(decoding: text, as: UTF8.self)
    }
    throw CSVError(start, "this quote is never closed")
  }

  /// The first byte of the rest; `nil` at the end.
  private var first: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var isAtLineEnd: Bool {
    if first == UInt8(ascii: "\r") {
      return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
    }
    return first == UInt8(ascii: "\n")
  }

  private mutating func endLine() {
    if first == UInt8(ascii: "\r") { advance() }
    if first == UInt8(ascii: "\n") { advance() }
  }

  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == UInt8(ascii: "\n") {
      place = CSV.Place(line: place.line + 1, column: 1)
    } else if byte & 0b1100_0000 != 0b1000_0000 {
      // The first byte of a scalar.
      place.column += 1
    }
  }
}
