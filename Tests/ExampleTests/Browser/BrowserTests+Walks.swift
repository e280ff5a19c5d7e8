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
