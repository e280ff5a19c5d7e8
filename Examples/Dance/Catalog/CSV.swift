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
          "this record has \(record.fields.count) fields, and the first one has \(count)")
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

private struct CSVReader {
  private var rest: Substring.UnicodeScalarView
  private var place = CSV.Place()

  init(_ text: String) {
    rest = text[...].unicodeScalars
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
  }

  /// The next record; `nil` at the end.
  mutating func next() throws(CSVError) -> CSV.Record? {
    guard !rest.isEmpty else { return nil }
    let line = place.line
    var fields = [try field()]
    while rest.first == "," {
      advance()
      fields.append(try field())
    }
    endLine()
    return CSV.Record(line: line, fields: fields)
  }

  private mutating func field() throws(CSVError) -> CSV.Field {
    let start = place
    let text = rest.first == "\"" ? try quoted() : try plain()
    return CSV.Field(text: text, place: start)
  }

  private mutating func plain() throws(CSVError) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.first, scalar != ",", !isAtLineEnd {
      guard scalar != "\"" else {
        throw CSVError(
          place, "a quote in a field without quotes; put the field in quotes and double the quote")
      }
      guard scalar != "\r" else { throw CSVError(place, "a carriage return without a line feed") }
      text.append(scalar)
      advance()
    }
    return String(text)
  }

  private mutating func quoted() throws(CSVError) -> String {
    let start = place
    var text = String.UnicodeScalarView()
    advance()
    while let scalar = rest.first {
      advance()
      guard scalar == "\"" else {
        text.append(scalar)
        continue
      }
      if rest.first == "\"" {
        text.append(scalar)
        advance()
        continue
      }
      guard rest.isEmpty || rest.first == "," || isAtLineEnd else {
        throw CSVError(place, "text after a closing quote; a comma or the end of the line must follow")
      }
      return String(text)
    }
    throw CSVError(start, "this quote is never closed")
  }

  private var isAtLineEnd: Bool {
    rest.first == "\n" || rest.first == "\r" && rest.dropFirst().first == "\n"
  }

  private mutating func endLine() {
    if rest.first == "\r" { advance() }
    if rest.first == "\n" { advance() }
  }

  private mutating func advance() {
    if rest.removeFirst() == "\n" {
      place = CSV.Place(line: place.line + 1, column: 1)
    } else {
      place.column += 1
    }
  }
}
