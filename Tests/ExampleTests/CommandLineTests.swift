import Testing

/// The words of the command line: what they print, and the status.
@Suite struct CommandLineTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: [["--help"], ["-h"], ["run", "--help"], ["replay", "--help"]])
  func `--help begins with examples`(arguments: [String]) throws {
    try folder.run(.counter, arguments, input: []).expect(
      """
      counter: Counts up and down; the smallest whole app.

      Examples:
        counter                       walk through it in this terminal
        counter replay happy.trail    play a trail and check what it says
        counter record new.trail      walk through it and write a trail
        counter explore               go every way through it and prove its properties
        counter graph                 draw its screens and the ways between them
        counter < lines.txt           run the lines of a file as a script

      Usage:
        counter [run] [OPTION…]
        counter replay FILE… [OPTION…]    of a folder all *.trail in it
        counter record FILE [OPTION…]
        counter explore [OPTION…]
        counter graph [OPTION…]
        counter journal FILE [OPTION…]    replay what --journal has written

      Options:
        --help           print this and exit
        -h               the same
        --version        print the version and exit
        --keep-going     run, record: go on after a refused line, and end with status 1
        --step           replay: wait at each line: Enter goes on, b goes back, q leaves
        --update         replay: rewrite the screens that do not match
        --json           run, replay, record, explore: print one JSON object a line
        --seed N         replay: play every trail under this seed
        --real-time      replay: let time pass on the wall, and wait for the outside
        --secrets FILE   replay, journal: the values of recorded secrets, in lines NAME VALUE
        --screens        record: write each screen too
        --start NAME     record, explore, graph: the world to start in; the app's first
        --journal FILE   run, replay, record: write every action to a new file
        --plain          run, record: print words instead of columns, for a screen reader
        --color WHEN     run, record: auto, always or never
        --no-animation   run, record: go from screen to screen at once
        --virtual-time   run, record: time passes by :advance alone, and at once in a script
        --depth N        explore, graph: go at most so many steps
        --states N       explore, graph: find at most so many states; 200000
        --seconds S      explore, graph: search for at most so long
        --restarts       explore, graph: let the program end and start again anywhere
        --hostile        explore: send what screens refuse: it must change nothing
        --trails FOLDER  explore: write a trail for each property that is refuted
        --format FORMAT  graph: mermaid, dot, json or aut; mermaid
        --by NODES       graph: screen or state; screen
        --to N           journal: stop after so many entries

      Exit status: 0 done; 1 a check, an input or a property failed; 2 wrong usage, or a trail,
      journal or secrets file that cannot be read, does not parse or is for another app;
      3 a search met a bound, and refuted nothing; 130 interrupted.

      """)
  }

  @Test func `--help tells an app's own options too`() throws {
    let run = try folder.run(.onboarding, "--help")
    #expect(
      run.output.contains(
        """
          onboarding                       walk through it in this terminal
          onboarding replay happy.trail    play a trail and check what it says
          onboarding record new.trail      walk through it and write a trail
          onboarding explore               go every way through it and prove its properties
          onboarding graph                 draw its screens and the ways between them
          onboarding < lines.txt           run the lines of a file as a script

        """))
    let general = try folder.run(.counter, "--help").output
      .components(separatedBy: "\n\n").first { $0.hasPrefix("Options:") }
    #expect(
      run.output.contains(
        (try #require(general))
          + """

            --state FILE     where the session is kept
            --ephemeral      keep the session in memory
            --strict         insist on a right e-mail, telephone and PIN
            --latency TIME   let storage take its time, as in 1.5s
            --unreliable     in trails and searches, let storage fail, be slow or never answer

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
      (["run", "x"], #""run" takes no operand, and got "x""#),
      (["explore", "x"], #""explore" takes no operand, and got "x""#),
      (["graph", "x"], #""graph" takes no operand, and got "x""#),
      (["--depth", "3"], #""run" does not take --depth; it is for "explore" and "graph""#),
      (
        ["graph", "--json"],
        #""graph" does not take --json; it is for "run", "replay", "record" and "explore""#
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
      (["graph", "--format", "svg"], #"--format: "svg" is none of mermaid, dot, json and aut"#),
      (["graph", "--by", "colour"], #"--by: "colour" is none of screen and state"#),
      (
        ["explore", "--trails", "/dev/null"],
        "--trails: /dev/null: no trails can be written there: Not a directory"
      ),
      (
        ["explore", "--trails", "no/where"],
        "--trails: no/where: no trails can be written there: No such file or directory"
      ),
      (
        ["--frob"],
        "unknown option --frob; there are: --help, -h, --version, --keep-going, --step, --update, "
          + "--json, --seed, --real-time, --secrets, --screens, --start, --journal, --plain, "
          + "--color, --no-animation, --virtual-time, --depth, --states, --seconds, --restarts, "
          + "--hostile, --trails, --format, --by, --to"
      ),
      (["--color", "red"], #"--color: "red" is none of auto, always and never"#),
      (["--json", "--plain"], "--json and --plain exclude each other; give one of them"),
      (["--version=2"], "the option --version takes no value"),
      (["--version", "--version"], "the option --version is given twice; give it once"),
      (["--step"], #""run" does not take --step; it is for "replay""#),
      (["replay"], #""replay" needs the files to play: counter replay FILE…"#),
      (
        ["replay", "x.trail", "--keep-going"],
        #""replay" does not take --keep-going; it is for "run" and "record""#
      ),
    ] as [([String], String)])
  func `wrong usage is told`(arguments: [String], message: String) throws {
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
      "a simulated world keeps its session in memory; --state has no place in it"
    ),
    (
      ["explore", "--state", "a.json"],
      "a simulated world keeps its session in memory; --state has no place in it"
    ),
  ])
  func `wrong usage of an app's own options is told`(arguments: [String], message: String) throws {
    try folder.run(.onboarding, arguments, input: [])
      .expect("", errors: "onboarding: \(message)\nTry: onboarding --help\n", status: 2)
    #expect(folder.names == [])
  }

  private static func noSeconds(_ text: String) -> String {
    "--seconds: \"\(text)\" is no number of seconds above 0 with at most 9 digits before the point"
      + " and 9 after it; write 10 or 0.5"
  }
}
