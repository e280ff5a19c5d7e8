import Cairn
import CairnApp
import CairnDump
import CairnSimulation
import Foundation

/// A parsed journal.
///
///     let journal = try Journal(
///       parsing: bytes, file: "a.journal", of: CounterApp.self, coding: ActionCoding())
public struct Journal<Action: Sendable> {
  /// The name of the file, for messages.
  public let file: String
  /// The first line: the app and its launch.
  public let header: JournalHeader
  /// Whether the last line is incomplete, because the process ended during the write. It is dropped.
  public let isTorn: Bool
  let entries: [JournalEntry<Action>]
  /// Whether a placeholder has an invented value.
  let hasInvented: Bool

  /// - Parameter secrets: the values of the placeholders of secrets.
  /// - Throws: a header of another app, version or format, or a line that cannot be decoded.
  public init<A: App>(
    parsing bytes: [UInt8], file: String, of app: A.Type, coding: ActionCoding<Action>,
    secrets: TrailSecrets = TrailSecrets()
  ) throws(JournalError) where A.Root.Action == Action {
    self.file = file
    var lines = WholeLines(of: bytes)
    isTorn = lines.isTorn
    guard let first = lines.next() else {
      throw JournalError(
        isTorn
          ? "\(file):1: the line is incomplete; a journal begins with a header on a whole line"
          : "\(file): the file is empty; a journal begins with a header")
    }
    // The header is checked first, because the lines of another app's journal cannot be decoded.
    guard let header = try? JSONDecoder().decode(JournalHeader.self, from: Data(first)) else {
      throw JournalError(
        "\(file):1: the line is not the header of a journal; give a file that --journal has"
          + " written")
    }
    self.header = header
    if let problem = header.problem(for: app) { throw JournalError("\(file):1: \(problem)") }
    let hasInvented = Guarded(false)
    let reading = Self.reading(secrets) { hasInvented.withLock { $0 = true } }
    var entries: [JournalEntry<Action>] = []
    var number = 1
    while let line = lines.next() {
      number += 1
      do {
        entries.append(try coding.decode(Data(line), reading))
      } catch {
        let problem = error.problem(ofEntry: Data(line)).terminalSafe
        throw JournalError("\(file):\(number): \(problem)")
      }
      guard entries.count == entries[entries.count - 1].number else {
        throw JournalError(
          "\(file):\(number): the entry has the number \(entries[entries.count - 1].number)"
            + " where \(entries.count) was expected; \(JournalError.remedy)")
      }
    }
    self.entries = entries
    self.hasInvented = hasInvented.withLock { $0 }
  }

  /// A coding that only decodes.
  private static func reading(
    _ secrets: TrailSecrets, didInvent: @escaping @Sendable () -> Void
  ) -> SecretCoding {
    SecretCoding { _ in
      ""
    } secret: { text in
      if text.isEmpty { return "" }
      guard let placeholder = SecretPlaceholder(text) else {
        throw SecretsFileError("\(text.inQuotes) is not a placeholder of a secret")
      }
      if let given = secrets.given?[placeholder] { return given }
      // A journal also has placeholders for secrets that nobody typed, such as hashes.
      didInvent()
      return TrailSecrets.invented(for: placeholder)
    }
  }

  /// The number of entries, without the entry for the end.
  public var count: Int { hasEnd ? entries.count - 1 : entries.count }

  /// Whether the process ended in order. If not, its last action may have caused the crash.
  public var hasEnd: Bool { if case .end? = entries.last?.event { true } else { false } }
}

extension Error {
  /// The reason why an entry cannot be decoded, and a suggestion.
  fileprivate func problem(ofEntry line: Data) -> String {
    var reason = "\(self)"
    if let error = self as? DecodingError {
      switch error {
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        guard (try? JSONSerialization.jsonObject(with: line)) != nil else {
          return "the line is damaged: it is not JSON; \(JournalError.remedy)"
        }
        // The decoder of Foundation gives neither its place nor the reason.
        reason = "a value does not fit its type, like a number that is too large or has a fraction"
      case .dataCorrupted(let context):
        reason = "\(place(context.codingPath)): \(context.debugDescription)"
      case .keyNotFound(let key, let context):
        reason = "\(place(context.codingPath + [key])) is missing"
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        reason = "\(place(context.codingPath)) has another form"
      @unknown default: break
      }
    }
    return "the entry does not fit this program: \(reason);"
      + " replay the journal with the program that wrote it"
  }

  private func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "the line" : path.map(\.stringValue).joined(separator: ".")
  }
}

/// The lines of a file that end with a line feed, one after another: an array of them would take a
/// multiple of the file.
private struct WholeLines: IteratorProtocol {
  private static let lineFeed = UInt8(ascii: "\n")

  /// Whether bytes follow the last line feed.
  let isTorn: Bool
  private var rest: ArraySlice<UInt8>

  init(of bytes: [UInt8]) {
    let end = bytes.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
    isTorn = end < bytes.count
    rest = bytes[..<end]
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let line = rest.prefix { $0 != Self.lineFeed }
    rest = rest[(line.endIndex + 1)...]
    return line
  }
}

/// A reason why a journal cannot be replayed, with its location and a suggestion.
public struct JournalError: Error, Equatable, CustomStringConvertible {
  public let description: String

  fileprivate static let remedy =
    "without it and the lines after it, the journal can be replayed up to here"

  init(_ description: String) {
    self.description = description
  }
}

/// An event of an app: a line of a journal.
struct JournalEntry<Action> {
  /// From 1.
  let number: Int
  /// Virtual time since the start.
  let time: String
  /// The digest of the state before the event; see `stateDigest(of:)`.
  let state: String
  let event: DriverEvent<Action>
}

extension JournalEntry: Encodable where Action: Encodable {
  enum Key: String, CodingKey {
    case action, dismissed, end, from, number, restart, restored, state, time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .number)
    try container.encode(time, forKey: .time)
    try container.encode(state, forKey: .state)
    switch event {
    case .action(let action, let source):
      try container.encode(source, forKey: .from)
      try container.encode(action, forKey: .action)
    case .dismissal(let action, let depth):
      try container.encode(depth, forKey: .dismissed)
      try container.encode(action, forKey: .action)
    case .restart: try container.encode(true, forKey: .restart)
    case .restored(let number): try container.encode(number, forKey: .restored)
    case .end: try container.encode(true, forKey: .end)
    }
  }
}

extension JournalEntry: Decodable where Action: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decode(Int.self, forKey: .number)
    time = try container.decode(String.self, forKey: .time)
    state = try container.decode(String.self, forKey: .state)
    if container.contains(.restart) {
      event = .restart
    } else if container.contains(.end) {
      event = .end
    } else if let number = try container.decodeIfPresent(Int.self, forKey: .restored) {
      event = .restored(number)
    } else if let depth = try container.decodeIfPresent(Int.self, forKey: .dismissed) {
      guard depth >= 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: .dismissed, in: container, debugDescription: "a depth cannot be negative")
      }
      event = .dismissal(of: try container.decode(Action.self, forKey: .action), depth: depth)
    } else {
      event = .action(
        try container.decode(Action.self, forKey: .action),
        from: try container.decode(DriverEvent<Action>.Source.self, forKey: .from))
    }
  }
}

/// The first line of a journal: the app and its launch.
public struct JournalHeader: Codable, Equatable, Sendable {
  /// The version of the format that this program reads and writes.
  package static let currentFormat = 1

  /// The version of the format.
  public let format: Int
  /// The name of the app.
  public let app: String
  /// The version of the app.
  public let version: String
  /// The start in a simulated world; `nil` for the real world.
  public let start: String?
  /// The app's own options, without the credentials of addresses.
  public let options: [String]
  /// `true` if the journal has begun anew.
  var sealed: Bool?

  /// Whether a sealed state has removed entries: the journal has begun anew.
  package var isSealed: Bool { sealed == true }

  /// The header for a launch of an app.
  public init<A: App>(of app: A.Type, world: Launch.World, options: [String]) {
    format = Self.currentFormat
    self.app = A.name
    version = A.version
    start = if case .simulated(let start) = world { start } else { nil }
    self.options = options.withoutCredentials(among: A.options)
  }

  var world: Launch.World { start.map { .simulated(start: $0) } ?? .real }

  /// The reason why an app cannot replay a journal with this header; `nil` if it can.
  func problem<A: App>(for app: A.Type) -> String? {
    if format != Self.currentFormat {
      return "the journal has format \(format), and this program reads \(Self.currentFormat)"
    }
    if self.app != A.name {
      return "this journal is of \(self.app.inQuotes), and this program is \"\(A.name)\""
    }
    if version != A.version {
      return "this journal was written by \(A.name) \(version.terminalSafe), and this program is"
        + " \(A.version): an action may have another effect now"
    }
    return nil
  }
}

/// The coding of journal entries: JSON, with placeholders for secrets.
///
///     ActionCoding<Counter.Action>()  // compiles only if actions are `Codable`
public struct ActionCoding<Action: Sendable> {
  let encode: (JournalEntry<Action>, SecretCoding) throws -> String
  let decode: (Data, SecretCoding) throws -> JournalEntry<Action>

  /// Creates the coding of `Codable` actions.
  public init() where Action: Codable {
    encode = { entry, secrets in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+infinity", negativeInfinity: "-infinity", nan: "nan")
      if let key = SecretCoding.key { encoder.userInfo[key] = secrets }
      return String(decoding: try encoder.encode(entry), as: UTF8.self).jsonSafe
    }
    decode = { data, secrets in
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "+infinity", negativeInfinity: "-infinity", nan: "nan")
      if let key = SecretCoding.key { decoder.userInfo[key] = secrets }
      return try decoder.decode(JournalEntry<Action>.self, from: data)
    }
  }
}
