import Foundation
import TestSupport
import Testing

// Several tabs and browsers at one program, and what the program loads for them, in the same suite, so that one
// browser runs at a time.
extension BrowserTests {
  @Test func `two tabs show the same session, and a lost program is told`() async throws {
    let (program, browser) = try await open(.counter)
    let address: String = try await browser.run("return location.href")
    let other = try await Browser(in: Folder(), width: 360)
    try await other.open(address)
    try await browser.click(Self.control("increment"))
    for each in [browser, other] {
      try await each.waits(for: "document.body.innerText.includes('Count: 1')")
    }
    // A press of another button than the main one, whose end is not told, holds nothing.
    try await other.perform("dispatchEvent(new PointerEvent('pointerdown', { button: 2 }))")
    try await browser.click(Self.control("increment"))
    try await other.waits(for: "document.body.innerText.includes('Count: 2')")
    // 360 pixels are enough: nothing scrolls sideways.
    #expect(
      try await other.holds(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
    program.kill()
    try await browser.waits(for: "document.querySelector('#banner').textContent.includes('lost')")
  }

  @Test func `a hidden tab takes no connection from the others, and is right when it is shown`()
    async throws
  {
    let (program, browser) = try await open(.counter)
    let address: String = try await browser.run("return location.href")
    // A browser opens six connections to a server.
    var tabs: [String] = []
    for _ in 1...8 { tabs.append(try await browser.openTab(address)) }
    for count in 1...3 {
      try await browser.click(Self.control("increment"))
      try await browser.waits(for: "document.body.innerText.includes('Count: \(count)')")
    }
    try await browser.show(tabs[0])
    try await browser.waits(for: "document.body.innerText.includes('Count: 3')")
    try await browser.click(Self.control("increment"))
    try await browser.waits(for: "document.body.innerText.includes('Count: 4')")
    #expect(try await browser.holds("document.querySelector('#banner').textContent === ''"))
    // Each tab waits at most once to be the hidden one that has a connection.
    let waiting: Int = try await browser.run(
      "return navigator.locks.query().then(({ pending }) => pending.length)")
    #expect(waiting <= tabs.count)
    end(program)
    try await browser.waits(for: "document.querySelector('#banner').textContent.includes('ended')")
    // Nobody tries to reach a program that has ended.
    try await browser.perform("document.dispatchEvent(new Event('visibilitychange'))")
    #expect(
      try await browser.holds("document.querySelector('#banner').textContent.includes('ended')"))
  }

  @Test func `what the app seals leaves all hidden tabs at once`() async throws {
    let (program, browser) = try await open(.accounts, "--ephemeral")
    for line in [
      "go-signup", "email ada@example.com", "password s3cret-pw!", "mobile +60 12-345 6789",
      "gender other", "signup",
    ] { try await browser.perform("post(arguments[0])", line) }
    let address: String = try await browser.run("return location.href")
    for name in ["one", "two"] {
      _ = try await browser.openTab(address)
      try await browser.waits(for: "document.title.startsWith('Home')")
      // The other tabs hear of a change of this storage.
      try await browser.perform(
        """
        new MutationObserver(() => {
          const isHome = document.title.startsWith("Home");
          if (document.hidden && !isHome) localStorage.setItem(arguments[0], "cleared");
        }).observe(document.head, { subtree: true, childList: true, characterData: true })
        """, name)
    }
    _ = try await browser.openTab(address)
    try await browser.waits(for: "document.title.startsWith('Home')")
    try await browser.perform("onstorage = ({ key }) => { document.body.dataset[key] = ''; }")
    try await browser.click(Self.control("logout"))
    try await browser.waits(for: "document.title.startsWith('Log in')")
    try await browser.waits(for: "'one' in document.body.dataset && 'two' in document.body.dataset")
    end(program)
  }

  @Test func `pictures of the web are loaded by the program and passed on`() async throws {
    let gif = "GIF89a\u{1}\0\u{1}\0\0\0\0,\0\0\0\0\u{1}\0\u{1}\0\0\u{2}\u{2}D\u{1}\0;"
    let file = try LoopbackServer(
      .bytes("HTTP/1.1 200 OK\r\nContent-Length: \(gif.utf8.count)\r\n\r\n\(gif)"))
    let (program, browser) = try await openImages([file.address])
    try await expectPictures(1, in: browser)
    try await expectNoFault(browser)
    end(program)
  }

  @Test func `pictures that do not arrive leave the connections of the browser to inputs`()
    async throws
  {
    let silent = try LoopbackServer(.silence)
    let (program, browser) = try await openImages((1...8).map { "\(silent.address)?\($0)" })
    try await browser.waits(for: "document.querySelectorAll('#stack img').length === 8")
    let other = try await Browser(in: Folder())
    try await other.open(try await browser.run("return location.href"))
    try await other.waits(for: "document.querySelectorAll('#stack img').length === 8")
    try await browser.click(Self.control("back"))
    for each in [browser, other] {
      try await each.waits(for: "document.title.startsWith('Home')")
    }
    end(program)
  }

  /// The screen with the pictures of a feed.
  private func openImages(
    _ addresses: [String]
  ) async throws -> (program: Dialogue, browser: Browser) {
    let items = addresses.map { #"{"title": "Dot", "media": {"m": "\#($0)"}}"# }
    let feed = try LoopbackServer(.text(#"{"items": [\#(items.joined(separator: ","))]}"#))
    let (program, browser) = try await open(
      .accounts, "--ephemeral", "--images", "\(feed.address)")
    try await browser.waits(for: "document.title.startsWith('Log in')")
    let _: Bool = try await browser.run(
      """
      return (async () => {
        for (const body of arguments) await fetch("input", { method: "POST", body });
        return true;
      })();
      """, "go-signup", "email ada@example.com", "password s3cret-pw!", "mobile +60 12-345 6789",
      "gender other", "signup", "images")
    try await browser.waits(for: "document.title.startsWith('Images')")
    return (program, browser)
  }
}
