import Foundation
import TerminalEmulator
import Testing

@testable import CairnTerminal

/// A program in an emulated terminal window: takes keys, and shows the text that a person would see.
final class Window {
  /// The time limit of a wait, long enough for any machine.
  private static let patience: Int32 = 120_000

  private let child: Child
  private let terminal: StreamEnd
  private(set) var emulator: TerminalEmulator

  /// A shell with job control. It prints `status N` when the program has ended or stopped, then the next line
  /// of the terminal, continues the program, and does not exit.
  static let jobs = #"""
    trap : INT; set -m; "$@"; echo "status $?"; read line; echo "line [$line]"
    fg >/dev/null 2>&1; echo "status $?"; read line
    """#

  /// The variables of a terminal that supports plain lines only.
  static let plainLines = ["TERM": "dumb"]

  /// - Parameter script: the shell script that starts the program.
  init(
    path program: String, arguments: [String], in folder: Folder, columns: Int = 60,
    rows: Int = 24, variables: [String: String] = [:], script: String = jobs
  ) throws {
    let (terminal, programs, path) = try StreamEnd.terminal()
    defer { programs.close() }
    self.terminal = terminal
    emulator = TerminalEmulator(columns: columns, rows: rows)
    Self.setSize(of: terminal.number, columns: columns, rows: rows)
    child = try Child(
      "/bin/sh", ["-c", script, "sh", program] + arguments, in: folder.path,
      ownsTerminal: true,
      variables: [
        "TERM": "xterm-256color", "NO_COLOR": "1", "REDUCE_MOTION": "1",
        // The backtracer would prompt at the terminal after a crash.
        "SWIFT_BACKTRACE": "enable=no",
      ]
      .merging(variables) { $1 },
      input: .file(path, O_RDWR), output: .sameAsInput, errors: .sameAsInput)
  }

  convenience init(
    _ program: Program, _ arguments: String..., in folder: Folder, columns: Int = 60,
    rows: Int = 24, variables: [String: String] = [:], script: String = jobs
  ) throws {
    try self.init(
      path: program.path, arguments: arguments, in: folder, columns: columns, rows: rows,
      variables: variables, script: script)
  }

  /// A program that shows its prompt.
  static func prompt(
    _ program: Program, _ arguments: String..., in folder: Folder, columns: Int = 60,
    rows: Int = 24, variables: [String: String] = [:]
  ) throws -> Window {
    let window = try Window(
      path: program.path, arguments: arguments, in: folder, columns: columns, rows: rows,
      variables: variables)
    try window.wait(forLast: ">")
    return window
  }

  func type(_ keys: String) throws { try type(Array(keys.utf8)) }

  func type(_ bytes: [UInt8]) throws { try terminal.write(bytes) }

  /// Waits until the text of the whole window is this one.
  func wait(for screen: String) throws { try wait(for: screen) { $0.text == screen } }

  /// Waits until the last line of the window is this one.
  func wait(forLast line: String) throws {
    try wait(for: line) { $0.text.split(separator: "\n").last.map(String.init) == line }
  }

  /// Waits until the text of the window contains this one.
  func wait(until text: String) throws { try wait(for: text) { $0.text.contains(text) } }

  /// Types keys and waits until the text of the window ends with this one.
  func type(_ keys: String, shows end: String) throws {
    try type(keys)
    try wait(for: end) { $0.text.hasSuffix(end) }
  }

  /// Types keys and waits until the text of the window contains this one.
  func type(_ keys: String, until text: String) throws {
    try type(keys)
    try wait(until: text)
  }

  /// Types keys and waits until the last line of the window is this one.
  func type(_ keys: String, untilLast line: String) throws {
    try type(keys)
    try wait(forLast: line)
  }

  /// Waits until a condition holds.
  func wait(for expected: String, _ isSo: (TerminalEmulator) -> Bool) throws {
    while !isSo(emulator) {
      var arrival = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
      guard poll(&arrival, 1, Self.patience) > 0, let bytes = terminal.read() else {
        throw MissingText(expected: expected, printed: emulator.transcript)
      }
      emulator.feed(bytes)
      let answers = emulator.takeAnswers()
      if !answers.isEmpty { try terminal.write(answers) }
    }
  }

  /// Sends a signal to the foreground process group of the terminal, which is the program.
  func send(signal: Int32) throws {
    let group = tcgetpgrp(terminal.number)
    guard group > 0, kill(-group, signal) == 0 else { throw SystemError(code: errno) }
  }

  func isTerminalAsBefore() throws -> Bool { try terminal.isTerminalAsBefore() }

  /// Restores the usual settings of a terminal, as a shell does.
  func reset() throws {
    var settings = try terminal.settings
    settings.c_lflag |= tcflag_t(ECHO | ISIG | ICANON)
    settings.c_iflag |= tcflag_t(ICRNL)
    guard tcsetattr(terminal.number, TCSANOW, &settings) == 0 else {
      throw SystemError(code: errno)
    }
  }

  /// Closes the window and waits for the end of all its processes.
  func vanish() {
    terminal.close()
    _ = child.wait()
  }

  private static func setSize(of number: Int32, columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(number, UInt(TIOCSWINSZ), &size)
  }
}

/// A running program that a test controls over pipes.
final class Dialogue {
  private let child: Child
  private let input: StreamEnd
  private let output: StreamEnd
  private var unread: [UInt8] = []

  convenience init(
    _ program: Program, _ arguments: String..., in folder: Folder,
    variables: [String: String] = [:],
    input pipe: (readEnd: StreamEnd, writeEnd: StreamEnd)? = nil
  ) throws {
    try self.init(program, arguments, in: folder, variables: variables, input: pipe)
  }

  init(
    _ program: Program, _ arguments: [String], in folder: Folder,
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

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(lines: [String]) throws { try send(lines.map { $0 + "\n" }.joined()) }

  func send(_ bytes: [UInt8]) throws { try input.write(bytes) }

  /// Waits for this text and returns all output up to it. Throws if the program ends first.
  func read(to end: String) throws -> String {
    while true {
      let text = String(decoding: unread, as: UTF8.self)
      if let range = text.firstRange(of: end) {
        unread = Array(text[range.upperBound...].utf8)
        return String(text[..<range.upperBound])
      }
      guard let more = output.read() else {
        throw MissingText(expected: end, printed: text)
      }
      unread += more
    }
  }

  func send(signal: Int32) { child.send(signal) }

  func sendFromOther(signal: Int32) throws { try child.sendFromOther(signal) }

  /// Waits for the end of the program and returns its status.
  func wait() -> Int32 { child.wait() }

  /// The memory of the running program, in bytes.
  var memory: Int? { child.memory }

  /// Kills the program and waits for its end.
  func kill() {
    child.send(SIGKILL)
    #expect(child.wait() == 128 + SIGKILL)
  }
}

struct MissingText: Error, CustomStringConvertible {
  let expected: String
  let printed: String

  var description: String { "the output has no \"\(expected)\":\n\(printed)" }
}

/// The output of the Counter for these counts.
func counter(_ counts: Int...) -> String { counter(counts) }

func counter(_ counts: [Int]) -> String {
  counts.map { count in
    """
    Counter

      Count: \(count)

      increment
      decrement\(count == 0 ? "  disabled: the count is zero" : "")
      reset

    """
  }
  .joined(separator: "\n")
}

/// The lines of a whole sign-up. The secrets in it would not occur by chance.
let signUp = [
  "next", "accept", "next", "email ada@example.com", "password correct horse", "next",
  "first-name Ada", "last-name Lovelace", "telephone +44 20 7946 0000", "next", "pin 94170358",
  "next", "confirm 94170358", "next",
]

let signUpSecrets = ["correct horse", "94170358"]

let welcomeScreen = """
  Welcome                                                                      1/7

    This takes seven short screens. You can go back at any time.

    next

  """

let mainScreen = """
  Main                                                                         7/7

    Hello, Ada Lovelace!

    lock      [ ] ask for the PIN at the next start

    details
    sign-out

  """
