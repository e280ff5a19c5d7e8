import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnPage
import Foundation
import TestSupport
import Testing

@testable import counter
@testable import onboarding

/// Apps, searches and recordings as a person uses them in a browser.
///
/// Serialized, because each test starts a browser.
@Suite(
  .longBlocking, .gate, .serialized, .timeLimit(.minutes(10)),
  .enabled(if: Browser.isInstalled, "Debian's packages chromium and chromium-driver are missing"))
struct BrowserTests {
  let folder = Folder()

  /// Whether the pictures of the documentation and the copied test are written again.
  static let writes =
    ProcessInfo.processInfo.environment["CAIRN_WRITE_PICTURE"] != nil

  /// A program that serves a page, and a browser with the page.
  func open(
    _ program: Program, _ arguments: String..., width: Int = 1024, hasMotion: Bool = false
  ) async throws -> (program: Dialogue, browser: Browser) {
    let dialogue = try Dialogue(program, ["web"] + arguments, in: folder)
    let browser = try await Browser(in: Folder(), width: width, hasMotion: hasMotion)
    try await browser.open(String(try dialogue.read(to: "\n").dropLast()))
    return (dialogue, browser)
  }

  /// Ends a program, which lives until then.
  func end(_ program: Dialogue) {
    program.send(signal: SIGINT)
    _ = program.wait()
  }

  /// Nothing went wrong in the page, and it asked its own program alone.
  ///
  /// - Parameter address: the beginning of its requests; by default, the address of the page.
  func expectNoFault(_ browser: Browser, from address: String? = nil) async throws {
    let address =
      if let address { address } else { try await browser.run("return location.href") as String }
    #expect(try await browser.consoleErrors() == [])
    for request in try await browser.requests() {
      #expect(
        request.hasPrefix(address) || request.hasPrefix("data:") || request.hasPrefix("chrome"))
    }
  }

  private let signUp: [(title: String, fields: [(String, String)], toggle: String?)] = [
    ("Welcome", [], nil),
    ("Terms of Service", [], "accept"),
    ("Credentials", [("email", "ada@example.com"), ("password", "correct horse")], nil),
    (
      "Personal Info",
      [("first-name", "Ada"), ("last-name", "Lovelace"), ("telephone", "+44 20 7946 0000")], nil
    ),
    ("New PIN", [("pin", "94170358")], nil),
    ("Confirm PIN", [("confirm", "94170358")], nil),
  ]

  static func control(_ name: String) -> String {
    "#stack > :last-child [data-name='\(name)']"
  }

  private func signUp(in browser: Browser) async throws {
    for (title, fields, toggle) in signUp {
      try await browser.waits(for: "document.title.startsWith('\(title)')")
      for (name, value) in fields {
        try await browser.click(Self.control(name))
        try await browser.type(value)
      }
      if let toggle {
        try await browser.click(Self.control(toggle))
        try await browser.waits(for: "document.querySelector(\"\(Self.control(toggle))\").checked")
      }
      try await browser.click(Self.control("next"))
    }
    try await browser.waits(for: "document.title.startsWith('Main')")
  }

  @Test func `a person signs up by click, goes back and forth, and unlocks after a restart`()
    async throws
  {
    let state = folder["session.json"]
    var (program, browser) = try await open(.onboarding, "--state", state, hasMotion: true)
    // Back and forth, and a refused input, whose reason is read out.
    try await browser.click(Self.control("next"))
    try await browser.waits(for: "document.title.startsWith('Terms')")
    try await browser.click(Self.control("next"))
    try await browser.waits(
      for: "document.querySelector('#stack [role=alert]').textContent.includes('accept')")
    // An equal refusal is read out as well: it is another node.
    try await browser.perform("window.read = document.querySelector('#stack [role=alert]')")
    try await browser.click(Self.control("next"))
    try await browser.waits(
      for: "document.querySelector('#stack [role=alert]').textContent === read.textContent"
        + " && !read.isConnected")
    #expect(try await browser.holds("document.title.startsWith('Terms')"))
    try await browser.click(Self.control("back"))
    try await browser.waits(for: "document.title.startsWith('Welcome')")
    try await signUp(in: browser)
    #expect(try await browser.holds("document.body.innerText.includes('Ada Lovelace')"))
    let address: String = try await browser.run("return location.href")
    try await expectNoFault(browser, from: address)
    try await browser.click(Self.control("lock"))
    try await browser.waits(for: "document.querySelector(\"\(Self.control("lock"))\").checked")
    program.send(signal: SIGINT)
    #expect(program.wait() == 130)
    try await browser.waits(for: "document.querySelector('#banner').textContent.includes('ended')")

    (program, browser) = try await open(.onboarding, "--state", state)
    try await browser.waits(for: "document.title.startsWith('Unlock')")
    let text: String = try await browser.run("return document.documentElement.outerHTML")
    #expect(!text.contains("Ada") && !text.contains("94170358"))
    try await browser.click(Self.control("pin"))
    try await browser.type("94170358")
    try await browser.click(Self.control("unlock"))
    try await browser.waits(for: "document.title.startsWith('Main')")
    end(program)
  }

  @Test func `a person signs up with the keyboard alone`() async throws {
    let (program, browser) = try await open(.onboarding, "--ephemeral", width: 400)
    for (title, fields, toggle) in signUp {
      try await browser.waits(for: "document.title.startsWith('\(title)')")
      try await expectAccessible(browser)
      // The heading of a new screen has the focus; Tab leads to the first control.
      if title != signUp[0].title {
        try await browser.waits(for: "document.activeElement.tagName === 'H1'")
      }
      try await browser.type("\u{E004}")
      for (_, value) in fields { try await browser.type("\(value)\u{E007}") }
      if let toggle {
        try await browser.type(" ")
        try await browser.waits(for: "document.querySelector(\"\(Self.control(toggle))\").checked")
        try await browser.type("\u{E004}")
      }
      // Enter in the last field has pressed the button.
      if fields.isEmpty {
        try await browser.waits(for: "document.activeElement.dataset.name === 'next'")
        try await browser.type("\u{E007}")
      }
    }
    try await browser.waits(for: "document.title.startsWith('Main')")
    end(program)
  }

  /// The inputs of an app's main path, as `name` or `name=value`, and the title to which each part leads.
  struct Path: Sendable {
    let program: Program
    let parts: [(inputs: [String], title: String)]
    /// The number of pictures on the last screen.
    var pictures = 0
  }

  private static let paths: [Path] = [
    Path(
      program: .accounts,
      parts: [
        (["go-signup"], "Sign up"),
        (
          [
            "email=grace@example.com", "password=s3cret-pw!", "first-name=Grace",
            "mobile=+60 12-345 6789", "gender=undisclosed", "signup",
          ], "Home"
        ),
        (["images"], "Images"),
      ], pictures: 5),
    Path(
      program: .dance,
      parts: [
        (["play-8"], "Log in"), (["go-signup"], "Sign up"),
        (["email=ada@example.com", "password=s3cret-pw!", "signup"], "Tango for Two"),
        (["play", "close"], "Classes"),
      ], pictures: 64),
    Path(
      program: .timeline,
      parts: [([], "Log in"), (["username=ada", "password=lovelace", "login"], "Timeline")]),
    Path(
      program: .workout,
      parts: [
        (["email=ada@example.com", "next"], "Create a new account"),
        (["password=s3cret", "gender=other", "signup"], "Profile"),
      ], pictures: 1),
  ]

  @Test(arguments: paths) func `the main path of an app leads to its screens`(_ path: Path)
    async throws
  {
    let (program, browser) = try await open(path.program, "--state", folder["state.json"])
    for (inputs, title) in path.parts {
      for input in inputs {
        let words = input.split(separator: "=", maxSplits: 1).map(String.init)
        let control = Self.control(words[0])
        if input == inputs.first {
          try await browser.waits(
            for: "!document.querySelector(\"\(control)\").hasAttribute('aria-disabled')")
        }
        if words.count == 1 {
          try await browser.click(control)
        } else if try await browser.holds(
          "document.querySelector(\"\(control)\").tagName === 'SELECT'")
        {
          try await browser.click("\(control) option", named: words[1])
        } else {
          try await browser.click(control)
          try await browser.type(words[1])
        }
      }
      try await browser.waits(for: "document.title.startsWith('\(title)')")
    }
    try await expectPictures(path.pictures, in: browser)
    try await expectNoFault(browser)
    try await expectAccessible(browser)
    end(program)
  }

  /// The screen has pictures, and the browser can draw them.
  func expectPictures(_ count: Int, in browser: Browser) async throws {
    let pictures = "[...document.querySelectorAll('#stack > :last-child img')]"
    try await browser.waits(for: "\(pictures).length === \(count)")
    let drawn: Int = try await browser.run(
      """
      // One that has not arrived is asked for again.
      const arrives = (image) => new Promise((done) => {
        if (image.naturalWidth > 0) done(); else image.onload = done;
      });
      return Promise.all(\(pictures).map((image) => image.decode().catch(() => arrives(image))))
        .then((all) => all.length);
      """)
    #expect(drawn == count)
  }

  /// Every control that is drawn has a name, and every text a contrast of at least 4.5, or 3 if it is large (WCAG 2.2). The
  /// focus moves in the order of the document, and what describes a node exists.
  func expectAccessible(_ browser: Browser) async throws {
    let controls = try await browser.elements(
      ":is(button, input, select, a, textarea, [tabindex='0'])"
        + ":not([hidden], [hidden] *, [inert] *, details:not([open]) *)"
    )
    #expect(!controls.isEmpty)
    #expect(controls.filter { $0.name.isEmpty }.map(\.markup) == [])
    let broken: [String] = try await browser.run(
      """
      const names = ["aria-labelledby", "aria-describedby", "aria-controls", "for"];
      const isBroken = (node) => node.tabIndex > 0 || names.some((name) =>
        (node.getAttribute(name)?.split(" ") ?? []).some((id) => !document.getElementById(id)))
        || node.matches("[role=dialog], [role=alertdialog]") && !node.ariaLabelledByElements?.length;
      return [...document.querySelectorAll("body :not(#leaving *)")].filter(isBroken)
        .map((node) => node.outerHTML);
      """)
    #expect(broken == [])
    let faint: [String] = try await browser.run(
      """
      const parse = (text) => (text.match(/[0-9.]+/g) ?? []).map(Number);
      const light = ([red, green, blue]) => [red, green, blue]
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
      const background = (node) => {
        for (let each = node; each !== null; each = each.parentElement) {
          const color = parse(getComputedStyle(each).backgroundColor);
          if (color.length === 3 || color[3] === 1) return color;
        }
        return [255, 255, 255];
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const faint = [];
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
        const node = text.parentElement;
        if (text.data.trim() === "" || !node.checkVisibility({ opacityProperty: true })) continue;
        if (node.closest("svg, [inert], script, style, template, option") !== null) continue;
        const style = getComputedStyle(node);
        const [one, other] = [light(parse(style.color)), light(background(node))];
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
        if (contrast < (isLarge ? 3 : 4.5)) faint.push(`${contrast.toFixed(2)}: ${text.data}`);
      }
      return faint;
      """)
    #expect(faint == [])
  }

  /// The pictures of the documentation, which are not compared by their pixels: another version of the browser draws
  /// other ones.
  ///
  ///     CAIRN_GATE=1 CAIRN_WRITE_PICTURE=1 swift test --filter BrowserTests    writes them again
  @Test func `the pictures of the documentation are small, and show a page`() async throws {
    if Self.writes { try await writePictures() }
    for name in ["onboarding-web", "onboarding-proof"] {
      let file = package.appending(path: "Sources/CairnPage/CairnPage.docc/Resources/\(name).png")
      let bytes = try [UInt8](Data(contentsOf: file))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count < 150_000)
      // The width and the height are at a fixed place (PNG, 11.2.1), and an empty picture takes few bytes.
      let sizes = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
      #expect(sizes.allSatisfy { (300...1600).contains($0) } && bytes.count > 15_000)
    }
  }

  private func writePictures() async throws {
    func write(_ browser: Browser, _ name: String) async throws {
      let file = package.appending(path: "Sources/CairnPage/CairnPage.docc/Resources/\(name).png")
      try await browser.screenshot().write(to: file)
    }
    let (program, app) = try await open(.onboarding, "--ephemeral", width: 420)
    for (title, fields, toggle) in signUp.prefix(3) {
      try await app.waits(for: "document.title.startsWith('\(title)')")
      if let toggle { try await app.click(Self.control(toggle)) }
      for (name, value) in fields.prefix(1) {
        try await app.click(Self.control(name))
        try await app.type("\(value)\u{E007}")
      }
      if fields.isEmpty { try await app.click(Self.control("next")) }
    }
    try await app.waits(
      for: "document.querySelector(\"\(Self.control("email"))\").value === 'ada@example.com'")
    try await write(app, "onboarding-web")
    end(program)

    var model = AppModel<OnboardingApp>()
    (model.check, model.without) = (.none, [.delays])
    let proof = try await open(model.explore())
    try await proof.click("button", named: "Map")
    try await proof.click("#drawing [role=button]", named: "Credentials (credentials)")
    try await proof.waits(for: "document.title.startsWith('Credentials')")
    try await write(proof, "onboarding-proof")
  }

  @Test func `of a page of two trails, a copy has the lines of the trail that is shown`()
    async throws
  {
    try folder.write("% app counter\n> increment\n> reset\n", to: "a.trail")
    try folder.write(
      "% app counter\n# Own settings.\n% seed 7\n> increment\n> increment\n", to: "b.trail")
    let run = try folder.run(.counter, "replay", "--html", "run.html", "a.trail", "b.trail")
    #expect(run.status == 0, "\(run)")
    let browser = try await Browser(in: Folder())
    try await browser.open("file://\(folder["run.html"])")
    func copy() async throws -> String {
      try await browser.click("button", named: "Copy as a trail")
      return try await browser.run("return document.querySelector('#copied-text').value")
    }
    try await browser.perform("select(latest())")
    #expect(try await copy() == "% app counter\n% seed 7\n> increment\n> increment\n")
    try await browser.perform("document.activeElement.blur()")
    try await browser.type("\u{E012}")
    try await browser.waits(for: "page.position === latest() - 1")
    try await browser.perform("select(page.moments.findIndex(({ number }) => number === 4))")
    #expect(try await copy() == "% app counter\n% seed 7\n> increment\n")
    try await browser.perform("select(1)")
    #expect(try await copy() == "% app counter\n> increment\n")
  }

  @Test func `a refused input of a recording leads to its moment, too`() async throws {
    try folder.write("% app counter\n> increment\n! reset now\n", to: "a.trail")
    let run = try folder.run(.counter, "replay", "--html", "run.html", "a.trail")
    #expect(run.status == 0, "\(run)")
    let browser = try await Browser(in: Folder())
    try await browser.open("file://\(folder["run.html"])")
    for (script, position) in [("'increment'", 1), ("'reset', 'soon'", 1), ("'reset', 'now'", 2)] {
      try await browser.perform("type(\(script))")
      #expect(try await browser.holds("page.position === \(position)"))
    }
    #expect(try await browser.holds("page.refusal === undefined"))
  }
}
