import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Testing

@testable import CairnTerminal

/// `:explore` and `:graph` in a session.
@Suite struct SearchCommandTests {
  @Test func `at a terminal the sentences of a report are wrapped, and its trails stay whole`() {
    let lines = ["proved a property", "    % choices 1/2 2/2 1/2"]
    #expect(lines.withSentencesWrapped(to: 12) == ["proved a", "property", lines[1]])
    #expect(
      ["    assumed: timers fire"].withSentencesWrapped(to: 16)
        == ["    assumed:", "    timers fire"])
  }

  @Test func `:explore begins at the current state, and so do its trails`() throws {
    let session = try Session<Vault>.launched()
    _ = session.answer(to: "pin 99")
    let state = session.driver.state
    #expect(
      session.answers(":explore").hasPrefix(
        """
        vault from a given state in "shut": 9 states, 33 steps, depth 3, 2 screens; everything was \
        visited
        tried: every input, every order of work, restarts, actions of disabled inputs
        proved      no runtime issue
        refuted     never open (at all)
            % app vault
            # This does not hold: never open (at all)
            # It starts in the state where the search started, not at a start of the app.
            > turn
            @ 1s

        """))
    #expect(session.driver.state == state)
    #expect(session.driver.allEffects.isEmpty && session.clock.now == .zero)
    #expect(session.travel.position == 1)
  }

  @Test func `:graph is a flow chart by screen, without what was typed`() throws {
    let session = try Session<Vault>.launched()
    #expect(
      session.answers(":graph") == """
        flowchart TD
          s0["door"]
          s1["inside"]
          s0 -->|"@ time"| s1
          s1 -->|"close"| s0
        """)
  }

  @Test func `effects in flight are left out, and a remark names them`() throws {
    let session = try Session<Vault>.launched()
    _ = session.answer(to: "pin 1234")
    _ = session.answer(to: "turn")
    // In this search the wheel never stops, because the effect that stops it is left out.
    #expect(
      session.answers(":graph") == """
        flowchart TD
          s0["door"]
        %% left out: effects in flight: "turn" (effect 1, started by action 2: .turn)
        """)
    // The wheel that does not stop could refute what holds with the effect, and hide what it does.
    #expect(
      session.answers(":explore").hasPrefix(
        """
        vault from a given state in "shut": 7 states, 23 steps, depth 4, 2 screens; everything was \
        visited
        left out: effects in flight: "turn" (effect 1, started by action 2: .turn)
        tried: every input, every order of work, restarts, actions of disabled inputs
        not proved  no runtime issue
            it rests on a start without the effects in flight

        """))
    #expect(session.driver.effects.count == 1)
  }

  @Test func `the world stays the same, and an option that it refuses is named in a remark`() throws
  {
    let real = try Session<Vault>.launched(options: ["--file=/home/me/vault", "--creaks"])
    #expect(
      real.answers(":graph").hasSuffix(
        "\n%% left out: options that a simulated world refuses: --file"))
    let simulated = try Session<Vault>.launched(
      in: .simulated(start: "open"), options: ["--creaks"])
    #expect(
      simulated.answers(":explore").hasPrefix(
        "vault from a given state in \"open\": 5 states, "))
    #expect(simulated.answers(":graph").contains("  s0[\"inside\"]\n"))
  }

  @Test func `:explore adds the searchOptions of the app, and says so`() throws {
    let session = try Session<Tally>.launched()
    #expect(
      session.answers("add", ":explore", ":graph").hasPrefix(
        """
        screen
        tally from a given state in "new": 3 states, 2 steps, depth 2, 1 screen; everything was visited
        it starts from the current state, with the options: --most=3

        """))
    #expect(session.answers(":graph").hasSuffix("current state, with the options: --most=3"))
    let own = try Session<Tally>.launched(options: ["--most=5"])
    #expect(own.answers(":explore").contains("in \"new\": 6 states, "))
  }
}

/// Counts without end, and in a search up to an option.
private struct Tally: TestApp, Reducer {
  enum Action { case add }

  static let options = [AppOption("--most", value: "N", help: "the last number")]
  static let searchOptions = ["--most=3", "--without=restarts,disabled"]
  let most: Int
  let state = 0
  var reducer: Tally { self }

  init(_ launch: Launch) throws(UsageError) {
    most = launch.options["--most"].flatMap(Int.init) ?? .max
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    if state < most { state += 1 }
    return .none
  }

  func screens(of state: Int) -> [Screen<Action>] {
    [Screen("tally", "Tally") { Button("add", disabledBecause: state < most ? nil : "full", .add) }]
  }
}

/// The tests that `cover --swift` writes, beyond those that are compiled beside the examples.
@Suite struct CoverTestTests {
  @Test(arguments: ["read", "two words"])
  func `the type of an app inside of others and the name of a start are whole`(name: String)
    throws
  {
    let trail = try Trail.parse(
      "% app inbox\n% start \(name)\n> read\n? screen inbox\n", file: "a.trail")
    let text = CoverTest.text(of: trail, named: name, for: EventTests.Inbox.self)
    #expect(text.contains("Launch(.simulated(start: \"\(name)\")"))
    #expect(text.contains("\n@testable import CairnTerminalTests\n"))
    #expect(text.contains("\n  let app = try EventTests.Inbox(launch)\n"))
    #expect(text.contains("@Test func `inbox: \(name)`()"))
  }

  @Test func `a name that no test can have is written with apostrophes`() throws {
    let trail = try Trail.parse("% app inbox\n> read\n? screen inbox\n", file: "a.trail")
    let text = CoverTest.text(of: trail, named: "a`b\\c", for: EventTests.Inbox.self)
    #expect(text.contains("@Test func `inbox: a'b'c`()"))
  }

  /// As a `Double`, 1.15 seconds are less than 1,150 milliseconds.
  @Test func `times are written as in the trail, and read exactly`() throws {
    let trail = try Trail.parse(
      "% app inbox\n% choices \"load: a\\u{AD}b\" 2/3:\"next: load\" 1/2\n% latency 0s ... 1.15s\n"
        + "% delays 1.15s\n@ 1.15s\n? screen inbox\n", file: "a.trail")
    let text = CoverTest.text(of: trail, named: "times", for: EventTests.Inbox.self)
    for part in [
      #"choices: ["load: a\u{AD}b", "2/3"],"#, #"delays: ["1.15s"])"#, #"("@ 1.15s", "inbox"),"#,
      #"answerTime = try DurationSyntax.parse("0s")...DurationSyntax.parse("1.15s")"#,
      "store.advance(by: try DurationSyntax.parse(text))", "var delays: ArraySlice<String>",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func `options that a trail cannot contain are in the test`() throws {
    func options(_ settings: String) throws -> Substring? {
      let trail = try Trail.parse("% app inbox\n\(settings)> read\n", file: "a.trail")
      let text = CoverTest.text(
        of: trail, named: "options", options: ["--title=two words"], for: EventTests.Inbox.self)
      return text.firstMatch(of: /OptionValues\(\[(.*)\]/)?.1
    }
    #expect(try options("") == #""--title=two words""#)
    #expect(try options("% options --title=one\n") == #""--title=one""#)
  }
}
