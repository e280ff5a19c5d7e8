import CTerminal

/// Lets Ctrl-C end something long instead of the program.
enum InterruptWatch {
  /// Runs `body`, which asks now and then whether it was interrupted and then comes to an end. A
  /// second Ctrl-C ends the program, should it not.
  static func run<Result, Failure: Error>(
    _ body: (_ wasInterrupted: @escaping () -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cterminal_watch_interrupts()
    defer { cterminal_stop_watching() }
    return try body { cterminal_was_interrupted() }
  }
}
