import Cairn
import CairnApp
import CairnExplorer
import CairnPage
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

// Walks through the states of a search, in the same suite, so that one browser runs at a time.
extension BrowserTests {
  @Test func `the page of an app whose start crashes shows its proof`() async throws {
    var model = AppModel<TwoOrders>()
    model.willStep = { false }
    let exploration = try model.explore()
    #expect(exploration.states == 0)
    let browser = try await open(exploration)
    try await browser.waits(for: "find('proof').innerText.includes('no step crashes')")
    try await browser.click("button", named: "Map")
    try await browser.click("button", named: "History")
    #expect(try await browser.holds("find('moment').innerText === ''"))
    try await browser.click("button", named: "Copy as a test")
    #expect(try await browser.holds("find('copied-status').innerText.endsWith('out its trail.')"))
    try await browser.click("#after")
    try await expectNoFault(browser, from: "file://")
  }

  @Test func `an input with several outcomes offers them again after a step back`() async throws {
    var model = AppModel<Shop>()
    model.without = [.delays]
    let browser = try await open(model.explore())
    try await browser.click("button", named: "History")
    for (outcome, answer) in [("works", "It works"), ("fails", "It fails")] {
      try await browser.click(Self.control("order"))
      try await browser.click("[aria-label=Outcomes] button", named: "order: \(outcome)")
      try await browser.waits(
        for: "document.querySelector('#stack').innerText.includes('\(answer)')")
      try await browser.click("#before")
    }
  }

  @Test func `a text with several outcomes offers them, and Enter presses nothing before`()
    async throws
  {
    var model = AppModel<Notes>()
    model.without = [.delays]
    let browser = try await open(model.explore())
    let offersB = "page.offer?.edges.every((edge) => stepOf(edge).line === 'note b')"
    for sample in ["a", "b"] {
      try await browser.click("[aria-label=Tried] button", named: sample)
    }
    #expect(try await browser.holds(offersB))
    // The same text, typed, is offered as well. A second Enter leaves the choice to the person.
    try await browser.click(Self.control("note"))
    try await browser.type("b\u{E007}\u{E007}")
    #expect(try await browser.holds("\(offersB) && page.moments.length === 1"))
  }

  @Test func `a walk that leaves a played trail goes back through states of the search`()
    async throws
  {
    var model = AppModel<Shop>()
    model.without = [.delays]
    let browser = try await open(model.explore())
    try await browser.click("button", named: "Proof")
    try await browser.click("button", named: "Play the counterexample")
    try await browser.perform("select(latest())")
    // In the search, the order and its answer are one step.
    let hasOthers = "page.moments.some(({ state }) => state === undefined)"
    #expect(try await browser.holds(hasOthers))
    try await browser.click("#world button", named: "Restart")
    #expect(try await browser.holds("present().by === 'restart' && !\(hasOthers)"))
  }

  /// The state in which one bell has rung, and the other one was pressed later.
  private func goToFirstRing(in browser: Browser) async throws {
    try await browser.perform(
      #"""
      goToState(page.data.states.findIndex((state) =>
        topId(state) === "rung" && state.effects.length === 1
          && /^> one @ \S+ > two @ \S+$/.test(state.trail.map((line) => page.data.lines[line])
            .filter((line) => /^[>@] /.test(line)).join(" "))))
      """#)
  }

  @Test func `of two equal effects, each is started and ends`() async throws {
    let browser = try await open(AppModel<Bells>().explore())
    try await goToFirstRing(in: browser)
    let counts: [String] = try await browser.run(
      "return page.moments.map(({ started, gone }) => `${started.length} ${gone.length}`)")
    #expect(counts == ["0 0", "1 0", "1 0", "0 1"])
  }

  @Test func `a page that leaves out states says how many the search has`() async throws {
    let exploration = try AppModel<TwoOrders>().explore()
    var limits = SearchPage<TwoOrders>.Limits()
    limits.states = 3
    let browser = try await open(exploration, limits: limits)
    let text = "find('world').innerText"
    let count = "State 0 of \(exploration.states) states"
    #expect(try await browser.holds("\(text).includes('\(count)')"))
    // The search may have gone on from a state that is left out.
    try await browser.perform("goToState(3)")
    #expect(try await browser.holds("topId(present()) === 'not-shown'"))
    #expect(try await browser.holds("!\(text).includes('State ')"))
  }

  @Test func `the words of the filter leave with what the app seals`() async throws {
    let (program, browser) = try await open(.accounts, "--inspect", "--ephemeral")
    for line in [
      "go-signup", "email ada@example.com", "password s3cret-pw!", "mobile +60 12-345 6789",
      "gender other", "signup",
    ] { try await browser.perform("post(arguments[0])", line) }
    try await browser.waits(for: "document.title.startsWith('Home')")
    try await browser.click("#filter")
    try await browser.type("ada")
    // A tab that shows the first moment shows the present of the history that begins.
    try await browser.perform("select(0); post('logout')")
    try await browser.waits(
      for: "page.moments[0].text.startsWith('(earlier') && page.isFollowing"
        + " && document.title.startsWith('Log in')")
    #expect(try await browser.holds("find('filter').value === ''"))
    end(program)
  }

  @Test func `a copied test has the waits and the samples of the trail`() async throws {
    let browser = try await open(AppModel<Bells>().explore())
    func copied() async throws -> String {
      try await browser.click("button", named: "Copy as a test")
      return try await browser.run("return document.querySelector('#copied-text').value")
    }
    try await browser.click("button", named: "History")
    try await goToFirstRing(in: browser)
    let late = try await copied()
    #expect(
      late.contains(
        """
            ("> one", "quiet"),
            ("@ 500ms", "quiet"),
            ("> two", "quiet"),
            ("@ 500ms", "rung"),

        """), "\(late)")
    try await browser.click("button", named: "Proof")
    try await browser.click("button", named: "Play the example")
    let secret = try await copied()
    #expect(secret.contains("    (\"> pin 1234\", \"quiet\"),\n"), "\(secret)")
    #expect(!secret.contains("•"))
    // The sample goes on to the next moment of the example, typed or clicked.
    try await browser.perform("type('pin', '1234')")
    #expect(try await browser.holds("page.played === 0 && page.position === 1"))
    try await browser.click("#before")
    try await browser.click("[aria-label=Tried] button", named: "1234")
    #expect(try await browser.holds("page.played === 0 && page.position === 1"))
  }
}

extension BrowserTests {
  @Test
  func
    `a recording says what started and cancelled effects, and its map leads by the fewest lines`()
    async throws
  {
    let options = PlayOptions()
    let trails = try ["> wait\n> wait\n> enter\n! enter\n@ idle\n", "> enter\n"].map { lines in
      try Trail.parse(lines, file: "a.trail")
    }
    let history = PageHistory<Hall>(PageTables())
    for trail in trails {
      var player = try history.player(of: trail, under: options)
      while !player.isAtEnd { history.step(&player) }
    }
    let page = RunPage(of: trails[0], under: options, history)
    try folder.write(PageDocument.text(showing: page.json), to: "run.html")
    let browser = try await Browser(in: Folder())
    try await browser.open("file://\(folder["run.html"])")
    try await browser.perform("select(2)")
    let moment: String = try await browser.run("return find('moment').innerText")
    for line in [
      "Started by this moment: wait", "Cancelled by this moment: wait",
      "In flight: wait (started by line 2: wait)",
    ] { #expect(moment.contains(line), "\(moment)") }
    // The next line is refused, so the control that it names is disabled, and leads on all the same.
    try await browser.perform("select(3)")
    #expect(
      try await browser.holds(
        "document.querySelector(\"\(Self.control("enter"))\").matches('[data-next][aria-disabled]')"
      ))
    try await browser.click(Self.control("enter"))
    #expect(try await browser.holds("page.position === 4 && page.refusal === undefined"))
    // The second trail has shown the hall after one line, the first one after three.
    try await browser.click("button", named: "Map")
    try await browser.click("#picture [role=button]", named: "Hall (hall)")
    #expect(
      try await browser.holds(
        "present().line === '> enter' && page.moments[page.position - 1].by === 'start'"))
    try await expectNoFault(browser, from: "file://")
  }

  @Test func `the map of a living session leads to the moment that first showed a screen`()
    async throws
  {
    let (program, browser) = try await open(.onboarding, "--inspect", "--ephemeral")
    for line in ["next", "accept", "next"] { try await browser.perform("post(arguments[0])", line) }
    try await browser.waits(for: "document.title.startsWith('Credentials')")
    try await browser.click("button", named: "Map")
    try await browser.click("#picture [role=button]", named: "Terms of Service (terms)")
    try await browser.waits(for: "document.title.startsWith('Terms')")
    #expect(
      try await browser.holds(
        "!page.isFollowing && page.position === page.moments.findIndex((moment) =>"
          + " topId(moment) === 'terms')"))
    try await browser.click("#world button", named: "To the present")
    try await browser.waits(for: "document.title.startsWith('Credentials')")
    end(program)
  }
}

/// A hall behind a door, at which one waits; to wait again ends the wait before.
private struct Hall: App, Reducer {
  struct State: Hashable { var isInside = false, waits = 0 }
  enum Action: Equatable { case wait, waited, enter }

  static let name = "hall"
  static let summary = "Lets people in."
  let state = State()
  let clock: any Clock<Duration>
  var reducer: Hall { self }

  init(_ launch: Launch) { clock = launch.clock }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .wait:
      return .run(name: "wait") { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.waited)
      }
      .cancellable(id: "wait", cancelInFlight: true)
    case .waited: state.waits += 1
    case .enter: state.isInside = true
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen(state.isInside ? "hall" : "door", state.isInside ? "Hall" : "Door") {
        Button("wait", .wait)
        Button("enter", disabledBecause: state.isInside ? "you are inside" : nil, .enter)
      }
    ]
  }
}

/// A shop where an order works or fails.
private struct Shop: App, Reducer {
  struct State: Hashable { var answer = "" }
  enum Action: Equatable {
    case order
    case ordered(Bool)
  }

  static let name = "shop"
  static let summary = "Takes an order."
  static let properties: [AppProperty<State>] = [.never("it fails") { $0.answer == "It fails" }]
  let state = State()
  let choices: Choices
  var reducer: Shop { self }

  init(_ launch: Launch) { choices = launch.choices }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .order where state.answer.isEmpty:
      return .run(name: "order") { [choices] send in
        let isDone = try await choices.answer(
          "order", ["works": .success(true), "fails": .success(false)])
        await send(.ordered(isDone))
      }
    case .ordered(let isDone): state.answer = isDone ? "It works" : "It fails"
    case .order: break
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("shop", "Shop") {
        Text(state.answer)
        Button("order", disabledBecause: state.answer.isEmpty ? nil : "it is ordered", .order)
      }
    ]
  }
}

/// A note, which is saved or not.
private struct Notes: App, Reducer {
  struct State: Hashable { var note = "", isSaved = false, isDone = false }
  enum Action: Equatable {
    case note(String)
    case saved(Bool)
    case next
  }

  static let name = "notes"
  static let summary = "Takes a note."
  static let samples = ["note": ["a", "b"]]
  let state = State()
  let choices: Choices
  var reducer: Notes { self }

  init(_ launch: Launch) { choices = launch.choices }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .note(let note):
      state.note = note
      return .run(name: "save") { [choices] send in
        let isSaved = try await choices.answer(
          "save", ["works": .success(true), "fails": .success(false)])
        await send(.saved(isSaved))
      }
    case .saved(let isSaved): state.isSaved = isSaved
    case .next: state.isDone = true
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("notes", "Notes") {
        Field("note", state.note) { .note($0) }
        Button("next", .next)
      }
    ]
  }
}

/// Two bells that ring a second after they were pressed, and a PIN.
private struct Bells: App, Reducer {
  struct State: Hashable {
    var pressed: Set<String> = []
    var rings = 0
    var pin: Secret = ""
  }
  enum Action: Equatable {
    case press(String)
    case rang
    case pin(Secret)
  }

  static let name = "bells"
  static let summary = "Rings."
  static let samples = ["pin": ["1234"]]
  static let properties: [AppProperty<State>] = [.reachable("a pin") { !$0.pin.isEmpty }]
  let state = State()
  let clock: any Clock<Duration>
  var reducer: Bells { self }

  init(_ launch: Launch) { clock = launch.clock }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .press(let bell) where !state.pressed.contains(bell):
      state.pressed.insert(bell)
      return .run(name: "bell") { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.rang)
      }
    case .press: break
    case .rang: state.rings += 1
    case .pin(let pin): state.pin = pin
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen(state.rings == 0 ? "quiet" : "rung", "Bells") {
        Field("pin", secure: state.pin) { .pin($0) }
        for bell in ["one", "two"] {
          Button(
            bell, disabledBecause: state.pressed.contains(bell) ? "pressed" : nil, .press(bell))
        }
      }
    ]
  }
}
