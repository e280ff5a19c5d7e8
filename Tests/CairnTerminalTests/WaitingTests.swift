import Foundation
import TerminalEmulator
import TestSupport
import Testing

@testable import CairnTerminal

/// Lines that wait for the effects of those before them: the rest of a line with semicolons, pasted lines, and
/// lines that were typed behind them.
@Suite struct WaitingTests {
  private typealias Window = EmulatedSession<Desk>
  private final class Time { var elapsed = Duration.zero }

  private func window(_ options: [String] = []) throws -> Window {
    try Window(
      Desk.State(pin: "1", place: .desk), rows: 60, options: options, isVirtual: false)
  }

  private func paste(_ lines: String) -> String { "\u{1B}[200~\(lines)\u{1B}[201~" }

  @Test(arguments: ["check; lock; unlock⏎", "\u{1B}[200~check; lock\nunlock\n\u{1B}[201~"])
  func
    `a line waits for the effects before it, while keys are drawn and the window changes its size`(
      keys: String
    ) throws
  {
    let window = try window()
    window.type(keys)
    window.type("na")
    #expect(window.terminal.text.contains("  … Checking…\n"))
    #expect(window.terminal.text.hasSuffix("add      a row\n\n> na"))
    window.resize(columns: 30, rows: 50)
    #expect(window.terminal.text.components(separatedBy: "\nDesk\n").count == 2)
    #expect(window.terminal.text.hasSuffix("add      a row\n\n> na"))
    window.pass(.seconds(1))
    #expect(window.session.driver.state.place == .desk)
    #expect(window.terminal.text.hasSuffix("add      a row\n\n> na"))
    #expect(!window.terminal.transcript.contains("not run"))
  }

  @Test(
    arguments: [
      ("check; seal; lock⏎", "^C", "> ^C\nnot run: seal, lock\npress Ctrl-C again to quit\n>"),
      ("check; add \"b\"; lock⏎x", "^C", "> x^C\nnot run: add …\npress Ctrl-C again to quit\n>"),
      (
        "\u{1B}[200~check\nseal\nlock\n\u{1B}[201~", "^C",
        "> ^C\n2 pasted lines were not run\npress Ctrl-C again to quit\n>"
      ),
      (
        "\u{1B}[200~check; seal\nlock\n\u{1B}[201~", "\u{4}",
        ">\nnot run: seal\n1 pasted line was not run\n>"
      ),
      ("check; seal⏎", ":quit⏎", "> :quit\nnot run: seal\n>"),
      // A refusal discards the rest of its line, and the lines behind it.
      (
        "check; zzz; lock⏎lock⏎", "",
        """
        Home

          lock

        there is no "zzz" here; you can type:
        lock; not run: lock
        1 pasted line was not run
        >
        """
      ),
    ] as [(String, String, String)])
  func `waiting lines that are discarded are named or counted`(
    line: String, keys: String, end: String
  ) throws {
    let window = try window()
    window.type(line)
    switch keys {
    case "^C": window.interrupt()
    case "": window.pass(.seconds(1))
    default: window.type(keys)
    }
    #expect(window.terminal.text.hasSuffix("\n" + end))
    window.pass(.seconds(1))
    #expect(window.session.driver.state.place == .home)
    #expect(window.session.travel.steps.map(\.input) == ["check"])
  }

  @Test func `what is awaited has its seconds above the line, in virtual time, too`() throws {
    let clock = WallClock(isVirtual: true)
    let window = try EmulatedSession(
      Tea(clock: clock.simulation.clock), clock: clock, columns: 60, rows: 40, [])
    window.type("brew⏎")
    window.pass(.milliseconds(2_500))
    #expect(window.terminal.text.hasSuffix("\n… brew, 2 s\n>"))
    window.pass(.milliseconds(500))
    #expect(!window.terminal.text.contains("brew, "))
  }

  @Test func `a line is typed after a paste that Ctrl-C has cut`() throws {
    let window = try window()
    window.type("\u{1B}[200~half")
    window.interrupt()
    window.type("name ada⏎")
    #expect(window.session.driver.state.name == "ada")
  }

  @Test func `a line behind waiting ones runs after them, and a command at once`() throws {
    let window = try window()
    window.type(paste("check\nlock\n") + "unlock⏎")
    window.type("add behind⏎:effects⏎")
    #expect(window.terminal.text.contains("\n> :effects\n\"wait\" (effect 1"))
    #expect(window.session.driver.state.isChecking)
    window.type(":advance 1s⏎")
    #expect(window.session.driver.state.rows == ["behind"])
    #expect(window.session.driver.state.place == .desk)
    let typed = window.terminal.text.split(separator: "\n").filter { $0.hasPrefix("> ") }
    #expect(
      typed == ["> check", "> :effects", "> :advance 1s", "> lock", "> unlock", "> add behind"])
  }

  @Test(arguments: ["check; lock; unlock⏎", "\u{1B}[200~check\nlock\nunlock\n\u{1B}[201~"])
  func `the rest of a command runs after the lines that wait, and what follows it is its secret`(
    keys: String
  ) throws {
    let window = try window()
    window.type(keys)
    window.type(":effects; pin⏎12⏎")
    #expect(window.session.driver.state.isChecking)
    window.pass(.seconds(1))
    #expect(window.session.driver.state.pin.reveal() == "12")
    #expect(window.session.driver.state.place == .desk && window.session.sealings > 0)
    #expect(!window.terminal.transcript.contains("12"))
  }

  @Test
  func `the rest of a line precedes pasted ones, also if an effect ends before the screen`() throws
  {
    let time = Time()
    let wall = WallTime(
      elapsed: { time.elapsed },
      poll: { descriptors, _ in
        // A signal ends the wait after an input. In the wait for its screen, which keys would end too, time passes.
        guard descriptors.count == 3 else {
          descriptors[1].revents = Int16(POLLIN)
          return 1
        }
        time.elapsed += .seconds(1)
        return 0
      })
    let clock = WallClock(time: wall)
    let state = Desk.State(pin: "1", place: .desk)
    let window = try Window(
      Desk(clock: clock.simulation.clock, state: state), clock: clock, columns: 40, rows: 60, [])
    window.type(paste("check; lock\nunlock\n"))
    window.pass(.seconds(1))
    #expect(window.session.driver.state.place == .desk && window.session.sealings > 0)
    #expect(!window.terminal.transcript.contains("there is no"))
  }

  @Test(arguments: [false, true])
  func `the screen of a line is shown once, and each remark and text at its place`(
    isEvery: Bool
  ) throws {
    let window = try window(isEvery ? ["--every-screen"] : [])
    window.type("name ada⏎:undo; :stack; name \"b\"; name \"c\"; :state name; zzz⏎")
    let shown = window.terminal.transcript.matches(
      of: /undone|name     \S+|<- shown|"c"\n|there is no/
    ).map { String($0.output).trimmingCharacters(in: .newlines) }
    let end = ["name     c", "\"c\"", "there is no"]
    // Without the option, what is printed between two screens moves above the second.
    let screens = ["(empty)", "ada"].map { "name     " + $0 }
    #expect(
      shown
        == (isEvery
          ? screens + ["undone", screens[0], "<- shown", "name     b"] + end
          : ["undone", "<- shown"] + end))
  }

  @Test(arguments: [
    ("name \"a\"; pin⏎", "12⏎"), ("check; lock; unlock; pin⏎", "12⏎"),
    ("name \"a\"; pin⏎12⏎", ""), ("check; lock; unlock; pin⏎1", "2⏎"),
    ("\u{1B}[200~name \"a\"; pin\n12\n\u{1B}[201~", ""),
  ])
  func `a secret is asked for at the end of a line, and what is typed before is not shown`(
    line: String, rest: String
  ) throws {
    let window = try window()
    window.type(line)
    if line.hasPrefix("check") { window.pass(.seconds(1)) }
    window.type(rest)
    window.pass(.seconds(1))
    #expect(window.session.driver.state.pin.reveal() == "12")
    #expect(!window.terminal.transcript.contains("12"))
    #expect(window.terminal.transcript.contains("pin      ••\n"))
  }
}
