import Foundation
import TerminalEmulator

@testable import CairnTerminal

/// A program in the window of a terminal: keys go in, and what a person would see comes out.
final class Window {
  /// Long enough for any machine: who waits for it has failed.
  private static let patience: Int32 = 20_000

  private let child: Child
  private let terminal: StreamEnd
  private(set) var emulator: TerminalEmulator

  /// A shell that knows jobs: it says `status N` when the program has ended or stopped, brings it
  /// back after a line, and stays.
  static let jobs = #"""
    set -m; "$@"; echo "status $?"; read line; fg >/dev/null 2>&1; echo "status $?"; read line
    """#

  /// - Parameter script: what starts the program.
  init(
    _ program: Program, arguments: [String], in folder: Folder, columns: Int = 60, rows: Int = 24,
    variables: [String: String] = [:], script: String = jobs
  ) throws {
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    guard openpty(&ends.0, &ends.1, &name, nil, nil) == 0 else { throw SystemError(code: errno) }
    terminal = try StreamEnd(ends.0)
    _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
    emulator = TerminalEmulator(columns: columns, rows: rows)
    Self.setSize(of: ends.0, columns: columns, rows: rows)
    defer { close(ends.1) }
    child = try Child(
      "/bin/sh", ["-c", script, "sh", program.path] + arguments, in: folder.path,
      ownsTerminal: true,
      variables: [
        "TERM": "xterm-256color", "NO_COLOR": "1", "REDUCE_MOTION": "1",
        // It would ask, at the terminal, what to do about a crash.
        "SWIFT_BACKTRACE": "enable=no",
      ]
      .merging(variables) { $1 },
      input: .file(String(cString: &name), O_RDWR), output: .sameAsInput, errors: .sameAsInput)
  }

  convenience init(
    _ program: Program, _ arguments: String..., in folder: Folder, columns: Int = 60,
    rows: Int = 24, variables: [String: String] = [:], script: String = jobs
  ) throws {
    try self.init(
      program, arguments: arguments, in: folder, columns: columns, rows: rows,
      variables: variables, script: script)
  }

  func type(_ keys: String) throws { try type(Array(keys.utf8)) }

  func type(_ bytes: [UInt8]) throws { try terminal.write(bytes) }

  /// Waits until the window shows this text, whole, and the cursor at the end of the prompt line.
  func wait(for screen: String) throws { try wait(for: screen) { $0.text == screen } }

  /// Waits until the last line of the window is this one.
  func wait(forLast line: String) throws {
    try wait(for: line) { $0.text.split(separator: "\n").last.map(String.init) == line }
  }

  /// Waits until this is so.
  func wait(for expected: String, _ isSo: (TerminalEmulator) -> Bool) throws {
    while !isSo(emulator) {
      var arrival = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
      guard poll(&arrival, 1, Self.patience) > 0, let bytes = terminal.read() else {
        throw MissingText(expected: expected, printed: emulator.transcript)
      }
      emulator.feed(bytes)
    }
  }

  /// Sends a signal to the program alone, through the terminal's foreground.
  func send(signal: Int32) throws {
    let group = tcgetpgrp(terminal.number)
    guard group > 0, kill(-group, signal) == 0 else { throw SystemError(code: errno) }
  }

  func resize(columns: Int, rows: Int) {
    emulator.resize(columns: columns, rows: rows)
    Self.setSize(of: terminal.number, columns: columns, rows: rows)
  }

  /// Whether the terminal shows what is typed, takes lines, and Ctrl-C ends programs.
  func isTerminalAsBefore() throws -> Bool {
    var settings = termios()
    guard tcgetattr(terminal.number, &settings) == 0 else { throw SystemError(code: errno) }
    let usual = tcflag_t(ECHO | ISIG | ICANON)
    return settings.c_lflag & usual == usual && settings.c_iflag & tcflag_t(ICRNL) != 0
  }

  /// The window is closed; returns when nothing that was started in it goes on.
  func vanish() {
    terminal.close()
    _ = child.wait()
  }

  /// The kernel tells the program that the size has changed.
  private static func setSize(of number: Int32, columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(number, UInt(TIOCSWINSZ), &size)
  }
}
