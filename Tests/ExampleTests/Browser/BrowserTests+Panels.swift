import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnPage
import CairnSimulation
import CairnTrail
import Foundation
import TestSupport
import Testing

@testable import counter

// The panels of a developer, in the same suite, so that one browser runs at a time.
extension BrowserTests {
  /// Types lines into a living session, and waits for the moment of the last one.
  private func enter(_ lines: String..., in browser: Browser) async throws {
    for line in lines {
      try await browser.perform("post(arguments[0])", line)
    }
    let last = "> \(lines.last ?? "")"
    try await browser.waits(for: "page.moments.some(({ line }) => line === '\(last)')")
  }

  /// The status of a copy, and its text. A click on a panel hides the copy before.
  private func copy(_ name: String, in browser: Browser) async throws -> [String] {
    try await browser.click("button", named: "History")
    try await browser.click("button", named: "Copy as a \(name)")
    try await browser.waits(for: "find('copied-status').textContent !== ''")
    return try await browser.run(
      "return ['copied-status', 'copied-text'].map((id) => find(id).value ?? find(id).innerText)")
  }

  @Test func `a copy of a living session repeats it, or is refused with a reason`() async throws {
    var (program, browser) = try await open(.counter, "--inspect")
    try await enter("increment", "reset", ":undo", "increment", in: browser)
    #expect(try await copy("trail", in: browser)[1] == "% app counter\n> increment\n> increment\n")
    let test = try await copy("test", in: browser)[1]
    let step = #"    ("> increment", "counter"),"# + "\n"
    #expect(test.contains("[\n\(step)\(step)  ]"))
    end(program)

    (program, browser) = try await open(.onboarding, "--inspect", "--ephemeral")
    try await enter("next", "accept", "next", "email ada@example.com", in: browser)
    try await browser.click("button", named: "Commands")
    try await browser.click("#command")
    try await browser.type("password correct horse\u{E007}")
    try await browser.waits(for: "present().line === '> password {secret-1}'")
    #expect(
      try await copy("test", in: browser) == [
        "The test cannot be copied: it needs the texts of secrets.", "",
      ])
    #expect(try await browser.holds("find('copied-text').hidden"))
    let trail = try await copy("trail", in: browser)
    #expect(trail[1].hasSuffix("> email ada@example.com\n> password {secret-1}\n"))
    // The action that follows an input belongs to its line.
    try await browser.perform("select(page.moments.findLastIndex(({ line }) => line === '> next'))")
    #expect(try await browser.holds("page.moments[page.position + 1].by === 'effect'"))
    #expect(try await copy("trail", in: browser)[1].hasSuffix("> accept\n> next\n"))
    end(program)

    // Real work takes time, and that of stand-ins takes none: a test has their screens.
    (program, browser) = try await open(.accounts, "--inspect", "--ephemeral")
    try await enter(
      "go-signup", "email ada@example.com", "password s3cret-pw!", "mobile +60 12-345 6789",
      "gender other", "signup", in: browser)
    try await browser.waits(for: "document.title.startsWith('Home')")
    #expect(try await copy("trail", in: browser)[1].contains("> signup\n@ "))
    let screens: [String] = try await browser.run(
      """
      return fetch(`copy?${latest()}`).then((reply) => reply.json()).then(({ screens }) => screens);
      """)
    #expect(screens.suffix(3) == ["signup", "home", "home"])
    end(program)
  }

  @Test func `the history is filtered, and parts of the state stay folded`() async throws {
    let (program, browser) = try await open(.counter, "--inspect")
    try await enter("increment", "increment", "reset", in: browser)
    try await browser.click("#filter")
    try await browser.type("INCR")
    let rows = "[...document.querySelectorAll('#moments b')].map(({ innerText }) => innerText)"
    try await browser.waits(for: "\(rows).join() === 'increment,increment'")
    try await browser.type(String(repeating: "\u{E003}", count: 4))
    try await browser.waits(for: "\(rows).length === 4")
    // The tree of the state opens and closes, and stays so when it is drawn again.
    try await browser.click("#moment summary")
    try await browser.waits(for: "!document.querySelector('#moment details').open")
    try await enter("increment", in: browser)
    try await browser.waits(for: "\(rows).length === 5")
    #expect(try await browser.holds("!document.querySelector('#moment details').open"))
    try await browser.click("#moment summary")
    try await browser.waits(for: "document.querySelector('#moment details > div')")
    try await expectAccessible(browser)
    // Of many filtered moments, the ones near the present moment are shown.
    let last: String = try await browser.run(
      """
      const [moment] = page.moments;
      page.moments = Array.from({ length: 400 }, (_, index) =>
        ({ ...moment, text: index < 300 ? "early" : "late" }));
      find("filter").value = "early";
      select(latest());
      return [...document.querySelectorAll("#moments [data-key]")].at(-1).dataset.key;
      """)
    #expect(last == "299")
    end(program)
  }

  @Test func `a lost connection is told, and the session is whole when it comes back`() async throws
  {
    let (program, browser) = try await open(.counter)
    try await browser.click(Self.control("increment"))
    try await browser.waits(for: "document.body.innerText.includes('Count: 1')")
    try await browser.setOffline(true)
    // The browser keeps a connection that is open. A tab that is shown again connects anew.
    try await browser.perform("document.dispatchEvent(new Event('visibilitychange'))")
    try await browser.waits(for: "find('banner').textContent.includes('lost')")
    let other = try await Browser(in: Folder())
    try await other.open(try await browser.run("return location.href"))
    try await other.click(Self.control("increment"))
    try await browser.setOffline(false)
    try await browser.waits(
      for: "find('banner').textContent === '' && document.body.innerText.includes('Count: 2')")
    end(program)
  }

  @Test func `a click on the bar of a player seeks`() async throws {
    let (program, browser) = try await open(.dance, "--inspect", "--state", folder["state.json"])
    try await browser.waits(for: "!document.querySelector('[data-name=play-8][aria-disabled]')")
    for line in ["play-8", "go-signup", "email ada@example.com", "password s3cret-pw!", "signup"] {
      try await browser.perform("post(arguments[0])", line)
    }
    try await browser.waits(for: "document.title.startsWith('Tango for Two')")
    try await browser.click("#stack > :last-child input[type=range]")
    try await browser.waits(
      for: "page.moments.some(({ line }) => /^> seek (49|50|51)%$/.test(line))")
    // The button takes a typed value as well, by a click or by Enter.
    for (value, key) in [("25%", ""), ("75%", "\u{E007}")] {
      try await browser.click(Self.control("seek"))
      try await browser.type(value + key)
      if key.isEmpty { try await browser.click("#stack > :last-child form button") }
      try await browser.waits(for: "page.moments.some(({ line }) => line === '> seek \(value)')")
    }
    // After a place that the app refuses, the bar shows that of the player.
    let isBack: Bool = try await browser.run(
      """
      const bar = document.querySelector("#stack > :last-child input[type=range]");
      window.fetch = () => Promise.resolve(new Response('{"refused": "no"}'));
      bar.onchange({ target: Object.assign(bar, { value: "10" }) });
      return page.sending.then(() => bar.value === bar.defaultValue && bar.value !== "10");
      """)
    #expect(isBack)
    try await expectNoFault(browser)
    end(program)
  }

  @Test func `a walk passes time, and says what a search does not keep`() async throws {
    let browser = try await open(AppModel<TwoOrders>().explore())
    try await browser.click("button", named: "History")
    try await browser.click(Self.control("order"))
    let since = "In flight: order (since moment 2: order)"
    #expect(try await browser.holds("find('moment').innerText.includes('\(since)')"))
    let timer =
      "[...document.querySelectorAll('#world button')]"
      + ".find(({ innerText }) => innerText === 'To the next timer')"
    try await browser.waits(for: "!\(timer).disabled")
    try await browser.click("#world button", named: "To the next timer")
    try await browser.waits(for: "document.querySelector('#stack').innerText.includes('1 orders')")
    #expect(try await browser.holds("\(timer).disabled"))
    let text: String = try await browser.run("return find('history').innerText")
    #expect(text.contains("Ended or cancelled: order") && text.contains("no actions of effects"))
    try await browser.click("button", named: "Proof")
    try await browser.click("button", named: "Play the counterexample")
    let played: String = try await browser.run("return find('history').innerText")
    #expect(played.contains("effect: .ordered") && !played.contains("no actions of effects"))
    // The button that is pressed stays the same one when "Next moment" goes.
    try await browser.click("#world .tools > button:last-child")
    #expect(try await browser.holds("/^From the start/.test(document.activeElement.innerText)"))
  }

  @Test
  func
    `a map of many screens shows the neighbors, a grid its columns, and follow-up actions are solid`()
    async throws
  {
    let browser = try await open(AppModel<Rooms>().explore())
    #expect(
      try await browser.holds(
        "getComputedStyle(document.querySelector('.cells')).gridTemplateColumns.split(' ').length"
          + " === 3"))
    try await browser.click("button", named: "Map")
    let nodes =
      "[...document.querySelectorAll('#picture [role=button] text')]"
      + ".map(({ textContent }) => textContent).join()"
    try await browser.waits(for: "\(nodes) === 'Room 0,Room 1'")
    try await browser.click("#picture [role=button]", named: "Room 1 (room-1)")
    try await browser.waits(for: "\(nodes) === 'Room 0,Room 1,Room 2'")
    #expect(try await browser.holds("find('caption').innerText.startsWith('70 screens are too')"))
    let solid = "!document.querySelector('#picture path[stroke-dasharray]')"
    #expect(try await browser.holds(solid))
    // In a recording, the screen changes with the action that follows an input.
    let trail = try Trail.parse("> next\n> next\n", file: "a.trail")
    let history = PageHistory<Rooms>(PageTables())
    var player = try history.player(of: trail, under: PlayOptions())
    while !player.isAtEnd { history.step(&player) }
    let page = RunPage(of: trail, under: PlayOptions(), history)
    try folder.write(PageDocument.text(showing: page.json), to: "run.html")
    try await browser.open("file://\(folder["run.html"])")
    try await browser.click("button", named: "Map")
    try await browser.waits(for: "\(nodes) === 'Room 0,Room 1,Room 2'")
    #expect(try await browser.holds(solid))
    // Copies have all that the last line causes.
    try await browser.perform("select(1)")
    let test = try await copy("test", in: browser)[1]
    #expect(test.contains("[\n    (\"> next\", \"room-1\"),\n  ]"))
  }

  @Test func `a secret among commands is hidden`() async throws {
    let (program, browser) = try await open(.onboarding, "--inspect", "--ephemeral")
    try await enter("next", "accept", "next", in: browser)
    try await browser.click("button", named: "Commands")
    try await browser.click("#command")
    try await browser.type("email ada@example.com; password")
    #expect(try await browser.holds("find('command').type === 'text'"))
    try await browser.type(" hunter2!")
    #expect(
      try await browser.holds(
        "find('command').type === 'password' && find('command').value.endsWith('word hunter2!')"))
    try await browser.type("\u{E007}:state\u{E007}")
    try await browser.waits(for: "find('output').textContent.includes(':state')")
    #expect(try await browser.holds("!document.documentElement.outerHTML.includes('hunter2')"))
    // It may be typed ahead, or after a misspelt name: also behind a colon, or behind a button.
    let typed: [String] = try await browser.run(
      """
      return [
        "next; pasword", "next; pasword h", ":pasword h", ": pasword h", "next pasword h",
        ":state; pasword h", ":find two words more", "email two words more",
      ].filter((value) => {
        const command = Object.assign(find("command"), { value });
        command.oninput({ target: command });
        return command.type === "text";
      });
      """)
    #expect(typed == ["next; pasword", ":find two words more", "email two words more"])
    try await expectNoFault(browser)
    end(program)
  }
}

/// Seventy rooms in a row, each of which is entered by an action that follows.
private struct Rooms: App, Reducer {
  struct State: Hashable { var room = 0 }
  enum Action: Equatable { case next, entered }

  static let name = "rooms"
  static let summary = "Leads through rooms."
  let state = State()
  var reducer: Rooms { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .next where state.room < 69: return .send(.entered)
    case .next: break
    case .entered: state.room += 1
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("room-\(state.room)", "Room \(state.room)") {
        Grid(columns: 3, (1...3).map { Grid.Cell(.text(Text("\($0)"))) })
        Button("next", disabledBecause: state.room == 69 ? "the last room" : nil, .next)
      }
    ]
  }
}
