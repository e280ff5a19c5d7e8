import Cairn
import CairnApp
import Foundation

/// A journal that was read.
///
///     let journal = try Journal(
///       parsing: bytes, file: "a.journal", of: CounterApp.self, coding: ActionCoding())
public struct Journal<Action: Sendable> {
  /// The name of the file, as messages print it.
  public let file: String
  public let header: JournalHeader
  /// Whether the last line was torn: written in part when the program ended. It is left out.
  public let isTorn: Bool
  let entries: [JournalEntry<Action>]

  /// - Parameter secrets: what the placeholders of secrets stand for.
  /// - Throws: a header of another app, version or format, and a line that cannot be read.
  public init<A: App>(
    parsing bytes: [UInt8], file: String, of app: A.Type, coding: ActionCoding<Action>,
    secrets: TrailSecrets = TrailSecrets()
  ) throws(JournalError) where A.Root.Action == Action {
    self.file = file
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    isTorn = !(lines.popLast() ?? []).isEmpty
    guard let first = lines.first else {
      throw JournalError("\(file): is empty; a journal begins with a header")
    }
    // Before its first line, which another app's would not fit.
    guard let header = try? JSONDecoder().decode(JournalHeader.self, from: Data(first)) else {
      throw JournalError("\(file):1: this is no header of a journal")
    }
    self.header = header
    if let problem = header.problem(for: app) { throw JournalError("\(file):1: \(problem)") }
    let reading = Self.reading(secrets)
    var entries: [JournalEntry<Action>] = []
    for (index, line) in lines.enumerated().dropFirst() {
      do {
        entries.append(try coding.decode(Data(line), reading))
      } catch {
        throw JournalError(
          "\(file):\(index + 1): the entry does not fit this program: \(error.reason)")
      }
      guard entries.count == entries[entries.count - 1].number else {
        throw JournalError(
          "\(file):\(index + 1): the entry has the number \(entries[entries.count - 1].number)"
            + " where \(entries.count) was expected")
      }
    }
    self.entries = entries
  }

  /// For reading alone.
  private static func reading(_ secrets: TrailSecrets) -> SecretCoding {
    SecretCoding { _ in
      ""
    } secret: { text in
      if text.isEmpty { return "" }
      guard let placeholder = SecretPlaceholder(text) else {
        throw SecretsFileError("\(text.inQuotes) is no placeholder of a secret")
      }
      return try secrets.value(of: placeholder)
    }
  }

  /// How many entries it has, beside the one for its end.
  public var count: Int { hasEnd ? entries.count - 1 : entries.count }

  /// Whether the program ended in order. If not, the last action may be what it died of.
  public var hasEnd: Bool {
    switch entries.last?.event {
    case .end: true
    case .action, .restart, .restored, nil: false
    }
  }
}

extension Error {
  /// The reason alone, without the types of the decoder.
  fileprivate var reason: String {
    switch self as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return (path.isEmpty ? "" : "\(path): ") + context.debugDescription
    case nil: return "\(self)"
    @unknown default: return "\(self)"
    }
  }
}

/// Why a journal cannot be replayed: what, where, and how to mend it.
public struct JournalError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
