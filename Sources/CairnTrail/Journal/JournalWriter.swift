import Cairn
import CairnApp
import CairnDump
import CairnSimulation
import Foundation
import Synchronization

/// Writes every action as a line of JSON before the app reduces it.
///
///     let journal = JournalWriter<Counter>(coding: ActionCoding()) { line in file.append(line) }
///     journal.begin(JournalHeader(of: CounterApp.self, world: .real, options: []))
///     let driver = Driver(app, in: simulation, journal: journal)
///
/// An action that crashes the process is therefore in the last line. Secrets are written as
/// placeholders, never as text. Everything else in an action is written as the action encodes it.
public final class JournalWriter<Root: Reducer> {
  private let coding: ActionCoding<Root.Action>
  private let write: (String) -> Void
  private let secrets = JournalSecrets()
  private var isBroken = false
  /// The number of entries.
  private var count = 0

  /// - Parameter write: stores a line, which includes its line end, before it returns.
  public init(coding: ActionCoding<Root.Action>, write: @escaping (String) -> Void) {
    self.coding = coding
    self.write = write
  }

  /// Writes the first line.
  public func begin(_ header: JournalHeader) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    append { String(decoding: try encoder.encode(header), as: UTF8.self).jsonSafe }
  }

  /// Writes an event, with the state before it and the time since the start.
  public func record(_ event: DriverEvent<Root.Action>, in state: Root.State, at time: Duration) {
    count += 1
    let entry = JournalEntry(
      number: count, time: time.notation, state: StateDigest(of: state).text, event: event)
    append { try coding.encode(entry, secrets.coding) }
  }

  private func append(_ line: () throws -> String) {
    guard !isBroken else { return }
    do {
      write(try line() + "\n")
    } catch {
      isBroken = true
      RuntimeIssue.report(
        RuntimeIssue(
          "An action cannot be encoded, and the journal ends before it: \(error)",
          causes: ["the action encodes a value that JSON cannot represent"],
          suggestion: "use only values in the action that can be encoded and decoded."))
    }
  }
}

/// Assigns placeholders to the secrets of a journal.
final class JournalSecrets: Sendable {
  private let names = Mutex(SecretNames())

  /// A coding that only encodes.
  var coding: SecretCoding {
    SecretCoding { [self] secret in
      secret.isEmpty ? "" : names.withLock { $0.placeholder(for: secret).text }
    } secret: { text in
      throw SecretsFileError("\(text) cannot be decoded by a writer")
    }
  }
}

extension Driver {
  /// Starts the app and writes every event to the journal, which has its first line already.
  public convenience init<A: App>(
    _ app: A, in simulation: Simulation, journal: JournalWriter<Root>?
  ) where A.Root == Root {
    self.init(app, in: simulation, observer: journal?.record)
  }
}
