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
        counter < lines.txt           run the lines of a file as a script

      Usage:
        counter [run] [OPTION…]
        counter replay FILE… [OPTION…]

      Options:
        --help          print this and exit
        -h              the same
        --version       print the version and exit
        --keep-going    from a pipe: go on after a refused line; the status is 1 all the same
        --json          print one JSON object for each answer
        --plain         print words instead of columns, for a screen reader
        --color WHEN    auto, always or never
        --no-animation  go from screen to screen at once
        --virtual-time  time passes by :advance alone, and at once in a script

      Exit status: 0 done; 1 a check or an input failed; 2 wrong usage, or a trail that cannot be
      read, does not parse or is for another app; 130 interrupted.

      """)
  }

  @Test func `--help tells an app's own options too`() throws {
    let run = try folder.run(.onboarding, "--help")
    #expect(
      run.output.contains(
        """
          onboarding                       walk through it in this terminal
          onboarding replay happy.trail    play a trail and check what it says
          onboarding < lines.txt           run the lines of a file as a script

        """))
    #expect(
      run.output.contains(
        """
        Options:
          --help          print this and exit
          -h              the same
          --version       print the version and exit
          --keep-going    from a pipe: go on after a refused line; the status is 1 all the same
          --json          print one JSON object for each answer
          --plain         print words instead of columns, for a screen reader
          --color WHEN    auto, always or never
          --no-animation  go from screen to screen at once
          --virtual-time  time passes by :advance alone, and at once in a script
          --state FILE    where the session is kept
          --ephemeral     keep the session in memory
          --strict        insist on a right e-mail, telephone and PIN
          --latency TIME  let storage take its time, as in 1.5s

        """))
    #expect(run.status == 0)
  }

  @Test func `--version prints name and version`() throws {
    try folder.run(.counter, "--version").expect("counter 0.1.0\n")
    try folder.run(.onboarding, "--version").expect("onboarding 0.1.0\n")
  }

  @Test(arguments: [
    (["frob"], #"unknown command "frob"; there are: run, replay"#),
    (["\u{1B}c"], #"unknown command "\u{1B}c"; there are: run, replay"#),
    (["run", "x"], #""run" takes no operand, and got "x""#),
    (
      ["--frob"],
      "unknown option --frob; there are: --help, -h, --version, --keep-going, --json, --plain,"
        + " --color, --no-animation, --virtual-time"
    ),
    (["--color", "red"], #"--color: "red" is none of auto, always and never"#),
    (["--json", "--plain"], "--json and --plain exclude each other; give one of them"),
    (["--version=2"], "the option --version takes no value"),
    (["--version", "--version"], "the option --version is given twice; give it once"),
    (["replay"], #""replay" needs the files to play: counter replay FILE…"#),
    (
      ["replay", "x.trail", "--keep-going"],
      #"--keep-going is for scripts from a pipe; "replay" does not take it"#
    ),
  ])
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
      "a trail keeps its session in memory; --state has no place in it"
    ),
  ])
  func `wrong usage of an app's own options is told`(arguments: [String], message: String) throws {
    try folder.run(.onboarding, arguments, input: [])
      .expect("", errors: "onboarding: \(message)\nTry: onboarding --help\n", status: 2)
    #expect(folder.names == [])
  }
}
