import CTerminal
import Foundation

/// The terminal at standard input, in raw mode, where keys are read one by one without echo, or in the
/// mode of a prompt for a secret.
enum RawTerminal {
  /// Whether standard input and output are a terminal that supports more than plain lines.
  static func isAvailable(_ environment: [String: String]) -> Bool {
    let kind = environment["TERM"] ?? "dumb"
    return Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
      && kind != "dumb" && !kind.isEmpty
  }

  /// Enters raw mode. It ends with ``leave()``, or with the program: a crash and every other signal
  /// restore the terminal too, `kill -9` does not.
  ///
  /// - Parameter isSilent: whether it is the mode of a prompt for a secret: a line without echo, which Ctrl-C ends.
  static func enter(isSilent: Bool = false) throws(SystemError) {
    let code = cterminal_enter(Descriptor.standardInput.number, isSilent)
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Makes ``poll()`` tell that the program was stopped, outside raw mode too. A program that is continued in the
  /// background stops again if it draws.
  static func watchStops(drawing: Bool = true) { cterminal_watch_stops(drawing) }

  /// Sets the mode again, in case another program has switched echo on.
  static func renew() { cterminal_renew() }

  static func leave() { cterminal_leave() }

  /// Readable when ``poll()`` has an event.
  static var eventDescriptor: Int32 { cterminal_event_descriptor() }

  /// The signals that arrived since the last poll.
  static func poll() -> cterminal_events { cterminal_poll() }
}

/// The size of the terminal window at standard output, else at standard error, else 80 by 24.
struct WindowSize: Equatable {
  var columns = 80
  var rows = 24

  static var current: WindowSize {
    var (columns, rows) = (Int32(0), Int32(0))
    // While results go to a file, progress is still shown at standard error.
    guard
      unsafe cterminal_size(Descriptor.standardOutput.number, &columns, &rows)
        || cterminal_size(Descriptor.standardError.number, &columns, &rows)
    else { return WindowSize() }
    return WindowSize(columns: Int(columns), rows: max(Int(rows), 1))
  }
}
