import Cairn
import CairnApp
import CairnDump
import CairnSimulation
import CairnApp
import Foundation
import Synchronization

/// Writes every action that an app is given, before it is reduced, as a line of JSON.
///
///     let journal = JournalWriter<Counter>(coding: ActionCoding()) { line in file.append(line) }
///     journal.begin(JournalHeader(of: CounterApp.self, world: .real, options: []))
///     let driver = Driver(app, in: simulation, journal: journal)
///
/// An action that crashes the program so is the last line. Secrets are placeholders: the text of
/// none is written. Whatever else an action holds is written as it encodes itself.
public final class JournalWriter<Root: Reducer> {
  private let coding: ActionCoding<Root.Action>
  private let write: (String) -> Void
  private let secrets = JournalSecrets()
  private var isBroken = false
  /// The number of entries.
  private var count = 0

  /// - Parameter write: keeps a line, which has its line end, before it returns.
  public init(coding: ActionCoding<Root.Action>, write: @escaping (String) -> Void) {
    self.coding = coding
    self.write = write
  }

  /// Writes the first line.
  public func begin(_ header: JournalHeader) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    keep { String(decoding: try encoder.encode(header), as: UTF8.self) }
  }

  /// Writes an event, with the state before it and the time since the start.
  public func record(_ event: DriverEvent<Root.Action>, in state: Root.State, at time: Duration) {
    count += 1
    let entry = JournalEntry(
      number: count, time: time.notation, state: StateDigest(of: state).text, event: event)
    keep { try coding.encode(entry, secrets.coding) }
  }

  private func keep(_ line: () throws -> String) {
    guard !isBroken else { return }
    do {
      write(try line() + "\n")
    } catch {
      isBroken = true
      RuntimeIssue.report(
        RuntimeIssue(
          "An action cannot be written to the journal, which ends before it: \(error)",
          causes: ["the action encodes something that JSON has no form for"],
          suggestion: "let the action hold values that encode and decode."))
    }
  }
}

/// Gives the secrets of a journal their placeholders.
final class JournalSecrets: Sendable {
  private let names = Mutex(SecretNames())

  /// For writing alone.
  var coding: SecretCoding {
    SecretCoding { [self] secret in
      secret.isEmpty ? "" : names.withLock { $0.placeholder(for: secret).text }
    } secret: { text in
      throw SecretsFileError("\(text) is not read here")
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
