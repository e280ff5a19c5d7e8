import CairnApp
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

@testable import CairnTerminal

/// A session with more inputs than it keeps.
@Suite struct ForgettingTests {
  private let session = Session<Tea>(stepLimit: 10)

  @Test func `only the last inputs can be undone, and the session says so`() {
    for _ in 0..<5 { #expect(session.answers("open", "close") == "screen\nscreen") }
    #expect(
      session.answers("open", "close") == """
        screen
        from here on only the last 10 inputs can be undone; the first are forgotten
        """)
    for _ in 0..<50 {
      #expect(session.answers("open", "close") == "screen\nscreen")
      #expect((10...11).contains(session.travel.steps.count))
    }
    let forgotten = session.travel.forgottenCount
    #expect(forgotten + session.travel.steps.count == 112)
    #expect(
      session.answers(":history").hasPrefix(
        "\(forgotten) inputs before these are forgotten\n\(forgotten + 1)  "))
    #expect(
      session.answers(":goto 3") == """
        refused: input 3 is forgotten; the first \(forgotten) inputs cannot be shown or undone any more
        """)
    for number in [3, forgotten] {
      let refusal = "refused: input \(number) is forgotten; "
      #expect(session.answers(":diff \(number)").hasPrefix(refusal))
    }
    #expect(
      session.answers(":goto 113") == """
        refused: there is no input 113; there are 112, ":history" lists them
        """)
    #expect(session.answers(":diff 112").hasPrefix("112  close\n"))
    #expect(session.answers(":goto 112") == "already after 112 inputs")
    #expect(session.answers(":goto 111") == "undone: 1 input (files are left as they are)")
    for _ in forgotten..<111 { #expect(session.answers(":undo").hasPrefix("undone: ")) }
    #expect(
      session.answers(":undo")
        == "refused: there is nothing to undo; \(forgotten) inputs before are forgotten")
  }

  @Test(arguments: [true, false])
  func `a loaded trail says so, too`(isRefused: Bool) throws {
    let folder = TemporaryFolder()
    let lines = String(repeating: "> open\n> close\n", count: 6) + (isRefused ? "> nonsense\n" : "")
    try folder.write(lines, to: "a.trail")
    let file = folder["a.trail"]
    let told = "from here on only the last 10 inputs can be undone; the first are forgotten"
    let answers = session.answers(":load \(file)", "open")
    if isRefused {
      #expect(answers.hasPrefix("\(told)\nrefused: 12 inputs of \(file) typed; line 13: "))
    } else {
      #expect(answers == "12 inputs of \(file) typed; \(told)\nscreen")
    }
  }

  @Test func `forgotten inputs are recorded, and undone ones are removed from the recording`()
    throws
  {
    for _ in 0..<20 { _ = session.answers("open", "close") }
    _ = session.answers("open", ":undo")
    let trail = try Trail.parse(session.recorder.text, file: "a.trail")
    #expect(trail.lines.filter { $0.text.hasPrefix(">") }.count == 40)
    #expect(try TrailPlayer<Tea>.play(trail) == nil)
  }

  @Test func `a recording that grows too long is not kept`() throws {
    let clock = WallClock(isVirtual: true)
    let driver = Driver(Tea(clock: clock.simulation.clock), in: clock.simulation)
    var recorder = Recorder(of: Tea.self, in: driver, upTo: 100) { _ in }
    for _ in 0..<20 { recorder.record("open", on: driver.screen, in: driver) }
    #expect(recorder.isTooLong && recorder.text.isEmpty)
    recorder.move(to: 0, in: driver)
    recorder.record("open", on: driver.screen, in: driver)
    #expect(recorder.text.isEmpty)
  }
}

/// Options of an app that a trail cannot contain.
struct RecordedOptionsTests {
  @Test(arguments: [
    ("a b", "a b"), ("a\u{A0}b", "a\u{A0}b"), ("a\u{7}", #"a\u{7}"#), ("a\n", #"a\n"#),
  ])
  func `a session with such an option is not recorded`(value: String, shown: String) throws {
    let folder = TemporaryFolder()
    #expect {
      try Recording<Vault>(
        folder["a.trail"], OptionValues(["--file=\(value)"], among: Vault.options))
    } throws: {
      "\($0)" == """
        a trail cannot hold the option "--file=\(shown)": there, an option has no spaces and no \
        control characters
        """
    }
    #expect(folder.names() == [])
  }
}

/// Sealed states are walls for the commands of a session.
@Suite struct SealedTests {
  private let session = Session<Tea>()

  @Test func `a sealed state refuses every command that would show or leave it`() {
    let harmless = ColonCommand.allCases.filter { !$0.isSealable }
    #expect(harmless == [.help, .actions, .advance, .more, .less, .find, .load, .quit])
    _ = session.answers("kind black", "lock")
    let lines = [
      ":state", ":diff", ":diff 1", ":stack", ":effects", ":undo", ":redo", ":goto 0", ":history",
      ":event knock", ":save no.trail", ":explore", ":graph",
    ]
    for line in lines {
      let name = line.prefix { $0 != " " }
      #expect(
        session.answers(line)
          == "refused: \(name) is not available: the app has sealed this screen")
    }
    let names = Set(lines.map { String($0.prefix { $0 != " " }) } + harmless.map(\.rawValue))
    #expect(names == Set(ColonCommand.allCases.map(\.rawValue)))
    let shown = session.answers(":help", ":actions", ":help state")
    #expect(!shown.contains("refused: ") && !shown.contains("black"))
  }

  @Test func `a sealed state ends the history, also if it was passed between two actions`() {
    for leave in ["lock", "leave"] {
      _ = session.answers("kind black")
      #expect(session.travel.steps.count == 1)
      _ = leave == "lock" ? session.answers("lock", "unlock") : session.answers("leave")
      #expect(session.screen.id == "kitchen" && session.travel.steps.isEmpty)
      #expect(
        session.answers(":undo", ":history") == """
          refused: there is nothing to undo; the app has sealed what was before
          no input was typed yet; the app has sealed what was before
          """)
      #expect(session.answers(":goto 1").hasPrefix("refused: "))
      let save = session.answers(":save no.trail")
      #expect(save.hasPrefix("refused: ") && save.contains("the app has sealed inputs since then"))
    }
    // What follows is a history of its own.
    _ = session.answers("kind black", "kind green")
    #expect(!session.answers(":diff").hasPrefix("refused"))
    #expect(session.answers(":undo").hasPrefix("undone: kind green"))
    #expect(session.driver.state.kind == "black")
  }

  @Test func `waiting in a sealed state forgets nothing again`() {
    _ = session.answers("kind black", "lock")
    session.forgetSealed()
    let sealings = session.sealings
    #expect(sealings > 0)
    for _ in 1...3 { session.forgetSealed() }
    #expect(session.sealings == sealings)
    _ = session.answers("unlock")
    session.forgetSealed()
    #expect(session.sealings == sealings + 1)
  }

  @Test func `a session that starts sealed cannot go back, and in the real world not ahead`() {
    let real = Session<Tea>(isLocked: true, isVirtual: false)
    #expect(
      real.answers(":advance 10s")
        == "refused: time cannot be moved ahead: the app has sealed this screen")
    #expect(real.clock.now < .seconds(9))
    _ = real.answers("unlock")
    #expect(real.screen.id == "kitchen")
    #expect(
      real.answers(":undo", ":advance 10s") == """
        refused: there is nothing to undo; the app has sealed what was before
        10 s passed
        """)
    let simulated = Session<Tea>(
      in: .simulated(start: "new"), isLocked: true, isVirtual: false)
    #expect(simulated.answers(":advance 10s") == "10 s passed")
    #expect(Session<Tea>(isLocked: true).answers(":advance 10s") == "10 s passed")
  }
}

/// The files that the operands of `replay` name.
struct TrailFilesTests {
  @Test func `a symbolic link to a folder names the trails in it`() throws {
    let folder = TemporaryFolder()
    try folder.makeFolder("all")
    try folder.makeFolder("all/more")
    for name in ["b", "more/a", "no"] { try folder.write("> open\n", to: "all/\(name).trail") }
    try folder.link("linked", to: folder["all"])
    try folder.link("all/again", to: folder["all"])
    for name in ["all", "linked", "linked/"] {
      let path = folder[name]
      let within = path.hasSuffix("/") ? path : path + "/"
      #expect(
        try TrailFiles.find(path) == ["b", "more/a", "no"].map { "\(within)\($0).trail" })
    }
  }
}
