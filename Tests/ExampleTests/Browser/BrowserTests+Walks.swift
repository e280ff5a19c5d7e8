import Cairn
import CairnApp
import CairnExplorer
import CairnPage
import CairnSimulation
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
}
