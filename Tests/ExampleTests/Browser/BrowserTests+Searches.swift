import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnPage
import CairnSimulation
import Foundation
import TestSupport
import Testing

@testable import counter
@testable import onboarding
@testable import workout

// Pages of searches. They are in the same suite, so that one browser runs at a time.
extension BrowserTests {
  /// The file of a search, opened in a browser.
  func open<A: App>(
    _ exploration: AppExploration<A>, limits: SearchPage<A>.Limits = .init(), width: Int = 1280,
    preferences: [String] = []
  ) async throws -> Browser {
    let file = folder["proof.html"]
    let page = try SearchPage(exploration, limits: limits)
    try folder.write(PageDocument.text(showing: page.json()), to: "proof.html")
    let browser = try await Browser(in: Folder(), width: width, preferences: preferences)
    try await browser.open("file://\(file)")
    return browser
  }

  @Test func `Enter in a form that moves on by itself presses nothing on the next screen`()
    async throws
  {
    let browser = try await open(AppModel<Gate>().explore())
    try await browser.click(Self.control("code"))
    try await browser.type("1\u{E007}")
    try await browser.waits(for: "document.title.startsWith('Inside')")
    // Inside, there is another field and another button with these names.
    #expect(try await browser.holds("page.moments.at(-1).line === '> code 1'"))
    try await browser.click(Self.control("code"))
    try await browser.type("1\u{E007}")
    try await browser.waits(for: "page.moments.at(-1).line === '> next'")
  }

  @Test func `in a narrow window, the map is scrolled to the present screen`() async throws {
    let exploration = try AppModel<OnboardingApp>().explore(within: Bounds(depth: 8))
    let browser = try await open(exploration, width: 400)
    try await browser.perform("document.body.style.width = '360px'")
    for id in ["welcome", "terms", "credentials"] {
      try await browser.click("button", named: "Map")
      let _: Bool = try await browser.run(
        """
        goToState(page.data.states.findIndex((state) => topId(state) === arguments[0]));
        return true;
        """, id)
      let isVisible: Bool = try await browser.run(
        """
        const [frame, node] = ["#canvas", "#picture [aria-current]"]
          .map((selector) => document.querySelector(selector).getBoundingClientRect());
        return node.left >= frame.left && node.right <= frame.right && node.top >= frame.top
          && node.bottom <= frame.bottom && frame.right <= 360;
        """)
      #expect(isVisible, "\(id)")
    }
    // Two screens of one layer that lead to each other have one link, whose curves lie side by side.
    let links: [String] = try await browser.run(
      """
      const edges = ["root b", "root a", "b a", "a b"].map((ends) => ends.split(" "))
        .map(([from, to]) => ({ from, to }));
      return layout(["root", "b", "a"].map((id) => ({ id })), edges).links.map(({ edges }) =>
        edges.map(({ from, to, isDown }) => `${from} ${to} ${isDown}`).join());
      """)
    #expect(links == ["root b true", "root a true", "b a false,a b true"])
  }

  @Test func `a counterexample is played to its end, whose moment is marked`() async throws {
    let browser = try await open(AppModel<TwoOrders>().explore())
    try await browser.click("button", named: "Proof")
    try await browser.click("button", named: "Play the counterexample")
    try await browser.waits(
      for: "document.querySelector('#played').textContent.includes('a second order')")
    // The button is hidden with its panel, and leaves the focus to the heading.
    #expect(try await browser.holds("document.activeElement.tagName === 'H1'"))
    let count: Int = try await browser.run("return Number(document.querySelector('#slider').max)")
    for _ in 0..<count { try await browser.click("#after") }
    try await browser.waits(
      for: "document.querySelector('#moments [aria-current]').textContent.includes('does not hold')"
        + " || document.querySelector('#moments [aria-current]').classList.contains('fails')")
    #expect(
      try await browser.holds(
        "document.querySelector('#stack').innerText.includes('2 orders')"))
    // The same state is marked where a person walks to it.
    let link: String = try await browser.run("return '#state=' + page.moments.at(-1).state")
    try await browser.perform("location.hash = arguments[0]", link)
    try await browser.waits(for: "page.played === undefined")
    let mark = "textContent.includes('Violates “never a second order”')"
    try await browser.waits(for: "document.querySelector('#alarm').\(mark)")
    #expect(try await browser.holds("document.querySelector('#moments li:last-child').\(mark)"))
    try await browser.perform("history.back()")
    try await browser.waits(for: "page.played !== undefined")
    try await browser.click("button", named: "Copy as a trail")
    let trail: String = try await browser.run("return document.querySelector('#copied-text').value")
    #expect(trail.contains("> order\n") && trail.hasPrefix("% app two-orders\n"))
    try await expectNoFault(browser, from: "file://")
    try await expectAccessible(browser)
  }

  @Test func `changes since an earlier version are listed, and played as far as this one goes`()
    async throws
  {
    func explore(_ words: String...) throws -> Run {
      try folder.run(.timeline, ["explore", "--check", "none"] + words)
    }
    #expect(try explore("--save", "old.json").status == 0)
    // As if the screen had another name before.
    let text = try #require(folder.text("old.json"))
    try folder.write(text.replacing("\"feed\"", with: "\"<b>news\""), to: "old.json")
    #expect(try explore("--against", "old.json", "--html", "page.html").status == 0)
    let browser = try await Browser(in: Folder(), width: 1280)
    try await browser.open("file://\(folder["page.html"])")
    let entries: [String] = try await browser.run(
      "return [...document.querySelectorAll('#proof h2 + ul.verdicts > li')].map((each) =>"
        + " [...each.children].map((child) => child.innerText).join('|'))")
    let earlier = "A trail, which replays in the earlier version"
    #expect(
      entries == [
        "came the screen feed|screen|Play the trail", "went the screen <b>news|screen|\(earlier)",
        "changed on login: @ time leads to feed; before: @ time leads to <b>news|transition"
          + "|Play the trail|\(earlier)",
        "changed on starting: @ time leads to feed; before: @ time leads to <b>news|transition"
          + "|Play the trail|\(earlier)",
      ])
    #expect(
      try await browser.holds(
        "document.querySelector('#proof h2').innerText === 'Changes since old.json: 4 changes'"))
    // The trail of what went is text, which stays open when the page is drawn.
    try await browser.click("#proof summary")
    try await browser.waits(for: "document.querySelector('#proof details').open")
    #expect(
      try await browser.holds(
        "(draw(), document.querySelector('#proof details[open] pre').innerText)"
          + ".endsWith('? screen <b>news\\n# The effects in flight end.\\n@ idle\\n')"))
    try await browser.click("#proof details[open] button", named: "Copy")
    try await browser.waits(
      for: "document.querySelector('#copied-status').innerText.includes('clipboard')")
    try await expectAccessible(browser)
    try await browser.click("#proof button", named: "Play the trail")
    let played = "document.querySelector('#played').innerText === 'came the screen feed'"
    try await browser.waits(for: played)
    let count: Int = try await browser.run("return Number(document.querySelector('#slider').max)")
    for _ in 0..<count { try await browser.click("#after") }
    let shown =
      "topId(present()) === 'feed' && document.querySelector('#moments [aria-current] small')"
      + ".innerText === 'came the screen feed'"
    #expect(try await browser.holds(shown))
    // What only ends the effects in flight is in the trail alone.
    #expect(try await browser.holds("!page.moments.some(({ line }) => line === '@ idle')"))
    try await browser.click("button", named: "Copy as a trail")
    let trail: String = try await browser.run("return document.querySelector('#copied-text').value")
    #expect(
      trail.hasPrefix("% app timeline\n")
        && trail.hasSuffix("? screen feed\n# The effects in flight end.\n@ idle\n"))
    // The address leads to the same moment.
    try await browser.waits(for: "location.hash === '#played=15&moment=\(count)'")
    try await browser.reload()
    try await browser.waits(for: "\(played) && \(shown)")
    try await expectNoFault(browser, from: "file://")
    try await expectAccessible(browser)
  }

  @Test(arguments: ["", "--force-dark-mode"])
  func `a click leads to another state, and the browser goes back`(preference: String) async throws
  {
    var model = AppModel<CounterApp>()
    model.check = .none
    let browser = try await open(
      model.explore(within: Bounds(depth: 3)),
      preferences: preference.isEmpty ? [] : [preference])
    try await browser.click(Self.control("increment"))
    try await browser.waits(for: "document.querySelector('#stack').innerText.includes('Count: 1')")
    try await browser.perform("history.back()")
    try await browser.waits(for: "document.querySelector('#stack').innerText.includes('Count: 0')")
    try await expectAccessible(browser)
  }

  @Test func `each screen of a search is reached by the map`() async throws {
    var model = AppModel<OnboardingApp>()
    (model.check, model.without) = (.none, [.delays])
    let exploration = try model.explore()
    let browser = try await open(exploration)
    try await browser.click("button", named: "Map")
    for id in exploration.screens {
      let title: String = try await browser.run(
        "return page.data.screens.find(({ id }) => id === arguments[0]).title", id)
      try await browser.click("#drawing [role=button]", named: "\(title) (\(id))")
      try await browser.waits(
        for: "[...document.querySelectorAll('#stack h1')].at(-1).textContent === '\(title)'")
    }
    try await browser.click("#drawing [role=button]", named: "Main (main)")
    try await browser.click("button", named: "History")
    // The test that a page copies is the one that is built.
    try await browser.click("button", named: "Copy as a test")
    let copied: String = try await browser.run(
      "return document.querySelector('#copied-text').value")
    let test = package.appending(path: "Tests/OnboardingTests/CopiedTests.swift")
    if Self.writes { try copied.write(to: test, atomically: true, encoding: .utf8) }
    #expect(try copied == String(contentsOf: test, encoding: .utf8))
    try await expectNoFault(browser, from: "file://")
    try await expectAccessible(browser)
  }

  @Test func `each screen of a search is reached by clicks on what the app shows`() async throws {
    var model = AppModel<OnboardingApp>()
    (model.check, model.without) = (.none, [.delays])
    let exploration = try model.explore()
    let browser = try await open(exploration)
    let reached: [String] = try await browser.run(
      """
      const all = (selector) => [...document.querySelectorAll(selector)];
      const world = { time: "To the next timer", restart: "Restart", event: "An event" };
      const top = "#stack > :last-child";
      // A sample of a field, the control of another input, or a button for what happens without one.
      const node = ({ by, text }) => (by !== "input"
        ? all("#world button").find(({ innerText }) => innerText === world[by])
        : all(`${top} .chips button`).find(({ dataset }) => dataset.key === text)
          ?? document.querySelector(`${top} [data-name="${text.split(" ")[0]}"]`));
      const leads = (moment) => {
        node(moment).click();
        const outcome = page.offer?.edges.findIndex(([, target]) => target === moment.state);
        if (outcome !== undefined) all("[aria-label=Outcomes] button")[outcome].click();
        return present().state === moment.state;
      };
      return [...new Set(page.data.states.map(topId))].filter((id) => {
        const path = shortestPath(page.data.states.findIndex((state) => topId(state) === id));
        goToState(path[0].state);
        return path.slice(1).every(leads);
      });
      """)
    #expect(Set(reached) == Set(exploration.screens))
    try await expectNoFault(browser, from: "file://")
  }

  @Test func `a copied test repeats answers and orders of work`() async throws {
    var workout = AppModel<WorkoutApp>()
    workout.check = .none
    let browser = try await open(workout.explore(within: Bounds(depth: 12)))
    let state: Int = try await browser.run(
      """
      return page.data.states.findIndex(({ trail = [] }) => {
        const choices = trail.map((line) => page.data.lines[line])
          .filter((line) => line.startsWith("% choices ")).join();
        return choices.includes(' "') && / [2-9]\\/[0-9]/.test(choices);
      });
      """)
    try await browser.perform("goToState(\(state))")
    try await browser.click("button", named: "History")
    try await browser.click("button", named: "Copy as a test")
    let test: String = try await browser.run("return document.querySelector('#copied-text').value")
    // AccountsTests has a compiled test with answers and times.
    #expect(
      test.contains(
        """
          let simulation = Simulation(
            choices: TrailChoices(
              choices: ["a cancelled write: takes place", "1/2", "2/2"],
              delays: ["500ms", "500ms", "1s", "1s"]))
          simulation.choices.answerTime = try DurationSyntax.parse("0s")...DurationSyntax.parse("1s")

        """), "\(test)")
    // A start of two words, an answer with an invisible character, and a name that no test can have.
    let copied: String = try await browser.run(
      #"""
      const choices = '% choices "load: a\\u{AD}b" 2/3:"next: a \\"b" 1/2:"wake: c"';
      trailLines = () => ["% start two words", choices, "% delays 1.15s"];
      page.data.app = "a`b\\c";
      return testText([]);
      """#)
    for part in [
      #"start: "two words""#, #"choices: ["load: a\u{AD}b", "2/3"],"#, #"delays: ["1.15s"])"#,
      "@Test func `a'b'c shows ",
    ] { #expect(copied.contains(part), "\(part)") }
  }
}

/// A form that moves on when its field has a value, to another one with the same names.
private struct Gate: App, Reducer {
  struct State: Hashable { var isInside = false, code = "", isDone = false }
  enum Action: Equatable {
    case code(String)
    case next
  }

  static let name = "gate"
  static let summary = "Opens."
  static let samples = ["code": ["1"]]
  let state = State()
  var reducer: Gate { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .code(let code) where state.isInside: state.code = code
    case .code: state.isInside = true
    case .next: state.isDone = true
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen(state.isInside ? "inside" : "outside", state.isInside ? "Inside" : "Outside") {
        Field("code", state.code) { .code($0) }
        Button("next", disabledBecause: state.isDone ? "done" : nil, .next)
      }
    ]
  }
}

/// An app with a race: a second press orders twice.
struct TwoOrders: App, Reducer {
  struct State: Hashable { var presses = 0, orders = 0 }
  enum Action: Equatable { case order, ordered }

  static let name = "two-orders"
  static let summary = "Orders paper."
  static let properties: [AppProperty<State>] = [.never("a second order") { $0.orders > 1 }]
  let state = State()
  let choices: Choices
  var reducer: TwoOrders { self }

  init(_ launch: Launch) { choices = launch.choices }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .order where state.orders == 0 && state.presses < 2:
      state.presses += 1
      return .run(name: "order") { [choices] send in
        try await choices.answer("order", ["works": .success(())])
        await send(.ordered)
      }
    case .ordered: state.orders += 1
    case .order: break
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    let objection = state.orders == 0 && state.presses < 2 ? nil : "it is ordered"
    return [
      Screen("desk", "Desk") {
        Text("\(state.orders) orders")
        Button("order", disabledBecause: objection, .order)
      }
    ]
  }
}
