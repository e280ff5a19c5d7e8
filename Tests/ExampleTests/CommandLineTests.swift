import Testing

/// The command line: commands, options and their errors.
@Suite struct CommandLineTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: [["--help"], ["-h"]])
  func `--help lists the commands and the common options`(arguments: [String]) throws {
    try folder.run(.counter, arguments, input: []).expect(
      """
      counter: Counts up and down; the smallest whole app.

      Commands:
        counter [run]         run the app in this terminal
        counter replay FILE…  play trails and run their checks
        counter record FILE   run the app and write a trail
        counter explore       try every input and prove the app's properties
        counter graph         draw the screens and the transitions between them
        counter journal FILE  replay a file that --journal wrote

      Options:
        --help     print this help and exit
        --version  print the version and exit

      counter COMMAND --help lists the options of a command.
      Exit status: 0 success, 1 failure, 2 wrong usage, 3 bound met, 130 interrupted.

      """)
  }

  @Test(arguments: [.counter, .onboarding, .workout, .accounts, .dance, .timeline] as [Program])
  func `--help fits into a window of 24 lines`(program: Program) throws {
    let help = try folder.run(program, "--help").output
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
  }

  @Test func `--help of a command lists all of its options, and no others`() throws {
    try folder.run(.counter, "graph", "--help").expect(
      """
      counter graph [OPTION…]: draw the screens and the transitions between them

      Examples:
        counter graph                   a Mermaid diagram
        counter graph --format dot | dot -Tsvg > graph.svg

      Options:
        --help           print this help and exit
        -h               the same as --help
        --version        print the version and exit
        --start NAME     the world to start in: new (default)
        --depth N        stop N steps from the start
        --states N       stop after N states (default: 200000)
        --seconds S      stop after S seconds
        --without PARTS  leave out restarts, disabled, delays (with commas)
        --restarts       restart the program too; the default of explore
        --format FORMAT  mermaid, dot, json or aut (default: mermaid)
        --by NODES       screen or state (default: screen)

      Exit status: 0 success; 2 wrong usage; 3 a bound was met.

      """)
  }

  @Test func `--help lists an app's own options too`() throws {
    let run = try folder.run(.onboarding, "--help")
    #expect(
      run.output.contains(
        """
        Options:
          --state FILE    the file of the session
          --ephemeral     keep the session in memory
          --latency TIME  the time that each storage operation takes, such as 1.5s
          --unreliable    in trails and searches: storage can fail, be slow or never answer
          --strict        require a valid e-mail address, telephone number and PIN
          --help          print this help and exit

        """.dropLast()))
    #expect(run.status == 0)
  }

  @Test func `--version prints name and version`() throws {
    try folder.run(.counter, "--version").expect("counter 0.1.0\n")
    try folder.run(.onboarding, "--version").expect("onboarding 0.1.0\n")
  }

  @Test(
    arguments: [
      (
        ["frob"],
        #"unknown command "frob"; there are: run, replay, record, explore, graph, journal"#
      ),
      (
        ["\u{1B}c"],
        #"unknown command "\u{1B}c"; there are: run, replay, record, explore, graph, journal"#
      ),
      (["run", "x"], #""run" takes no operand; remove "x""#),
      (["explore", "x"], #""explore" takes no operand; remove "x""#),
      (["graph", "x"], #""graph" takes no operand; remove "x""#),
      (["--depth", "3"], #""run" does not take --depth; it belongs to "explore" and "graph""#),
      (
        ["graph", "--json"],
        #""graph" does not take --json; it belongs to "run", "replay", "record" and "explore""#
      ),
      (
        ["explore", "--depth", "-1"],
        #"--depth: "-1" is not a whole number from 0 to 4294967295"#
      ),
      (["graph", "--states", "0"], #"--states: "0" is not a whole number from 1 to 4294967295"#),
      (["explore", "--seconds", "1s"], noSeconds("1s")),
      (["graph", "--seconds", "0"], noSeconds("0")),
      (["explore", "--seconds", "9999999999"], noSeconds("9999999999")),
      (["explore", "--trails="], "--trails needs the name of a folder"),
      (["explore", "--start", "no"], #"counter has no start "no"; it has: new"#),
      (["graph", "--start", "no"], #"counter has no start "no"; it has: new"#),
      (["graph", "--format", "svg"], #"--format: "svg" is not one of mermaid, dot, json and aut"#),
      (["graph", "--by", "colour"], #"--by: "colour" is not one of screen and state"#),
      (
        ["explore", "--trails", "/dev/null"],
        "--trails: /dev/null: trails cannot be written there: Not a directory"
      ),
      (
        ["explore", "--trails", "no/where"],
        "--trails: no/where: trails cannot be written there: No such file or directory"
      ),
      (["--frob"], "unknown option --frob; it is like none of the 29 options"),
      (["--hostil"], "unknown option --hostil; did you mean --hostile?"),
      (
        ["explor"],
        #"unknown command "explor"; did you mean "explore"? "#
          + "there are: run, replay, record, explore, graph, journal"
      ),
      (["--color", "red"], #"--color: "red" is not one of auto, always and never"#),
      (["--json", "--plain"], "--json and --plain exclude each other; give one of them"),
      (["--version=2"], "the option --version takes no value"),
      (["--version", "--version"], "the option --version is given twice; give it once"),
      (["--step"], #""run" does not take --step; it belongs to "replay""#),
      (["replay"], #""replay" needs the files to play: counter replay FILE…"#),
      (
        ["replay", "x.trail", "--keep-going"],
        #""replay" does not take --keep-going; it belongs to "run" and "record""#
      ),
    ] as [([String], String)])
  func `wrong usage is reported`(arguments: [String], message: String) throws {
    try folder.run(.counter, arguments, input: [])
      .expect("", errors: "counter: \(message)\nTry: counter --help\n", status: 2)
  }

  @Test(arguments: [
    (["--state"], "the option --state needs a value: --state FILE"),
    (["--state="], "--state needs the name of a file"),
    (
      ["--state", "a.json", "--ephemeral"],
      "--state and --ephemeral exclude each other; give one of them"
    ),
    (["--latency", "5"], #"--latency: "5" has no unit: write 5s, 5ms or 5m"#),
    (
      ["replay", "--state", "a.json", "x.trail"],
      "a simulated world keeps the session in memory; leave out --state"
    ),
    (
      ["explore", "--state", "a.json"],
      "a simulated world keeps the session in memory; leave out --state"
    ),
  ])
  func `wrong usage of an app's own options is reported`(arguments: [String], message: String)
    throws
  {
    try folder.run(.onboarding, arguments, input: [])
      .expect("", errors: "onboarding: \(message)\nTry: onboarding --help\n", status: 2)
    #expect(folder.names == [])
  }

  private static func noSeconds(_ text: String) -> String {
    "--seconds: \"\(text)\" is not a number of seconds above 0 with at most 9 digits before and after"
      + " the point; write 10 or 0.5"
  }
}
