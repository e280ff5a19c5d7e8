import Cairn
import CairnApp
import CairnExplorer
import CairnPage
import Foundation
import TestSupport
import Testing

// The figures of the documentation, in the same suite, so that one browser runs at a time.
extension BrowserTests {
  /// The seconds from the request of a page to its first drawing.
  private func openingTime(of browser: Browser) async throws -> Double {
    let milliseconds: Double = try await browser.run(
      "return performance.getEntriesByType('navigation')[0].domComplete")
    return milliseconds / 1_000
  }

  /// In debug, the search of a whole app can take minutes: here it ends after 1,000 states. The figures of the documentation
  /// are those of `explore --check none --html FOLDER/NAME.html` in release, opened by
  ///
  ///     CAIRN_GATE=1 CAIRN_PAGES=FOLDER swift test --filter BrowserTests
  @Test(arguments: [.accounts, .dance, .onboarding, .timeline, .workout] as [Program])
  func `the page of a search opens within two seconds`(_ program: Program) async throws {
    let name = "\(program.rawValue).html"
    var file = folder[name]
    if let pages = ProcessInfo.processInfo.environment["CAIRN_PAGES"] {
      file = "\(pages)/\(name)"
    } else {
      _ = try folder.run(program, "explore", "--check", "none", "--states", "1000", "--html", name)
    }
    let browser = try await Browser(in: Folder(), width: 1280)
    try await browser.open("file://\(file)")
    #expect(try await browser.holds("document.querySelector('#stack h1') !== null"))
    let time = try await openingTime(of: browser)
    let states: Int = try await browser.run("return page.data.count")
    let size = try Data(contentsOf: URL(filePath: file)).count
    print("page: \(program.rawValue): \(states) states, \(size) bytes, opens in \(time) s")
    #expect(time < 2 && size < 5_000_000)
  }

  @Test func `a page of 20,000 states opens within two seconds, and names what it leaves out`()
    async throws
  {
    var model = AppModel<Dials>()
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.states == 20_449)
    let browser = try await open(exploration)
    let time = try await openingTime(of: browser)
    #expect(time < 2)
    // What is in the page can be reached by its address, and the rest has a reason.
    let leftOut = "find('proof').innerText.includes('Left out, because of the size of the page')"
    let hasAll = "page.data.states.every(({ trail }) => trail !== undefined)"
    #expect(try await browser.holds("\(hasAll) !== \(leftOut)"))
    try await browser.perform("location.hash = '#state=20000'")
    try await browser.waits(for: "find('world').innerText.includes('State 20000 of')")
  }

  @Test func `a click shows the next screen within twenty milliseconds`() async throws {
    let (program, browser) = try await open(.onboarding, "--ephemeral")
    try await browser.waits(for: "document.title.startsWith('Welcome')")
    let median: Double = try await browser.run(
      """
      const title = () => document.querySelector("#stack > :last-child h1").textContent;
      const change = (old) => new Promise((done) => {
        const observer = new MutationObserver(() => {
          if (title() === old) return;
          observer.disconnect();
          done();
        });
        observer.observe(find("stack"), { subtree: true, childList: true, characterData: true });
      });
      return (async () => {
        const times = [];
        for (let count = 0; count < 100; count += 1) {
          const name = count % 2 === 0 ? "next" : "back";
          const changed = change(title());
          const start = performance.now();
          document.querySelector(`#stack > :last-child [data-name=${name}]`).click();
          await changed;
          times.push(performance.now() - start);
        }
        return times.sort((a, b) => a - b)[50];
      })();
      """)
    print("web: \(median) ms from a click to the new screen (median of 100)")
    #expect(median < 20)
    end(program)
  }
}

/// Two dials of 143 digits each: 20,449 states.
private struct Dials: App, Reducer {
  struct State: Hashable { var left = 0, right = 0 }
  enum Action: Equatable { case left, right }

  static let name = "dials"
  static let summary = "Turns dials."
  let state = State()
  var reducer: Dials { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .left: state.left = (state.left + 1) % 143
    case .right: state.right = (state.right + 1) % 143
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("dials", "Dials") {
        Text("\(state.left) and \(state.right)")
        Button("left", .left)
        Button("right", .right)
      }
    ]
  }
}
