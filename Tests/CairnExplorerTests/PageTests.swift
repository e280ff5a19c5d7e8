import Cairn
import CairnModel
import Foundation
import Testing

/// The example of the page about models is the code and the output below.
@Suite struct PageTests {
  private let page: String

  init() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    page = try String(
      contentsOf: sources.appending(path: "CairnModel/CairnModel.docc/CairnModel.md"),
      encoding: .utf8)
  }

  @Test func `the report on the page is the printed one`() throws {
    let model = Model(Airlock.State(), reducer: Airlock()) { _ in Airlock.Action.allCases }
    let exploration = try model.explore(checking: [
      .never("both doors are open") { $0.innerIsOpen && $0.outerIsOpen },
      .reachable("the outer door is open") { $0.outerIsOpen },
      .alwaysReachable("both doors are shut") { $0 == Airlock.State() },
      .noDeadEnd(),
      .step("one door at a time") { before, _, after in
        before.innerIsOpen == after.innerIsOpen || before.outerIsOpen == after.outerIsOpen
      },
    ])
    #expect(page.contains("```text\n\(exploration)\n```"))
  }

  @Test func `the model on the page is this one`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = page.split(separator: "\n").drop { !$0.hasPrefix("struct Airlock:") }
      .prefix { !$0.hasPrefix("print(") }
    let tested = Set(source.split(separator: "\n").map { $0.drop { $0 == " " } })
    #expect(lines.count > 25)
    for line in lines {
      let isTested = tested.contains { $0.hasSuffix(line.drop { $0 == " " }) }
      #expect(isTested, "\(line)")
    }
  }
}

private struct Airlock: Reducer {
  struct State: Hashable {
    var innerIsOpen = false
    var outerIsOpen = false
  }

  enum Action: CaseIterable {
    case toggleInner, toggleOuter
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggleInner where !state.outerIsOpen: state.innerIsOpen.toggle()
    case .toggleOuter where !state.innerIsOpen: state.outerIsOpen.toggle()
    case .toggleInner, .toggleOuter: break
    }
    return .none
  }
}
