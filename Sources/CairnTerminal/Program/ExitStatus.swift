/// What the program tells its caller.
enum ExitStatus: Int32 {
  case done = 0
  /// A check or an input failed, or a property does not hold.
  case failed = 1
  /// The command line, or a file that it names, is not usable.
  case wrongUsage = 2
  /// A search met a bound, and refuted nothing.
  case boundMet = 3
  /// Ctrl-C: at a prompt twice in a row.
  case interrupted = 130
}
