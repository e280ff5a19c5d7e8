/// What the program tells its caller.
enum ExitStatus: Int32 {
  case done = 0
  /// A check or an input failed.
  case failed = 1
  /// The command line, or a file that it names, is not usable.
  case wrongUsage = 2
  /// Ctrl-C, twice in a row.
  case interrupted = 130
}
