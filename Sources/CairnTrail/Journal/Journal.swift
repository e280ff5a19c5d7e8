import Cairn
import CairnApp
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
        throw JournalError("\(file):\(number): \(error.problemOfEntry.terminalSafe)")
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
  public var hasEnd: Bool {
    switch entries.last?.event {
    case .end: true
    case .action, .dismissal, .restart, .restored, nil: false
    }
  }
}

extension Error {
  /// The reason why an entry cannot be decoded, and a suggestion.
  fileprivate var problemOfEntry: String {
    var reason = "\(self)"
    if let error = self as? DecodingError {
      switch error {
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        return "the line is damaged: it is not JSON; \(JournalError.remedy)"
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
