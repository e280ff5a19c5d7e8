import CTerminal
import Cairn
import CairnApp
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CairnTerminal

/// The output of runners, in processes of their own.
@Suite(.timeLimit(.minutes(10))) struct OutputTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
  }

  @Test func `a tick prints no screen below the output of a command`() async throws {
    let appended = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let session = try Session<Errands>.launched()
      let runner = LineREPL(session, .plain)
      for line in ["resume", ":stack", "nope", ":stack"] {
        _ = runner.show(session.answer(to: line))
        session.clock.advance(by: .seconds(1))
        runner.showChangesByEffects()
      }
    }
    let output = text(appended)
    let seconds = output.matches(of: /Seconds: (\d)/).map { String($0.output.1) }
    // The screen of the first input, and its changes after that input and after the refused one.
    #expect(seconds == ["0", "1", "3"], "\(output)")
  }

  @Test(
    arguments: [
      ("- name: one two three", ["- name: one", "- two three"]),
      ("  + name: one two", ["  + name:", "  + one two"]),
      ("+   name: one two", ["+   name:", "+   one two"]),
      ("%% one two three four", ["%% one two", "%% three four"]),
      ("  one two three", ["  one two", "  three"]), ("-1 one two three", ["-1 one two", "three"]),
    ] as [(String, [String])])
  func `a line that is wrapped keeps its indent and its sign`(line: String, wrapped: [String]) {
    #expect([line].wrappedBelowIndents(to: wrapped.map(\.count).max() ?? 0) == wrapped)
  }

  @Test func `a remark of an effect is printed below the output of a command`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let session = Session(rows: [])
      let runner = LineREPL(session, .plain)
      for line in ["check", ":stack"] { _ = runner.show(session.answer(to: line)) }
      session.clock.advance(by: .seconds(1))
      runner.showChangesByEffects()
    }
    let output = text(result)
    let stack = try #require(output.range(of: "<- shown"))
    #expect(output[..<stack.lowerBound].contains("In progress: Checking…"))
    #expect(output[stack.upperBound...].hasPrefix("\n\nDesk\n"), "\(output)")
  }

  /// Signals that arrive at once. A second one of a kind ends a program at once that hangs in a search.
  @Test(
    arguments: [
      ([SIGTERM], SIGTERM, false), ([SIGTERM, SIGINT, SIGTERM, SIGINT], SIGTERM, false),
      ([SIGTERM, SIGINT, SIGTERM], SIGTERM, true), ([SIGINT, SIGTERM, SIGINT], SIGINT, true),
    ] as [([Int32], Int32, Bool)])
  func
    `a signal ends a search with its report and then the program, and one that comes twice counts once`(
      signals: [Int32], end: Int32, hangs: Bool
    ) async
  {
    let result = await #expect(
      processExitsWith: .signal(end), observing: [\.standardOutputContent]
    ) { [signals = signals as [Int32], hangs = hangs as Bool] in
      if hangs { cterminal_set_repetition(0) }
      try explore(raising: signals)
    }
    let report = text(result)
    if hangs {
      #expect(!report.contains("endless"))
    } else {
      #expect(report.contains("; not everything was visited: it was interrupted\n"))
      #expect(signals.count > 1 || report.hasSuffix("nothing was checked by replay\n"))
    }
  }

  @Test func `Ctrl-C in a command discards the rest of its line`() async {
    await #expect(processExitsWith: .success) {
      Endless.receive([SIGINT])
      let session = try Session<Endless>.launched()
      #expect(session.answers(":explore; add").hasSuffix("\nnot run: add"))
      let tea = Session<Tea>()
      _ = tea.answers("watch", "brew")
      var signals = [SIGINT]
      let observation = tea.driver.store.observe { _ in
        if let signal = signals.popLast() { raise(signal) }
      }
      let answers = withExtendedLifetime(observation) { tea.answers(":advance 10000s; open") }
      #expect(
        answers == "refused: Ctrl-C ended it: 3 s of 10000 s passed; not run: open")
    }
  }

  @Test(arguments: [false, true])
  func `Ctrl-C in :advance ends a script and leaves the effects in flight`(
    keepsGoing: Bool
  ) async {
    await #expect(processExitsWith: .success) { [keepsGoing = keepsGoing as Bool] in
      try runScript(of: ":advance 10000s", keepsGoing: keepsGoing)
    }
  }

  @Test(arguments: ["> fire\n@ idle\n", "> fire\n> open\n"])
  func `Ctrl-C in a wait of :load ends a script, also with --keep-going`(trail: String) async {
    await #expect(processExitsWith: .success) { [trail = trail as String] in
      let folder = TemporaryFolder()
      try folder.write(trail, to: "a.trail")
      try withExtendedLifetime(folder) {
        try runScript(of: ":load \(folder["a.trail"])", keepsGoing: true)
      }
    }
  }

  /// The second is during the search from another start, whose result is not needed.
  @Test(arguments: [
    ["explore"], ["explore", "--start=calm", "--check=none", "--fail-on-unused"],
  ])
  func `the status of a search that SIGTERM has ended is that of the signal`(
    words: [String]
  ) async {
    await #expect(processExitsWith: .exitCode(143)) { [words = words as [String]] in
      Endless.receive([SIGTERM])
      let program = Program<Endless>(coding: nil, searcher: AppSearcher())
      exit(program.run(words).rawValue)
    }
  }

  /// What the search from the other start finds, the status, and lines of the report.
  private static let others: [(kind: String, status: Int32, lines: [String])] = [
    ("used", 0, []),
    ("unused", 1, ["unused      samples of \"code\": no screen has this field"]),
    ("crash", 1, ["mill from \"other\": ", "; a step crashed", "refuted     no step crashes"]),
    ("bound", 3, ["mill from \"other\": ", "; the number of 50 states was reached"]),
    ("refuted", 1, ["mill from \"other\": ", "refuted     never bad", "    > bad"]),
  ]

  @Test(arguments: others)
  func `what the search from another start finds is in the report and in the status`(
    kind: String, status: Int32, lines: [String]
  ) async {
    let result = await #expect(
      processExitsWith: .exitCode(status), observing: [\.standardOutputContent]
    ) { [kind = kind as String] in
      let program = Program<Mill>(coding: nil, searcher: AppSearcher())
      let words = ["--kind=\(kind)", "--states=50", "--check=none", "--without=restarts,disabled"]
      exit(program.run(["explore", "--fail-on-unused"] + words).rawValue)
    }
    let report = text(result).replacing("; not everything was visited: ", with: "; ")
    for line in lines { #expect(report.contains(line), "\(report)") }
    #expect(report.contains("mill from \"other\"") == (lines.count > 1), "\(report)")
  }
}

/// From its first start a sample is unused; an option says what is found from the other one.
private struct Mill: TestApp, Reducer {
  enum Action { case code, turn, bad }

  static let starts = ["calm", "other"]
  static let options = [AppOption("--kind", value: "NAME", help: "what is found")]
  static let samples = ["code": ["1"]]
  static let properties: [AppProperty<Int>] = [.never("bad") { $0 < 0 }]
  let state: Int
  let kind: String?
  var reducer: Mill { self }

  init(_ launch: Launch) {
    kind = launch.world == .simulated(start: "other") ? launch.options["--kind"] : nil
    state = 0
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .code: state = 1
    case .turn where kind == "crash": state += [1][state]
    case .turn: state = kind == "bound" ? state + 1 : 1
    case .bad: state = -1
    }
    return .none
  }

  func screens(of state: Int) -> [Screen<Action>] {
    [
      Screen("mill", "Mill") {
        if kind != nil, kind != "unused" { Field("code", "") { _ in .code } }
        Button("turn", .turn)
        if kind == "refuted" { Button("bad", .bad) }
      }
    ]
  }
}

/// Prints the report of a search in a session, during which these signals arrive.
private func explore(raising signals: [Int32]) throws {
  Endless.receive(signals)
  let session = try Session<Endless>.launched()
  _ = LineREPL(session, .plain).show(session.answer(to: ":explore"))
  InterruptWatch.endIfTerminated()
}

/// Counts without end, and sends signals to the process during a search.
private struct Endless: TestApp, Reducer {
  enum Action { case add }

  static let starts = ["new", "calm"]
  static let samples = ["number": ["1"]]
  private static let signals = Mutex<[Int32]>([])
  let state: Int
  var reducer: Endless { self }

  init(_ launch: Launch) { state = launch.world == .simulated(start: "calm") ? -1 : 0 }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    state += 1
    if state == 100 {
      for signal in Self.signals.withLock({ exchange(&$0, with: []) }) { raise(signal) }
    }
    return .none
  }

  /// Lets this thread receive signals, which threads of tests block.
  static func receive(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    Self.signals.withLock { $0 = signals }
  }

  func screens(of state: Int) -> [Screen<Action>] {
    [Screen("endless", "Endless") { if state >= 0 { Button("add", .add) } }]
  }
}

/// Runs a script of a command that Ctrl-C ends, and of another line.
private func runScript(of command: String, keepsGoing: Bool) throws {
  Endless.receive([SIGINT])
  let (input, session) = (Pipe(), try Session<Kiln>.launched())
  try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n:stack\n".utf8))
  try input.fileHandleForWriting.close()
  dup2(input.fileHandleForReading.fileDescriptor, STDIN_FILENO)
  let status = Script(session, keepsGoing: keepsGoing, .plain).run()
  #expect(status == .interrupted && session.driver.effects.count == 1)
}

/// Is fired for an hour, by itself after a second. Ctrl-C arrives when that begins.
private struct Kiln: TestApp, Reducer {
  enum Action { case start, fire, open }

  let clock: any Clock<Duration>
  let state = false
  let firstAction: Action? = .start
  var reducer: Kiln { self }

  init(_ launch: Launch) { clock = launch.clock }

  func reduce(into isFired: inout Bool, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.fire)
      }
      .background
    case .fire:
      isFired = true
      raise(SIGINT)
      return .run { [clock] _ in try await clock.sleep(for: .seconds(3600)) }
    case .open:
      isFired = false
      return .none
    }
  }

  func screens(of isFired: Bool) -> [Screen<Action>] {
    [
      Screen("kiln", "Kiln") {
        Button("fire", .fire)
        Button("open", disabledBecause: isFired ? "it is hot" : nil, .open)
      }
    ]
  }
}
