import Foundation

@testable import CairnTerminal

/// A running program that a test controls, over pipes or at a terminal.
final class Dialogue {
  private let child: Child
  private let input: StreamEnd
  private let output: StreamEnd
  private var unread: [UInt8] = []

  /// Over pipes.
  init(
    _ program: Program, _ arguments: String..., in folder: Folder,
    variables: [String: String] = [:],
    input pipe: (readEnd: StreamEnd, writeEnd: StreamEnd)? = nil
  ) throws {
    let (childInput, input) = try pipe ?? StreamEnd.pipe(in: folder)
    let (output, childOutput) = try StreamEnd.pipe(in: folder)
    child = try Child(
      program.path, arguments, in: folder.path, variables: variables,
      input: .descriptor(childInput), output: .descriptor(childOutput),
      errors: .descriptor(childOutput))
    self.input = input
    self.output = output
  }

  /// At a terminal, started by a shell that prints `status N` after it, and then the next line of the
  /// terminal. It keeps the terminal open, so that its settings can be read.
  init(
    atTerminal program: Program, _ arguments: String..., in folder: Folder,
    variables: [String: String] = [:]
  ) throws {
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    guard openpty(&ends.0, &ends.1, &name, nil, nil) == 0 else { throw SystemError(code: errno) }
    let terminal = try StreamEnd(ends.0)
    _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
    close(ends.1)
    let script = #"""
      trap : HUP INT TERM; "$@"; echo "status $?"; read line; echo "line [$line]"; read line
      """#
    child = try Child(
      "/bin/sh", ["-c", script, "sh", program.path] + arguments, in: folder.path,
      ownsTerminal: true, variables: variables, input: .file(String(cString: &name), O_RDWR),
      output: .sameAsInput,
      errors: .sameAsInput)
    input = terminal
    output = terminal
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws { try input.write(bytes) }

  /// Waits for this text and returns all output up to it. Line endings are line
  /// feeds.
  ///
  /// Throws if the program prompts for a line or ends first.
  func read(to end: String) throws -> String {
    while true {
      let text = String(decoding: unread, as: UTF8.self).replacing("\r\n", with: "\n")
      if let range = text.firstRange(of: end) {
        unread = Array(text[range.upperBound...].utf8)
        return String(text[..<range.upperBound])
      }
      guard !text.hasSuffix("\n> "), !text.contains("\nstatus "), let more = output.read() else {
        throw MissingText(expected: end, printed: text)
      }
      unread += more
    }
  }

  /// Sends a line at the terminal and returns all output up to the next prompt.
  func answer(to line: String) throws -> String {
    try send(line + "\n")
    return try read(to: "\n> ")
  }

  /// Sends a signal to the program. At a terminal its shell ignores the signal.
  func send(signal: Int32) { child.send(signal) }

  /// Waits for the end of the program and returns its status.
  func wait() -> Int32 { child.wait() }

  /// Whether the terminal has echo, line mode and signals.
  func isTerminalAsBefore() throws -> Bool {
    var settings = termios()
    guard tcgetattr(input.number, &settings) == 0 else { throw SystemError(code: errno) }
    let usual = tcflag_t(ECHO | ISIG | ICANON)
    return settings.c_lflag & usual == usual
  }

  /// Waits for the end of the program at the terminal and returns the rest of its output and its status.
  func readToStatus() throws -> String { try read(to: "status ") + read(to: "\n") }

  /// Ends the line that the shell reads after the end of the program, and returns the rest of the output.
  func readToEndOfShellLine() throws -> String {
    try send("\n")
    return try read(to: "]\n")
  }
}

struct MissingText: Error, CustomStringConvertible {
  let expected: String
  let printed: String

  var description: String { "the output has no \"\(expected)\":\n\(printed)" }
}
