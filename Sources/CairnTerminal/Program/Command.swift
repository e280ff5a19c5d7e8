import CairnTrail

/// What a command line asks for.
enum Command {
  case run(OptionValues)
  case replay([String], OptionValues)
  case help
  case version

  static let options =
    [
      AppOption("--help", help: "print this and exit"),
      AppOption("-h", help: "the same"),
      AppOption("--version", help: "print the version and exit"),
      AppOption(
        "--keep-going",
        help: "from a pipe: go on after a refused line; the status is 1 all the same"),
    ] + RunOptions.all

  init<A: App>(_ words: [String], for app: A.Type) throws(UsageError) {
    let (options, operands) = try OptionValues.parse(words, among: Self.options + A.options)
    if options.has("--help") || options.has("-h") {
      self = .help
    } else if options.has("--version") {
      self = .version
    } else {
      self = try Self.command(operands, options, A.self)
    }
  }

  private static func command<A: App>(
    _ operands: [String], _ options: OptionValues, _ app: A.Type
  ) throws(UsageError) -> Command {
    switch operands.first {
    case nil, "run":
      if let extra = operands.dropFirst().first {
        throw UsageError("\"run\" takes no operand, and got \"\(extra)\"")
      }
      return .run(options)
    case "replay":
      guard operands.count > 1 else {
        throw UsageError("\"replay\" needs the files to play: \(A.name) replay FILE…")
      }
      guard !options.has("--keep-going") else {
        throw UsageError("--keep-going is for scripts from a pipe; \"replay\" does not take it")
      }
      return .replay(Array(operands.dropFirst()), options)
    case let word?:
      throw UsageError("unknown command \"\(word)\"; there are: run, replay")
    }
  }
}
