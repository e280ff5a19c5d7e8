import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import Foundation
import Testing

/// The examples of the pages about models and apps are the code and the output below.
@Suite struct PageTests {
  private let page: String

  init() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    page = try ["CairnModel", "CairnExplorer"].map { module in
      let file = sources.appending(path: "\(module)/\(module).docc/\(module).md")
      return try String(contentsOf: file, encoding: .utf8)
    }
    .joined(separator: "\n")
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

  @Test func `the graphs on the page are the printed ones`() throws {
    var model = AppModel<AirlockApp>()
    model.without = [.restarts]
    let airlock = try model.explore()
    let graphs = [GraphNodes.screen, .state].map { airlock.graph(by: $0).text(as: .mermaid) }
    #expect(page.contains("```text\n\(graphs.joined(separator: "\n"))```"))
  }

  @Test func `the model on the page is this one`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let beginnings = ["struct Airlock:", "struct AirlockApp:"]
    let lines = beginnings.flatMap { beginning in
      page.split(separator: "\n").drop { !$0.hasPrefix(beginning) }
        .prefix { !$0.hasPrefix("print(") }
    }
    let tested = Set(source.split(separator: "\n").map { $0.drop { $0 == " " } })
    #expect(lines.count > 40)
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

private struct AirlockApp: App {
  static let name = "airlock"
  static let summary = "Lets people in and out."
  let state = Airlock.State()
  let reducer = Airlock()

  init(_ launch: Launch) {}

  func screens(of state: Airlock.State) -> [Screen<Airlock.Action>] {
    [
      Screen(state == Airlock.State() ? "shut" : "open", "Airlock") {
        Button(
          "inner", disabledBecause: state.outerIsOpen ? "the outer door is open" : nil, .toggleInner
        )
        Button(
          "outer", disabledBecause: state.innerIsOpen ? "the inner door is open" : nil, .toggleOuter
        )
      }
    ]
  }
}
