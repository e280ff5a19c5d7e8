import CairnApp
import CairnDump
import Foundation
import Synchronization

/// A stream to which lines are written, and the one gate for everything that the program prints.
///
/// A `String` is escaped line by line. Only a ``TerminalText`` contains control sequences.
struct Output {
  let descriptor: Descriptor

  private static let errors = Atomic(0)
  /// The number of texts that were written to standard error, a terminal perhaps.
  static var errorCount: Int { errors.load(ordering: .relaxed) }

  static var standard: Output { Output(descriptor: .standardOutput) }
  static var error: Output { Output(descriptor: .standardError) }

  /// Prints a message on standard error and ends the program with status 1.
  static func fail(_ message: String) -> Never {
    error.print(message)
    exit(ExitStatus.failed.rawValue)
  }

  var isTerminal: Bool { descriptor.isTerminal }

  /// The width of the terminal; `nil` for a pipe or a file.
  var columns: Int? { isTerminal ? WindowSize.current.columns : nil }

  /// Prints a text. On standard error, it is a sentence.
  func print(_ text: String) {
    if descriptor.number == STDERR_FILENO { return tell(text) }
    write(TerminalText(lines: text) + TerminalText(.lineFeed))
  }

  /// Prints sentences, which are wrapped at words where the output is a terminal.
  func tell(_ text: String) { write(TerminalText(lines: wrapped(text)) + TerminalText(.lineFeed)) }

  private func wrapped(_ text: String) -> String {
    guard let columns else { return text }
    return text.terminalSafeLines.wrappedBelowIndents(to: columns).joined(separator: "\n")
  }

  /// Prints a text that names a file; the name is a hyperlink where the terminal has them.
  func print(_ text: String, naming file: String) {
    let hasHyperlinks = isTerminal && RunOptions.hasHyperlinks(Surroundings.current.environment)
    write(
      TerminalText(lines: wrapped(text), naming: file, hasHyperlinks: hasHyperlinks)
        + TerminalText(.lineFeed))
  }

  func print(_ lines: [String]) { print(lines.map { TerminalText(lines: $0) }) }

  func print(_ lines: [TerminalText]) { write(lines.asLines) }

  /// Writes text without a line end. A failure ends the program.
  ///
  /// - Parameter isMessage: whether text on standard error moves what is below it.
  func write(_ text: TerminalText, isMessage: Bool = true) {
    if isMessage, descriptor.number == STDERR_FILENO { Self.errors.add(1, ordering: .relaxed) }
    do throws(SystemError) {
      try descriptor.write(text.text)
    } catch {
      // A failure of standard error cannot be reported; the exit status still reports the result.
      if descriptor.number != Descriptor.standardError.number {
        Self.fail("cannot write the output: \(error)")
      }
    }
  }
}

extension [String] {
  /// The lines, wrapped at words. The rest of a line has the indent of its beginning, with the sign of a change or
  /// of a comment in a flow chart.
  func wrappedBelowIndents(to columns: Int) -> [String] {
    flatMap { line -> [String] in
      let indent = line.indent
      guard line.columns > columns, indent.count < columns / 2 else { return [line] }
      return [String(line.dropFirst(indent.count))].wrapped(to: columns - indent.count, limit: nil)
        .map { indent + $0 }
    }
  }

  /// The lines, wrapped at words. The indented lines of a trail stay whole: a person can copy it.
  func withSentencesWrapped(to columns: Int) -> [String] {
    flatMap { line -> [String] in
      let sign = line.drop { $0 == " " }.prefix { $0 != " " }
      let isOfTrail = line.hasPrefix(" ") && [">", "!", "?", "@", "|", "%", "#"].contains(sign)
      return isOfTrail ? [line] : [line].wrappedBelowIndents(to: columns)
    }
  }
}

extension String {
  /// The spaces at the beginning, with a sign among them.
  fileprivate var indent: String {
    let spaces = prefix { $0 == " " }
    let sign = ["- ", "+ ", "%% "].first(where: self[spaces.endIndex...].hasPrefix) ?? ""
    let more = self[spaces.endIndex...].dropFirst(sign.count).prefix { $0 == " " }
    return spaces + sign + more
  }
}

/// A value as JSON on one line. Scalars that could control a terminal are escaped. Keys are sorted, so
/// that equal values give equal lines.
package struct JSONLine {
  package let text: String

  package init(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      text = String(decoding: try encoder.encode(value), as: UTF8.self).jsonSafe
    } catch {
      fatalError("\(error)")
    }
  }

  /// An object with these members.
  init(members: [String: any Encodable]) { self.init(members.mapValues { Member(value: $0) }) }

  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
}

/// The progress of a long operation, on a line of standard error that is erased afterwards.
///
/// It is shown after half a second, and only if standard error is a terminal.
final class ProgressLine {
  private let isEnabled =
    Output.error.isTerminal && Surroundings.current.environment["TERM"] != "dumb"
  private var isVisible = false
  private var nextUpdate = ContinuousClock.now + .milliseconds(500)

  /// Replaces the text, at most ten times a second.
  func show(_ text: @autoclosure () -> String) {
    guard isEnabled, ContinuousClock.now >= nextUpdate else { return }
    nextUpdate = .now + .milliseconds(100)
    isVisible = true
    // Only one row can be erased, and the terminal adds ^C to it.
    let room = max(1, WindowSize.current.columns - 3)
    let shown = TerminalText(text().cut(to: room))
    Output.error.write(TerminalText(.carriageReturn, .eraseRight) + shown, isMessage: false)
  }

  /// Erases the line, before other output.
  func clear() {
    if isVisible {
      Output.error.write(TerminalText(.carriageReturn, .eraseRight), isMessage: false)
    }
    isVisible = false
  }
}
