import Testing

/// The command line: commands, options and their errors.
@Suite struct CommandLineTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: [["--help"], ["-h"], ["run", "--help"], ["replay", "--help"]])
  func `--help begins with examples`(arguments: [String]) throws {
    try folder.run(.counter, arguments, input: []).expect(
      """
      counter: Counts up and down; the smallest whole app.

      Examples:
        counter                       run the app in this terminal
        counter replay happy.trail    play a trail and run its checks
        counter record new.trail      run the app and write a trail
        counter explore               try every input and prove the app's properties
        counter graph                 draw the screens and the transitions between them
        counter < lines.txt           run the lines of a file as a script

      Usage:
        counter [run] [OPTION…]
        counter replay FILE… [OPTION…]    a folder stands for its *.trail files
        counter record FILE [OPTION…]
        counter explore [OPTION…]
        counter graph [OPTION…]
        counter journal FILE [OPTION…]    replay a file that --journal wrote

      Options:
        --help           print this help and exit
        -h               same as --help
        --version        print the version and exit
        --keep-going     run, record: continue after a refused line; the exit status is then 1
        --step           replay: wait at each line (Enter continues, b goes back, q quits)
        --update         replay: rewrite the screens that do not match
        --json           run, replay, record, explore: print one JSON object per line
        --seed N         replay: play every trail with this seed
        --real-time      replay: use the wall clock, and wait for external work
        --secrets FILE   replay, journal: read the values of recorded secrets, in lines NAME VALUE
        --screens        record: also write each screen
        --start NAME     record, explore, graph: the world to start in (default: the app's first)
        --journal FILE   run, replay, record: write every action to a new file
        --plain          run, record: print words instead of columns, for a screen reader
        --color WHEN     run, record: auto, always or never (default: auto)
        --no-animation   run, record: change screens without animation
        --virtual-time   run, record: time passes only by :advance; in a script, at once
        --depth N        explore, graph: stop N steps from the start
        --states N       explore, graph: stop after N states (default: 200000)
        --seconds S      explore, graph: stop after S seconds
        --restarts       explore, graph: also end and restart the program in every state
        --hostile        explore: also send the actions of disabled inputs; they must change nothing
        --trails FOLDER  explore: write a trail for each refuted property
        --format FORMAT  graph: mermaid, dot, json or aut (default: mermaid)
        --by NODES       graph: screen or state (default: screen)
        --to N           journal: stop after N entries

      Exit status: 0 success; 1 a check or an input failed, or a property was refuted; 2 wrong usage,
      or a trail, journal or secrets file that cannot be read, has syntax errors or belongs to
      another app; 3 a search met a bound and refuted nothing; 130 interrupted.

      """)
  }

  @Test func `--help lists an app's own options too`() throws {
    let run = try folder.run(.onboarding, "--help")
    #expect(
      run.output.contains(
        """
          onboarding                       run the app in this terminal
          onboarding replay happy.trail    play a trail and run its checks
          onboarding record new.trail      run the app and write a trail
          onboarding explore               try every input and prove the app's properties
          onboarding graph                 draw the screens and the transitions between them
          onboarding < lines.txt           run the lines of a file as a script

        """))
    let general = try folder.run(.counter, "--help").output
      .components(separatedBy: "\n\n").first { $0.hasPrefix("Options:") }
    #expect(
      run.output.contains(
        (try #require(general))
          + """

            --state FILE     the file of the session
            --ephemeral      keep the session in memory
            --strict         require a valid e-mail address, telephone number and PIN
            --latency TIME   the time that each storage operation takes, such as 1.5s
            --unreliable     in trails and searches: storage can fail, be slow or never answer

          """))
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
      (
        ["--frob"],
        "unknown option --frob; there are: --help, -h, --version, --keep-going, --step, --update, "
          + "--json, --seed, --real-time, --secrets, --screens, --start, --journal, --plain, "
          + "--color, --no-animation, --virtual-time, --depth, --states, --seconds, --restarts, "
          + "--hostile, --trails, --format, --by, --to"
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
