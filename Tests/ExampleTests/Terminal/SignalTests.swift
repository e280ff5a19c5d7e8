import Foundation
import TestSupport
import Testing

/// The signals that end a program, each of which restores the terminal, and those that stop it.
@Suite(.blocking, .timeLimit(.minutes(10))) struct SignalTests {
  /// All signals whose default action ends a program, crashes included.
  private static let ending: [Int32] = {
    #if canImport(Darwin)
      let (last, ignored) = (Int32(31), [SIGIO, SIGINFO])
    #else
      // The C library keeps 32 and 33 for itself.
      let (last, ignored) = (Int32(64), [32, 33] as [Int32])
    #endif
    let others: Set<Int32> = [
      SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH, SIGINT,
    ]
    return (1...last).filter { number in
      !others.contains(number) && !ignored.contains(number)
    }
  }()

  private let folder = Folder()

  /// At the prompt, or at the question for a secret in a terminal that edits lines itself.
  private func saver(atQuestion: Bool) throws -> Window {
    let variables = atQuestion ? ["TERM": "dumb"] : [:]
    let window = try Window.prompt(.saver, in: folder, rows: 60, variables: variables)
    if atQuestion {
      try window.type("pin\n", untilLast: "pin:")
    }
    #expect(try !window.isTerminalAsBefore())
    return window
  }

  /// All of them in the gate. SIGINT ends the program at a question alone.
  private static let cases: [(Int32, Bool)] = {
    let signals =
      isGate ? ending : ending.filter { [SIGHUP, SIGTERM, SIGSEGV, SIGQUIT].contains($0) }
    return signals.flatMap { [($0, false), ($0, true)] } + [(SIGINT, true)]
  }()

  @Test(arguments: cases)
  func `a signal that ends the program leaves the terminal as it was`(
    signal: Int32, atQuestion: Bool
  ) throws {
    let window = try saver(atQuestion: atQuestion)
    try window.type("12")
    try window.send(signal: signal)
    try window.wait(until: "status \(128 + signal)")
    #expect(try window.isTerminalAsBefore())
    let modes = atQuestion ? [] : ["?2004l", "0m", "?25h"]
    #expect(window.emulator.modes.suffix(3) == modes[...])
    // The next program does not read the keys of a secret.
    guard atQuestion else { return }
    try window.type("\n", until: "\nline []\n")
  }

  #if os(Linux)
    private static let withBacktrace = [
      "SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,timeout=60s"
    ]

    @Test(arguments: [
      ("--no-animation", SIGQUIT), ("--plain", SIGQUIT), ("--plain", SIGABRT),
    ])
    func `a signal that a person sends ends the program, with a backtrace of a crash alone`(
      option: String, signal: Int32
    ) throws {
      let window = try Window.prompt(
        .saver, option, in: folder, columns: 120, rows: 400,
        variables: Self.withBacktrace)
      try signal == SIGQUIT ? window.type("\u{1C}") : window.send(signal: signal)
      try window.wait(until: "status \(128 + signal)")
      #expect(window.emulator.text.contains("Program crashed") == (signal == SIGABRT))
      #expect(try window.isTerminalAsBefore())
    }

    @Test(arguments: ["xterm-256color", "dumb"])
    func `the message of a crash is below its backtrace`(terminal: String) throws {
      let window = try Window.prompt(
        .faller, "record", "a.trail", "--start", "trap", in: folder, columns: 120, rows: 400,
        variables: Self.withBacktrace.merging(["TERM": terminal]) { $1 })
      try window.type("count\ncount\ncount\n", until: "status \(128 + SIGILL)")
      // Some shells name the signal, too.
      let lines = window.emulator.text.split(separator: "\n").filter { line in
        !line.hasPrefix("status ") && !line.hasPrefix("Illegal instruction")
      }
      #expect(lines.last?.hasSuffix("Fatal error: Index out of range") == true, "\(lines)")
      #expect(try window.isTerminalAsBefore())
    }
  #endif

  @Test(arguments: [SIGSTOP, SIGTSTP], [false, true])
  func `a secret is not echoed after the program was stopped and the shell has reset the terminal`(
    signal: Int32, atQuestion: Bool
  ) throws {
    let window = try saver(atQuestion: atQuestion)
    if !atQuestion {
      try window.type("pin 43", untilLast: "> pin ••")
    }
    try window.send(signal: signal)
    try window.wait(until: "status \(128 + signal)")
    try window.reset()
    try window.type("\n", untilLast: atQuestion ? "pin:" : "> pin ••")
    #expect(try !window.isTerminalAsBefore())
    try window.type(atQuestion ? "4321\n" : "21\r")
    try window.wait(for: "the pin") {
      $0.text.hasSuffix("  watch\n\n>") && $0.text.contains("  pin    ••••\n")
    }
    #expect(!window.emulator.transcript.contains("21"))
    #expect(try window.isTerminalAsBefore() == atQuestion)
  }
}

/// The ends of a program at a terminal, each of which restores the terminal.
@Suite(.blocking) struct LeavingTests {
  private let folder = Folder()

  private func window() throws -> Window {
    let window = try Window.prompt(.counter, in: folder)
    #expect(try !window.isTerminalAsBefore())
    return window
  }

  private func expectStatus(_ status: Int32, in window: Window) throws {
    try window.wait(forLast: "status \(status)")
    #expect(try window.isTerminalAsBefore())
    #expect(window.emulator.modes.suffix(3) == ["?2004l", "0m", "?25h"])
  }

  @Test(arguments: ["\u{4}", ":quit\r"])
  func `Ctrl-D on an empty line and :quit end with status 0`(keys: String) throws {
    let window = try window()
    try window.type("nope\r" + keys)
    try expectStatus(0, in: window)
  }

  @Test func `Ctrl-C discards the line, and a second Ctrl-C in a row ends with status 130`() throws
  {
    let window = try window()
    try window.type("incr", untilLast: "> incr")
    try window.type("\u{3}", shows: "\n> incr^C\npress Ctrl-C again to quit\n>")
    // A key between two makes the second one the first.
    try window.type("x", untilLast: "> x")
    try window.type("\u{3}", shows: "\n> x^C\npress Ctrl-C again to quit\n>")
    try window.type("\u{3}")
    try expectStatus(130, in: window)
    #expect(window.emulator.text.hasSuffix("\npress Ctrl-C again to quit\n> ^C\nstatus 130"))
  }

  @Test func `Ctrl-Z stops the program, and fg shows its screen and line again`() throws {
    let window = try window()
    try window.type("increment\rdecr", untilLast: "> decr")
    try window.type("\u{1A}")
    try expectStatus(128 + SIGTSTP, in: window)
    try window.type(
      "\n", shows: "status \(128 + SIGTSTP)\n\nline []\n\n\(counter(1))\n> decr")
    #expect(try !window.isTerminalAsBefore())
    try window.type("ement\r", shows: counter(0) + "\n>")
    try window.type("\u{4}")
    try expectStatus(0, in: window)
  }

  @Test(arguments: [[:], Window.plainLines])
  func `a program that is continued in the background stops before it draws`(
    variables: [String: String]
  ) throws {
    let script = """
      trap : INT; set -m; "$@"; echo "status $?"; bg >/dev/null 2>&1; wait %1; echo "again $?"
      fg >/dev/null 2>&1; echo "status $?"; read line
      """
    let window = try Window(.counter, in: folder, variables: variables, script: script)
    try window.wait(forLast: ">")
    try window.type("\u{1A}")
    let statuses = "status \(128 + SIGTSTP)\nagain \(128 + SIGTTOU)\n"
    try window.wait(until: statuses)
    try window.wait(forLast: ">")
    try window.type("increment\r", until: "Count: 1")
  }

  @Test(arguments: [[], ["record", "new.trail"]] as [[String]])
  func `a stopped program that is ended does not stop again`(words: [String]) throws {
    let script = """
      trap : INT; set -m; "$@"; kill %1; bg >/dev/null 2>&1; wait %1; echo "ended $?"; read line
      """
    let window = try Window(
      path: Program.counter.path, arguments: words, in: folder, script: script)
    try window.wait(forLast: ">")
    try window.type("\u{1A}", until: "ended \(128 + SIGTERM)")
  }

  @Test func `a closed window ends the program even without the signal`() throws {
    let window = try Window(
      .counter, in: folder,
      script: #"trap "" HUP; "$@" 2>errors; echo $? >status"#)
    try window.wait(forLast: ">")
    window.vanish()
    #expect(folder.text("status") == "1\n")
    #expect(folder.text("errors") == "the terminal was closed\n")
  }

  @Test func `a file that cannot be saved is reported and left unchanged`() throws {
    try folder.write("mine", to: "a.trail")
    try folder.makeFolder("trails")
    let window = try window()
    try window.type(
      ":save a.trail\r:save trails\r:save no/a.trail\r:load no.trail\r",
      shows: """
        > :save a.trail
        a.trail exists already; give another name, or remove it
        > :save trails
        trails is a folder; give the name of a file
        > :save no/a.trail
        no/a.trail: cannot be written: No such file or directory
        > :load no.trail
        no.trail: cannot be read: No such file or directory
        >
        """)
    #expect(folder.text("a.trail") == "mine")
  }
}
