import CairnScreen
import Foundation

/// The lines that were typed, and where a person is on the way through them.
struct LineHistory {
  private(set) var lines: [String]
  /// `lines.count` at the line that is being typed.
  private var position: Int
  /// The line that was being typed when the way began.
  private var draft = ""

  init(_ lines: [String] = []) {
    self.lines = lines
    position = lines.count
  }

  /// Adds a line, unless it repeats the last one, and goes back behind it.
  mutating func add(_ line: String) {
    if lines.last != line { lines.append(line) }
    position = lines.count
  }

  /// Goes back behind the last line, without adding one.
  mutating func leave() { position = lines.count }

  /// The line before, if there is one; `current` is what is being typed.
  mutating func older(than current: String) -> String? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = current }
    position -= 1
    return lines[position]
  }

  /// The line after; the one that was being typed, at the end.
  mutating func newer() -> String? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}

/// A search back through the lines that were typed, as it is being typed.
struct HistorySearch: Equatable {
  /// What was in the line when it began, for when it is given up.
  let original: LineBuffer
  private(set) var query = ""
  /// The place of the line that was found; `nil` before the first and where there is none.
  private(set) var place: Int?
  private(set) var hasFailed = false

  init(from line: LineBuffer) { original = line }

  /// Looks for more, from the line that was found on.
  mutating func type(_ text: String, in lines: [String]) {
    query += text
    find(in: lines, before: place.map { $0 + 1 } ?? lines.count)
  }

  /// Looks for less, from the end again.
  mutating func deleteLast(in lines: [String]) {
    query = String(query.dropLast())
    place = nil
    find(in: lines, before: lines.count)
  }

  /// Looks for an older one.
  mutating func older(in lines: [String]) { find(in: lines, before: place ?? lines.count) }

  private mutating func find(in lines: [String], before end: Int) {
    guard !query.isEmpty else {
      hasFailed = false
      return
    }
    let found = lines[..<end].lastIndex { $0.contains(query) }
    hasFailed = found == nil
    place = found ?? place
  }
}

/// What a history may keep of a line; `nil` where it could hold a secret, or is empty.
struct HistoryEntry: Equatable {
  /// Until the program ends: the line.
  let line: String
  /// In the file: the name, or a whole colon command.
  let kept: String

  init?<Action>(_ line: String, on screen: Screen<Action>) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, line.terminalSafe == line else { return nil }
    if line.isColonCommand {
      guard ColonCommand(rawValue: name) != nil else { return nil }
      kept = words.joined(separator: " ")
    } else {
      guard !screen.mayHoldSecret(line) else { return nil }
      kept = name
    }
    self.line = line
  }
}

/// The lines of earlier sessions: names and colon commands, never the value of a field.
///
/// Nobody but its owner can read it. It is `cairn/NAME.history` in `$XDG_STATE_HOME`, else in
/// `~/.local/state`.
struct HistoryFile {
  private static let limit = 1000

  private let path: String

  init?(of app: String, environment: [String: String]) {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ $0 + "/.local/state" })
    else { return nil }
    path = "\(state)/cairn/\(app).history"
  }

  /// The last lines; none if there is no file. What is no text is left out.
  func read() -> [String] {
    guard let bytes = try? Descriptor.contents(of: path) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.limit)
      .compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// Adds a line. A file that has become long is written anew with its last lines.
  func add(_ line: String) throws(SystemError) {
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    try Self.makeFolder(folder)
    let lines = read()
    if lines.count >= Self.limit {
      let kept = lines.suffix(Self.limit / 2) + [line]
      try write(kept.map { $0 + "\n" }.joined(), to: path + ".new", O_TRUNC)
      guard rename(path + ".new", path) == 0 else { throw SystemError(code: errno) }
    } else {
      try write(line + "\n", to: path, O_APPEND)
    }
  }

  private func write(_ text: String, to path: String, _ mode: Int32) throws(SystemError) {
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | mode, 0o600)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    // It may be there already, for all to read.
    guard fchmod(number, 0o600) == 0 else { throw SystemError(code: errno) }
    try Descriptor(number: number).write(text)
  }

  private static func makeFolder(_ path: String) throws(SystemError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SystemError(code: errno == 0 ? EACCES : errno)
    }
  }
}
