import CTerminal
import Foundation

/// The terminal at standard input while keys are read from it one by one.
enum RawTerminal {
  /// What signals have said.
  struct SignalEvents {
    let isInterrupted: Bool
    let isResized: Bool
    let isResumed: Bool
  }

  /// Whether there is a terminal on both sides, and one that can do more than print lines.
  static func isAvailable(_ environment: [String: String]) -> Bool {
    let kind = environment["TERM"] ?? "dumb"
    return Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
      && kind != "dumb" && !kind.isEmpty
  }

  /// Takes it over until ``leave()``, or the end of the program, whatever ends it.
  static func enter() throws(SystemError) {
    let code = cterminal_enter(STDIN_FILENO)
    guard code == 0 else { throw SystemError(code: code) }
  }

  static func leave() { cterminal_leave() }

  /// Can be read when there are news.
  static var newsDescriptor: Int32 { cterminal_news_descriptor() }

  static func poll() -> SignalEvents {
    let news = cterminal_take_news()
    return SignalEvents(
      isInterrupted: news.interrupts > 0, isResized: news.resized, isResumed: news.resumed)
  }
}

/// The size of the window that results are shown in, or else what is said beside them.
struct WindowSize: Equatable {
  var columns = 80
  var rows = 24

  static var current: WindowSize {
    var size = WindowSize()
    var (columns, rows) = (Int32(0), Int32(0))
    // Results may go to a file while something is said in the terminal.
    if cterminal_size(STDOUT_FILENO, &columns, &rows)
      || cterminal_size(STDERR_FILENO, &columns, &rows)
    {
      size = WindowSize(columns: Int(columns), rows: Int(rows))
    }
    return size
  }
}
