import CairnApp
import Foundation

/// The typed lines, and the position of a person who recalls them.
struct LineHistory {
  /// The number of lines that are always kept. Of a tenth more, the first are forgotten.
  private static let limit = 10_000

  private(set) var lines: [String]
  /// The index of the recalled line; `lines.count` for the new line.
  private var position: Int
  /// The new line, while another one is recalled.
  private var draft = ""

  init(_ lines: [String] = []) {
    self.lines = lines
    position = lines.count
  }

  /// Adds a line, unless it repeats the last one, and returns to the new line. Too many lines make it
  /// forget the first of them.
  mutating func add(_ line: String) {
    if lines.last != line { lines.append(line) }
    if lines.count > Self.limit + Self.limit / 10 { lines.removeFirst(lines.count - Self.limit) }
    position = lines.count
  }

  /// The line that a search has found; `nil` if the history has forgotten it meanwhile.
  func line(at index: Int?) -> String? {
    index.flatMap { lines.indices.contains($0) ? lines[$0] : nil }
  }

  mutating func reset() { position = lines.count }

  /// The previous line; `nil` before the first.
  ///
  /// - Parameter current: the text of the new line, for ``newer()`` to return to.
  mutating func older(than current: String) -> String? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = current }
    position -= 1
    return lines[position]
  }

  /// The next line, which in the end is the new one; `nil` after it.
  mutating func newer() -> String? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}

/// An incremental search backwards through the typed lines.
struct HistorySearch: Equatable {
  /// The line before the search, which is restored if the search is cancelled.
  let original: LineBuffer
  private(set) var query = ""
  /// The index of the found line; `nil` before the first match.
  private(set) var match: Int?
  private(set) var hasFailed = false

  /// Extends the query and searches on from the found line, inclusive.
  mutating func type(_ text: String, in lines: [String]) {
    query += text
    find(in: lines, before: match.map { $0 + 1 } ?? lines.count)
  }

  /// Shortens the query by a character and searches again from the last line.
  mutating func deleteLast(in lines: [String]) {
    query = String(query.dropLast())
    match = nil
    find(in: lines, before: lines.count)
  }

  mutating func older(in lines: [String]) { find(in: lines, before: match ?? lines.count) }

  private mutating func find(in lines: [String], before end: Int) {
    guard !query.isEmpty else {
      hasFailed = false
      return
    }
    let found = lines[..<min(end, lines.count)].lastIndex { $0.contains(query) }
    hasFailed = found == nil
    match = found ?? match
  }
}

/// A line that may be recalled; `nil` if it is empty or could hold a secret.
struct HistoryEntry: Equatable {
  /// The name of an input, or a whole colon command without the inputs behind it, for the history file; `nil` for
  /// other lines.
  let kept: String?

  init?<Action>(_ line: String, on screen: Screen<Action>, in context: LineContext) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, line.terminalSafe == line,
      context.secretNameEnd(in: line) == nil
    else { return nil }
    if line.isColonCommand {
      kept = try? Self.command(in: line, before: screen.names)
    } else if let input = screen.input(named: name) {
      guard !input.isSecure else { return nil }
      kept = name
    } else {
      // A word that is no name may be a secret, unless it is like one.
      let first = String(name.prefix { $0 != ";" })
      guard screen.input(named: first) != nil || first.closest(of: screen.names) != nil else {
        return nil
      }
      kept = nil
    }
  }

  private static func command(
    in line: String, before names: [String]
  ) throws(UsageError) -> String {
    let parts = try ColonCommand.firstOfSeveral(in: line, before: names)
    let words = (parts?.first ?? line).split(whereSeparator: \.isWhitespace).map(String.init)
    let command = try ColonCommand.named(words.first ?? "")
    // Further words may be an input whose semicolon was forgotten. The value of an event is like that of a field.
    let count = command.takesText ? words.count : command.value == nil ? 1 : 2
    return words.prefix(count).joined(separator: " ")
  }
}

/// The history of earlier sessions: names and colon commands, never the value of a field.
///
/// The file is `cairn/NAME.history` in `$XDG_STATE_HOME`, else in `~/.local/state`. Only its owner
/// can read it.
struct HistoryFile {
  private static let limit = 1000
  private static let lineLimit = 1 << 10
  private static let lineFeed = UInt8(ascii: "\n")

  let path: String

  init?(of app: String, environment: [String: String]) {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ $0 + "/.local/state" })
    else { return nil }
    path = "\(state)/cairn/\(app).history"
  }

  /// The last lines, without those that are not UTF-8; empty if there is no regular file.
  func read() -> [String] { lines(of: bytes) }

  private var bytes: [UInt8] {
    Descriptor.part(of: path, upTo: FileLimit.history, isEnd: true) ?? []
  }

  private func lines(of bytes: [UInt8]) -> [String] {
    // The first line may be incomplete.
    let whole = bytes.count < FileLimit.history ? bytes[...] : bytes.drop { $0 != Self.lineFeed }
    return whole.split(separator: Self.lineFeed).suffix(Self.limit)
      .compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// Appends a line, unless it could fill the file. A file at its limit is replaced by its second half.
  func add(_ line: String) throws(SystemError) {
    guard line.utf8.count <= Self.lineLimit else { return }
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SystemError(code: errno == 0 ? EACCES : errno)
    }
    let bytes = bytes
    let lines = lines(of: bytes)
    if lines.count >= Self.limit || bytes.count >= FileLimit.history {
      let kept = lines.suffix(Self.limit / 2) + [line]
      // Two programs with one history each write a file of their own.
      let new = "\(path).\(getpid()).new"
      try write(kept.map { $0 + "\n" }.joined(), to: new, O_TRUNC)
      guard unsafe rename(new, path) == 0 else { throw SystemError(code: errno) }
    } else {
      try write(line + "\n", to: path, O_APPEND)
    }
  }

  private func write(_ text: String, to path: String, _ mode: Int32) throws(SystemError) {
    // A FIFO would wait for its other end.
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let number = unsafe open(path, flags | mode, 0o600)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    var file = stat()
    guard unsafe fstat(number, &file) == 0 else { throw SystemError(code: errno) }
    guard file.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    // An existing file may be readable by others.
    guard fchmod(number, 0o600) == 0 else { throw SystemError(code: errno) }
    try Descriptor(number: number).write(text)
  }
}
