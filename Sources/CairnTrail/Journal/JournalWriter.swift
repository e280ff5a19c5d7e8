import Cairn
import Foundation

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
  private var source = JournalEntry<Root.Action>.Source.start
  private var isBroken = false
  /// How many entries there are.
  private(set) var count = 0

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

  /// Whose action is the next; those after it are of effects.
  func expect(_ source: JournalEntry<Root.Action>.Source) { self.source = source }

  func note(_ action: Root.Action, in state: Root.State, at time: Duration) {
    note(.action(action, from: source), in: state, at: time)
    source = .effect
  }

  func note(_ event: JournalEntry<Root.Action>.Event, in state: Root.State, at time: Duration) {
    count += 1
    let entry = JournalEntry(
      number: count, time: DurationSyntax.text(of: time), state: StateDigest(of: state).text,
      event: event)
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
