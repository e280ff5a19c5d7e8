import Foundation
import Testing

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
    let (terminal, programs, path) = try StreamEnd.terminal()
    programs.close()
    let script = #"""
      trap : HUP INT TERM; "$@"; echo "status $?"; read line; echo "line [$line]"; read line
      """#
    child = try Child(
      "/bin/sh", ["-c", script, "sh", program.path] + arguments, in: folder.path,
      ownsTerminal: true, variables: variables, input: .file(path, O_RDWR), output: .sameAsInput,
      errors: .sameAsInput)
    input = terminal
    output = terminal
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(lines: [String]) throws { try send(lines.map { $0 + "\n" }.joined()) }

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

  /// Kills the program and waits for its end.
  func kill() {
    child.send(SIGKILL)
    #expect(child.wait() == 128 + SIGKILL)
  }

  func isTerminalAsBefore() throws -> Bool { try input.isTerminalAsBefore() }

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
