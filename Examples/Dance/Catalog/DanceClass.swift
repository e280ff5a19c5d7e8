import CairnApp
import CairnStorage
import Foundation

/// A class of the catalog, a video that a user can play.
struct DanceClass: Codable, Hashable, Sendable, Identifiable {
  let id: Int
  let title: String
  let instructor: String
  let level: String
  let song: String
  /// A picture of a few characters.
  let thumbnail: String
  /// In milliseconds.
  var duration: Int
}

extension [DanceClass] {
  /// The classes of which every word of a search is part of the title, the instructor, the level or the song,
  /// without regard to case and diacritics.
  func found(by search: String) -> [DanceClass] {
    let words = search.folded.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return self }
    return filter { lesson in
      let texts = [lesson.title, lesson.instructor, lesson.level, lesson.song].map(\.folded)
      return words.allSatisfy { word in texts.contains { $0.hasPart(word) } }
    }
  }
}

extension DanceClass {
  /// The row in the list.
  var summary: String {
    var summary = ""
    for text in [thumbnail, title, instructor, level, song] where !text.isBlank {
      if !summary.isEmpty { summary += "  " }
      summary += text.onOneLine
    }
    return summary
  }
}

extension String {
  fileprivate var folded: String {
    // Most texts. Foundation is slow.
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    let folded = folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return String(folded.flatMap { Self.strokes[$0] ?? String($0) })
  }

  /// Of ASCII, bytes are compared.
  fileprivate func hasPart(_ part: String) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return contains(part) }
    guard let first = part.utf8.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: part.utf8) { return true }
      rest = rest[rest.index(after: start)...]
    }
    return false
  }

  /// Letters whose stroke or ligature is no diacritic for Unicode.
  private static let strokes: [Character: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "’": "'",
  ]

  /// The text with each run of white space, line breaks included, as one space.
  var onOneLine: String {
    // Most texts need no copy.
    isTidy ? self : split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether the only white space is single spaces between words that begin with ASCII; `false` may be wrong.
  private var isTidy: Bool {
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      switch (previous, scalar) {
      case (nil, " "), (" ", "\0"..." "), (" ", "\u{80}"...), (_, "\0"..."\u{1F}"): return false
      case (_, "\u{80}"...) where scalar.properties.isWhitespace: return false
      default: previous = scalar
      }
    }
    return previous != " "
  }
}

extension [DanceClass] {
  private static var header: [String] {
    ["id", "title", "instructor", "level", "song", "thumbnail", "duration"]
  }

  /// The classes of a file of comma-separated values with a header.
  ///
  /// - Throws: the first mistake, with its line and its column.
  init(csv text: String) throws(CSVError) {
    let records = try CSV.records(of: text)
    guard let first = records.first, first.fields.map(\.text) == Self.header else {
      throw CSVError(
        CSV.Place(), "the first line must be \(Self.header.joined(separator: ","))")
    }
    var classes: [DanceClass] = []
    classes.reserveCapacity(records.count)
    var lines: [Int: Int] = [:]
    lines.reserveCapacity(records.count)
    for record in records.dropFirst() {
      let new = try DanceClass(record)
      if let line = lines.updateValue(record.line, forKey: new.id) {
        throw CSVError(record.fields[0].place, "the id \(new.id) is taken by line \(line)")
      }
      classes.append(new)
    }
    self = classes
  }

  /// The classes of a file of at most 16 MiB.
  ///
  /// - Throws: a message with the name of the file, and the line of a mistake in it.
  static func file(_ path: String) throws(UsageError) -> [DanceClass] {
    let limit = 16 << 20
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      data = try file.read(upToCount: limit + 1) ?? Data()
    } catch {
      // Foundation has the number of the system in the error below its own.
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
      let reason = cause.map { ": \(SystemError(code: Int32(($0 as NSError).code)))" } ?? ""
      throw UsageError("--classes: \(path): cannot be read\(reason)")
    }
    guard data.count <= limit else {
      throw UsageError("--classes: \(path) has more than 16 MiB")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      let good = String(decoding: data, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      let line = good.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      throw UsageError("--classes: \(path):\(line): these bytes are not UTF-8")
    }
    do throws(CSVError) {
      return try [DanceClass](csv: text)
    } catch {
      throw UsageError("--classes: \(path):\(error)")
    }
  }
}

extension DanceClass {
  /// - Parameter record: has a field for each column of the header.
  fileprivate init(_ record: CSV.Record) throws(CSVError) {
    func text(_ column: Int, _ name: String) throws(CSVError) -> String {
      let field = record.fields[column]
      guard !field.text.isBlank else { throw CSVError(field.place, "the \(name) is missing") }
      return field.text.trimmed
    }
    func number(_ column: Int, _ name: String, upTo most: Int) throws(CSVError) -> Int {
      let field = record.fields[column]
      let isNumber = field.text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
      guard isNumber, let number = Int(field.text), (1...most).contains(number) else {
        throw CSVError(field.place, "the \(name) is not a whole number from 1 to \(most)")
      }
      return number
    }
    id = try number(0, "id", upTo: 999_999)
    title = try text(1, "title")
    instructor = try text(2, "instructor")
    level = try text(3, "level")
    song = try text(4, "song")
    thumbnail = record.fields[5].text
    duration = try number(6, "duration", upTo: 86_400) * 1000
  }
}
