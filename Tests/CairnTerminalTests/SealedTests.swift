import CairnApp
import Testing

@testable import CairnTerminal

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
