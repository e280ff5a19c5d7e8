import CairnScreen
import Foundation

/// A stream to write lines to.
struct Output {
  private let descriptor: Descriptor

  static let standard = Output(descriptor: .standardOutput)
  static let error = Output(descriptor: .standardError)

  /// Ends the program because of the world around it.
  static func fail(_ message: String) -> Never {
    error.print(message)
    exit(ExitStatus.failed.rawValue)
  }

  var isTerminal: Bool { descriptor.isTerminal }

  func print(_ line: String) { write(line + "\n") }

  func print(_ lines: [String]) { write(lines.map { $0 + "\n" }.joined()) }

  /// Writes text as it is. What cannot be written is not passed over: the program ends.
  func write(_ text: String) {
    do throws(SystemError) {
      try descriptor.write(text)
    } catch {
      // Of standard error there is nowhere left to say so; the status has to do.
      if descriptor.number != STDERR_FILENO { Self.fail("cannot write the output: \(error)") }
    }
  }
}

/// Says in a terminal how far something long is, on a line that is taken back afterwards.
///
/// Nothing is said in the first half second, nor where standard error is no terminal.
final class ProgressLine {
  private let isShown =
    Output.error.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  private var isVisible = false
  private var next = ContinuousClock.now + .milliseconds(500)

  /// Puts a text in place of the one before, ten times a second at most.
  func show(_ text: @autoclosure () -> String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isVisible = true
    // One that went on in the next row could not be taken back, not even for the ^C behind it.
    let room = max(1, WindowSize.current.columns - 3)
    Output.error.write("\r\u{1B}[K\(text().cut(to: room))")
  }

  /// Takes the line back before something else is printed.
  func clear() {
    if isVisible { Output.error.write("\r\u{1B}[K") }
    isVisible = false
  }
}

/// A value as JSON on one line, with its keys sorted, so that it is the same on every run.
struct JSONLine {
  let text: String

  init(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      text = String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      fatalError("\(error)")
    }
  }
}
