import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct CommandLineTests {
  private let folder = Folder()

  @Test func `--help lists the commands and the common options`() throws {
    try folder.run(.counter, "-h").expect(
      """
      counter: Counts up and down; the smallest whole app.

      Commands:
        counter [run]         run the app in this terminal
        counter web           run the app in a browser
        counter replay FILE…  play trails and run their checks
        counter record FILE   run the app and write a trail
        counter explore       try every input and prove the app's properties
        counter graph         draw the screens and the transitions between them
        counter cover FOLDER  write few trails that cover the app
        counter journal FILE  replay a file that --journal wrote

      Options:
        --help     print this help and exit
        --version  print the version and exit
      counter COMMAND --help lists the options and the exit statuses of a command.

      """)
  }

  @Test(arguments: [.counter, .onboarding, .workout, .accounts, .dance, .timeline] as [Program])
  func `--help fits into a window of 24 lines`(program: Program) throws {
    let help = try folder.run(program, "--help").output
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    // It lists the app's own options, too.
    #expect(help.contains("  --state FILE  ") || program == .counter, "\(help)")
  }

  @Test func `--help of a command lists all of its options, and no others`() throws {
    let run = try folder.run(.counter, "graph", "--help")
    #expect(
      run.output.hasPrefix(
        "counter graph [OPTION…]: draw the screens and the transitions between them\n\nExamples:\n")
    )
    let options = run.output.matches(of: #/(?m)^  (-[a-z-]+) /#).map(\.output.1)
    #expect(
      options == [
        "--help", "-h", "--version", "--start", "--depth", "--states", "--seconds", "--without",
        "--restarts", "--format", "--by",
      ])
    #expect(run.status == 0)
    let help = try folder.run(.counter, "run", "--help").output
    #expect(help.contains("a script ended on an error or its :explore refuted a property,"))
    #expect(help.contains("Ctrl-R shows a half-typed line again"))
    for command in ["record", "web"] {
      let help = try folder.run(.counter, command, "--help").output
      #expect(help.contains("or the recording does not replay; 2 wrong usage."), "\(command)")
    }
  }

  @Test func `--help of a command lists no option of the app that it refuses`() throws {
    for (command, options) in [
      ("run", ["--state", "--ephemeral", "--latency", "--strict"]),
      ("record", ["--ephemeral", "--latency", "--unreliable", "--strict"]),
      ("explore", ["--ephemeral", "--latency", "--unreliable", "--strict"]),
      ("web", ["--state", "--ephemeral", "--latency", "--unreliable", "--strict"]),
      ("journal", []),
    ] {
      let help = try folder.run(.onboarding, command, "--help").output
      let all = ["--state", "--ephemeral", "--latency", "--unreliable", "--strict"]
      #expect(all.filter { help.contains("\n  \($0) ") } == options, "\(command)")
    }
    let web = try folder.run(.dance, "web", "--help").output
    #expect(!web.contains("web --open  ") && web.contains("web --record new.trail"))
  }

  @Test func `at a terminal the help and errors are wrapped at words`() throws {
    let help = try Window(.counter, "--help", in: folder, columns: 40, rows: 60)
    try help.wait(until: "status 0")
    let rows = "\n  counter [run]         run the app in\n                        this terminal\n"
    #expect(help.emulator.text.contains(rows), "\(help.emulator.text)")
    #expect(help.emulator.text.contains("\ncounter COMMAND --help lists the options\n"))
    let error = try Window(.counter, "frob", in: folder, columns: 40, rows: 60)
    try error.wait(until: "status 2")
    #expect(
      error.emulator.text.contains("counter: unknown command \"frob\"; there\nare: run, web, "),
      "\(error.emulator.text)")
  }

  @Test func `--version prints name and version`() throws {
    try folder.run(.counter, "--version").expect("counter 0.1.0\n")
  }

  private static let commands =
    "there are: run, web, replay, record, explore, graph, cover, journal"
  private static let simulated =
    "a simulated world keeps the session in memory; leave out --state"

  private static let address = "--images needs an address that begins with http:// or https://"

  /// A command line, and below it the message.
  private static let wrong = #"""
    counter frob
    unknown command "frob"; \#(commands)
    counter \#u{1B}c
    unknown command "\u{1B}c"; \#(commands)
    counter explor
    unknown command "explor"; did you mean "explore"? \#(commands)
    counter run x
    "run" takes no operand; remove "x"
    counter --depth 3
    "run" does not take --depth; it belongs to "explore", "graph" and "cover"
    counter --step
    "run" does not take --step; it belongs to "replay"
    counter explore --depth -1
    --depth: "-1" is not a whole number from 0 to 4294967295
    counter graph --states 0
    --states: "0" is not a whole number from 1 to 4294967295
    counter explore --walks 0
    --walks: "0" is not a whole number from 1 to 1000000000
    counter explore --walks 9 --seconds 1
    --walks and --seconds exclude each other: bound the search with --states or --depth
    counter explore --hostile --without restarts,disabled
    --hostile and --without disabled exclude each other; give one of them
    counter explore --walks 9 --shard 4/3
    --shard: "4/3" is not a part of several; write 1/4 for the first of four
    counter explore --seed 3
    --seed is for random walks: give --walks N too
    counter explore --seconds 1s
    \#(noSeconds("1s"))
    counter graph --seconds 0
    \#(noSeconds("0"))
    counter explore --seconds 9999999999
    \#(noSeconds("9999999999"))
    counter explore --trails=
    --trails needs the name of a folder
    counter --journal=
    --journal needs the name of a file
    counter explore --trails /dev/null
    --trails: /dev/null: trails cannot be written there: Not a directory
    counter explore --start no --trails found
    counter has no start "no"; it has: new
    counter graph --format svg
    --format: "svg" is not one of mermaid, dot, json and aut
    counter graph --by colour
    --by: "colour" is not one of screen and state
    counter --frob
    unknown option --frob; it is like none of the 45 options
    counter --hostil
    unknown option --hostil; did you mean --hostile?
    counter replay good.trail --tw 3
    unknown option --tw; it is like none of the 45 options
    counter replay --hostil good.trail
    unknown option --hostil; it is like none of the 45 options
    counter --color red
    --color: "red" is not one of auto, always and never
    counter --json --plain
    --json and --plain exclude each other; give one of them
    counter replay
    "replay" needs the files to play: counter replay FILE…
    faller explore --step-seconds 0
    \#(noSeconds("0", for: "--step-seconds"))
    counter replay good.trail --seed -1
    --seed: "-1" is not a whole number from 0 to 18446744073709551615
    counter replay good.trail --step --json
    --step and --json exclude each other; give one of them
    counter replay good.trail --step --update
    --step and --update exclude each other; give one of them
    counter replay good.trail --secrets no.txt
    --secrets: no.txt: cannot be read: No such file or directory
    onboarding --state
    the option --state needs a value: --state FILE
    onboarding --latency 5
    --latency: "5" has no unit: write 5s, 5ms or 5m
    onboarding replay --state a.json x.trail
    \#(simulated)
    counter journal
    "journal" needs one file to replay: counter journal FILE
    counter --journal good.trail
    good.trail exists already; give another name, or remove it
    counter replay good.trail good.trail --journal a.journal
    a journal records one run; give one trail with --journal
    counter replay good.trail --step --journal a.journal
    --journal records a trail that is played once; leave out --step and --update
    counter journal a.journal --to x
    --to: "x" is not a whole number from 0 to 9223372036854775807
    counter record a b
    "record" needs one file to write: counter record FILE
    counter record
    "record" needs one file to write: counter record FILE
    counter record good.trail
    good.trail exists already; give another name, or remove it
    counter record no/a.trail
    no/a.trail: cannot be written: No such file or directory
    onboarding record a.trail --start nwe
    onboarding has no start "nwe"; it has: new, signed-in, locked, damaged, damaged-copy
    accounts --images example.com
    \#(address)
    accounts --images file:///etc/passwd
    \#(address)
    accounts explore --images http://127.0.0.1/
    a simulated world has no network; leave out --images
    """#.split(separator: "\n").map(String.init)

  @Test func `wrong usage is reported, and no file is written`() throws {
    try folder.write("> increment\n", to: "good.trail")
    for index in stride(from: 0, to: Self.wrong.count, by: 2) {
      let (words, message) = (Self.wrong[index].split(separator: " "), Self.wrong[index + 1])
      let program = try #require(Program(rawValue: String(words[0])))
      let run = try folder.run(program, words.dropFirst().map(String.init))
      // The options of the app are in the short help, and those of commands in theirs.
      let isInShortHelp = words.allSatisfy {
        !$0.hasPrefix("-") || ["--state", "--latency", "--images"].contains($0)
      }
      let verb = Self.commands.contains(" \(words.dropFirst().first ?? "-")")
      let command =
        isInShortHelp ? "" : verb ? "\(words[1]) " : "COMMAND "
      let errors = "\(program): \(message)\nTry: \(program) \(command)--help\n"
      #expect(run == Run(output: "", errors: errors, status: 2), "\(words)")
    }
    #expect(folder.names == ["good.trail"] && folder.text("good.trail") == "> increment\n")
  }

  private static func noSeconds(_ text: String, for option: String = "--seconds") -> String {
    "\(option): \"\(text)\" is not a number of seconds above 0 with at most 9 digits before and"
      + " after the point; write 10 or 0.5"
  }
}

/// The option `--html` of the programs.
@Suite(.blocking) struct PageOptionTests {
  private let folder = Folder()

  @Test func `a page is written beside the report, and the status stays`() throws {
    try folder.write("% app counter\n> increment\n? text Count: 7\n", to: "fails.trail")
    try folder.write("% app counter\n> increment\n", to: "passes.trail")
    #expect(
      try folder.run(.counter, "replay", "passes.trail", "--journal", "day.journal").status == 0)
    let runs: [(words: [String], status: Int32, text: String)] = [
      (["explore", "--depth", "2"], 3, #""kind":"search""#),
      (["replay", "fails.trail"], 1, #""fails":true"#),
      (["replay", "passes.trail", "fails.trail"], 1, #""text":"passes.trail""#),
      (["replay", "day.journal"], 0, #""text":".increment""#),
      (["journal", "day.journal"], 0, #""kind":"recording""#),
    ]
    for (words, status, text) in runs {
      // The second page replaces the first.
      let run = try folder.run(.counter, words + ["--html", "page.html"])
      #expect(run.status == status && run.errors.hasSuffix("page.html: written\n"), "\(run)")
      #expect(folder.text("page.html")?.contains(text) == true, "\(words)")
      if words != ["replay", "day.journal"] {
        let other = try folder.run(.counter, words)
        #expect(other.status == status && lines(other) == lines(run))
      }
    }
  }

  @Test func `a trail of another app, and another app, leave the last page as it is`() throws {
    try folder.write("% app counter\n> increment\n", to: "own.trail")
    try folder.write("% app timeline\n> username ada\n", to: "other.trail")
    #expect(try folder.run(.counter, "replay", "own.trail", "--html", "page.html").status == 0)
    let page = try #require(folder.text("page.html"))
    let run = try folder.run(.counter, "replay", "other.trail", "--html", "page.html")
    #expect(run.status == 2 && !run.errors.contains("page.html: written"), "\(run)")
    for words in [["replay", "other.trail"], ["explore", "--depth", "1"]] {
      let foreign = try folder.run(.timeline, words + ["--html", "page.html"])
      let reason = "--html: page.html: another file has this name"
      #expect(foreign.status == 2 && foreign.errors.contains(reason), "\(foreign)")
    }
    #expect(folder.text("page.html") == page)
  }

  @Test func `a file that cannot be written ends the program before a search`() throws {
    try folder.write("mine", to: "mine.html")
    for (words, reason) in [
      (["explore", "--html", "mine.html"], "another file has this name"),
      (["explore", "--html", "none/a.html"], "none/a.html: cannot be written"),
      (["explore", "--html", "."], "--html: . is a folder; give the name of a file"),
      (["explore", "--html", "/dev/null"], "/dev/null is a device; give the name of a file"),
      (
        ["replay", "a.trail", "--html", "a.html", "--step"], "--html and --step exclude each other"
      ),
    ] {
      let run = try folder.run(.counter, words)
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(reason), "\(run)")
    }
    #expect(folder.text("mine.html") == "mine")
  }

  @Test func `an option that a journal does not take is refused`() throws {
    #expect(try folder.run(.counter, "--journal", "day.journal").status == 0)
    for option in ["--json", "--seed=1", "--real-time", "--journal=b.journal"] {
      let run = try folder.run(.counter, "replay", "day.journal", "--html", "a.html", option)
      let name = option.prefix { $0 != "=" }
      #expect(run.status == 2 && run.errors.contains("a journal takes no \(name); "), "\(run)")
    }
    #expect(folder.names == ["day.journal"])
  }

  @Test func `two results in the same file are refused before a search`() throws {
    try folder.write("% app counter\n> increment\n", to: "a.trail")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"], withDestinationPath: ".")
    for (words, names) in [
      (["explore", "--html", "b", "--save", "./b"], "--save and --html"),
      (["explore", "--resume", "link/b", "--save", "b"], "--resume and --save"),
      (["explore", "--html", "b", "--trails", "b"], "--html and --trails"),
      (["explore", "--trails", "b/", "--save", "b"], "--save and --trails"),
      (["replay", "a.trail", "--html", "b", "--journal", "b"], "--journal and --html"),
      (["record", "b", "--journal", "b"], "\"record\" and --journal"),
      (["web", "--record", "b", "--journal", "b"], "--record and --journal"),
    ] {
      let run = try folder.run(.counter, words)
      #expect(run.status == 2 && run.output.isEmpty, "\(run)")
      #expect(run.errors.hasPrefix("counter: \(names) name the same file, "), "\(run)")
    }
    let run = try folder.run(.onboarding, "--state", "b", "--journal", "b")
    #expect(run.status == 2 && run.errors.contains("--journal and --state name"), "\(run)")
    #expect(folder.names == ["a.trail", "link"])
  }

  /// The output without the time that a search took.
  private func lines(_ run: Run) -> [Substring] {
    run.output.split(separator: "\n").filter { !$0.contains(" states a second, ") }
  }
}
