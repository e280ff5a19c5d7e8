import Cairn
import CairnApp
import CairnExplorer
import Foundation
import TestSupport
import Testing

// Fields, lists and copies, in the same suite, so that one browser runs at a time.
extension BrowserTests {
  @Test func `quick edits of fields are sent in their order, and none is lost`() async throws {
    let (program, browser) = try await open(.onboarding, "--inspect", "--ephemeral")
    for line in [
      "next", "accept", "next", "email ada@example.com", "password correct horse", "next",
    ] { try await browser.perform("post(arguments[0])", line) }
    try await browser.waits(for: "document.title.startsWith('Personal Info')")
    // All edits come before the first answer.
    try await browser.perform(
      """
      const [first, last, phone] = fieldsOfTop();
      const edit = (field, text) => field.onchange({ target: Object.assign(field, { value: text }) });
      Object.assign(window, { first, last, phone, edit, isLost: false });
      new MutationObserver(() => { window.isLost ||= first.value !== "Ada" || phone.value === ""; })
        .observe(first, { attributes: true });
      edit(first, "A");
      edit(first, "Ada");
      edit(last, "Love");
      edit(phone, "+44 20 7946 0000");
      last.value = "Lovelace";
      """)
    try await browser.waits(for: "last.defaultValue === 'Love' && phone.defaultValue !== ''")
    #expect(try await browser.holds("last.value === 'Lovelace' && !isLost"))
    // An edit back to the text of the app is sent as well. The press of Enter comes before an edit that follows it.
    try await browser.perform(
      """
      edit(first, "Eda");
      edit(first, "Ada");
      edit(last, last.value);
      phone.onkeydown({ target: phone, key: "Enter" });
      edit(first, "Grace");
      """)
    try await browser.waits(for: "document.title.startsWith('New PIN')")
    try await browser.waits(for: "page.moments.some(({ line }) => line === '> last-name Lovelace')")
    #expect(try await browser.holds("!page.moments.some(({ line }) => /Grace/.test(line))"))
    let names: [String] = try await browser.run(
      """
      return page.moments.flatMap(({ line }) => line ?? [])
        .filter((line) => line.startsWith("> first-name ")).slice(-2)
      """)
    #expect(names == ["> first-name Eda", "> first-name Ada"])
    end(program)
  }

  @Test func `a text that looks like a placeholder is typed as a text`() async throws {
    let (program, browser) = try await open(.onboarding, "--ephemeral")
    for line in ["next", "accept", "next"] { try await browser.perform("post(arguments[0])", line) }
    try await browser.waits(for: "document.title.startsWith('Credentials')")
    try await browser.click(Self.control("password"))
    try await browser.type("{secret-1}\u{E004}")
    let field = "document.querySelector(\"\(Self.control("password"))\")"
    try await browser.waits(for: "\(field).placeholder.startsWith('•')")
    // Backspace clears the secret of an empty field, and one that is held down does not.
    for (isHeld, count) in [(true, 0), (false, 1)] {
      let sent: Int = try await browser.run(
        """
        const [field, before] = [\(field), page.pending];
        field.onkeydown({ target: field, key: "Backspace", repeat: \(isHeld) });
        return page.pending - before;
        """)
      #expect(sent == count)
    }
    try await browser.waits(for: "\(field).placeholder === ''")
    end(program)
  }

  @Test func `Enter sends no text that nobody has typed, or that it only confirms`() async throws {
    let browser = try await open(AppModel<Choice>().explore())
    try await browser.click(Self.control("note"))
    try await browser.type("\u{E007}")
    #expect(try await browser.holds("fieldsOfTop()[1].value === 'one two'"))
    #expect(try await browser.holds("page.refusal === undefined && page.moments.length === 1"))
    // In Safari, the Enter that confirms a composition comes after its end. The search has no such step.
    for (code, isSent) in [(229, false), (13, true)] {
      let isRefused: Bool = try await browser.run(
        """
        const note = Object.assign(fieldsOfTop()[1], { value: "three" });
        note.onkeydown({ target: note, key: "Enter", keyCode: \(code) });
        return page.refusal !== undefined;
        """)
      #expect(isRefused == isSent)
    }
  }

  @Test func `a note that appears above a button leaves the focus on it`() async throws {
    let (program, browser) = try await open(.onboarding, "--ephemeral")
    for line in [
      "next", "accept", "next", "email ada@example.com", "password correct horse", "next",
      "first-name Ada", "last-name Lovelace",
    ] { try await browser.perform("post(arguments[0])", line) }
    try await browser.waits(for: "fieldsOfTop()[1].value === 'Lovelace'")
    try await browser.click(Self.control("telephone"))
    try await browser.type("12\u{E004}")
    try await browser.waits(for: "document.querySelector('#stack > :last-child .note')")
    #expect(try await browser.holds("document.activeElement.dataset.name === 'next'"))
    end(program)
  }

  @Test func `a control that moves keeps the focus, and one that is gone leaves it to the heading`()
    async throws
  {
    let (program, browser) = try await open(.counter)
    try await browser.click(Self.control("increment"))
    let isKept: Bool = try await browser.run(
      """
      page.shown.at(-1).elements.reverse();
      draw();
      return document.activeElement.dataset.name === "increment";
      """)
    #expect(isKept)
    try await browser.perform(
      """
      const { elements } = page.shown.at(-1);
      page.shown.at(-1).elements = elements.filter(({ name }) => name !== "increment");
      draw();
      """)
    #expect(try await browser.holds("document.activeElement.tagName === 'H1'"))
    end(program)
  }

  @Test func `a toggle is drawn by the browser, which knows forced colors`() async throws {
    let (program, browser) = try await open(.onboarding, "--ephemeral")
    try await browser.perform("post('next')")
    try await browser.waits(for: "document.title.startsWith('Terms')")
    try await browser.forceColors()
    let isSeen: [Bool] = try await browser.run(
      """
      const toggle = document.querySelector("\(Self.control("accept"))");
      return [
        matchMedia("(forced-colors: active)").matches,
        getComputedStyle(toggle).appearance !== "none", toggle.offsetWidth > 24,
      ];
      """)
    #expect(isSeen == [true, true, true])
    end(program)
  }

  @Test func `an answer that comes after the screen has changed shows nothing of it`() async throws
  {
    let (program, browser) = try await open(.counter, "--inspect")
    try await browser.waits(for: "topKey()")
    // An answer of another program, which has the port now.
    let status: String = try await browser.run(
      """
      window.fetch = () => Promise.resolve(new Response("404 Not Found", { status: 404 }));
      return copy("The trail").then(() => find("copied-status").innerText);
      """)
    #expect(status == "The trail cannot be copied: the program does not answer.")
    let shown: [String] = try await browser.run(
      """
      window.fetch = () => Promise.resolve(new Response('{"refused": "no", "screens": []}'));
      const refusal = async (screen) => {
        post("increment", "increment", screen);
        await page.sending;
        return page.refusal?.text ?? "nothing";
      };
      const copied = async (change) => {
        const copying = copy("The trail");
        change();
        await copying;
        return find("copied-text").value === "" ? "nothing" : "a copy";
      };
      return (async () => [
        await refusal("0-other"), await refusal(topKey()),
        await copied(() => { page.data = { ...page.data }; }), await copied(() => {}),
      ])();
      """)
    #expect(shown == ["nothing", "no", "nothing", "a copy"])
    end(program)
  }

  @Test func `all rows of a long list and all columns of a wide table can be reached`() async throws
  {
    let browser = try await open(AppModel<Shelf>().explore())
    let rows = "document.querySelectorAll('.rows button').length"
    #expect(try await browser.holds("\(rows) === 500"))
    try await browser.click("article > button", named: "… and 10 more")
    #expect(try await browser.holds("\(rows) === 510"))
    // The button is gone, and the rows stay in view.
    #expect(try await browser.holds("document.activeElement.tagName === 'H1' && scrollY > 1000"))
    // Of many changes, the first are shown, and that there are others.
    let last: [String] = try await browser.run(
      """
      const { values } = page.data;
      const add = (value) => values.push(value) - 1;
      const list = (word) => add(["[]", ...Array.from({ length: 300 }, (_, at) => at)
        .flatMap((at) => ["", add(`${word} ${at}`)])]);
      const changes = difference(list("old"), list("new"));
      return changes.slice(199).map((line) => line.join(" "));
      """)
    #expect(last == ["+ [99]: new 99", "… and more"])
    // A table that is too wide for a narrow window scrolls within the card.
    try await browser.perform("document.body.style.width = '360px'")
    let card: [Bool] = try await browser.run(
      """
      const card = document.querySelector("article");
      card.scrollLeft = 9999;
      return [card.getBoundingClientRect().right <= 360, card.scrollLeft > 100];
      """)
    #expect(card == [true, true])
  }

  @Test func `each option can be chosen, and equal outcomes have different names`() async throws {
    let browser = try await open(AppModel<Choice>().explore())
    for option in Choice.options {
      try await browser.perform(
        """
        const [picker] = fieldsOfTop();
        picker.onchange({ target: Object.assign(picker, { value: arguments[0] }) })
        """, option)
      let chosen: String = try await browser.run(
        "return page.refusal?.text ?? fieldsOfTop()[0].value")
      #expect(chosen == option)
    }
    // The menu of a picker may take the release of the pointer that opens it, so its press holds nothing.
    let isHeld: Bool = try await browser.run(
      """
      fieldsOfTop()[0].dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      return page.isHeld;
      """)
    #expect(!isHeld)
    let names: [String] = try await browser.run(
      """
      page.data.choices = ["save: fails", "save: works"];
      page.offer = { name: "note", edges: [[0, 0, 0], [0, 1, 0], [0, 2, 1]] };
      draw();
      return [...document.querySelectorAll("[aria-label=Outcomes] button")]
        .map(({ innerText }) => innerText);
      """)
    #expect(names == ["save: fails, 1", "save: fails, 2", "save: works"])
    // Outcomes of several steps have their names.
    let steps: [String] = try await browser.run(
      """
      const lines = ["@ event ring", "@ event stop"];
      const end = page.data.steps.push(...lines.map((line) => ({ kind: "event", line })));
      page.offer.edges = [[end - 2, 0, 0], [end - 1, 1, 0], [end - 1, 2]];
      draw();
      return [...document.querySelectorAll("[aria-label=Outcomes] button")]
        .map(({ innerText }) => innerText);
      """)
    #expect(steps == ["@ event ring: save: fails", "@ event stop: save: fails", "@ event stop"])
  }
}

/// A wide table, and more rows than a page draws at once.
private struct Shelf: App, Reducer {
  static let name = "shelf"
  static let summary = "Lists books."
  let state = 0
  var reducer: Shelf { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }

  func screens(of state: Int) -> [Screen<Int>] {
    [
      Screen("shelf", "Shelf") {
        for _ in 1...2 { GridRow((1...20).map { "Column\($0)" }) }
        for book in 1...510 { ListRow("book-\(book)", "Book", book) }
      }
    ]
  }
}

/// A picker with options that a typed line escapes, or not, and a field whose text has two lines.
private struct Choice: App, Reducer {
  static let options = [
    "\u{1F469}\u{200D}\u{1F467}", "\u{2764}\u{FE0F}", "\u{1F3F4}\u{E0067}\u{E007F}", "a\nb",
    "a\u{AD}b", "\u{3164}", " a", "a;b",
  ]
  struct State: Hashable { var option = "" }
  enum Action: Equatable { case chosen(String) }

  static let name = "choice"
  static let summary = "Offers options."
  static let samples = ["note": [options[0]]]
  let state = State()
  var reducer: Choice { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .chosen(let option): state.option = option
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("choice", "Choice") {
        Picker("option", state.option, of: Self.options) { .chosen($0) }
        Field("note", "one\ntwo") { .chosen($0) }
      }
    ]
  }
}
