import Cairn
import CairnApp

/// A safe with a code, and with deliberate bugs.
struct Safe: Reducer {
  struct State: Hashable {
    var isOpen = false
    var count = 0
    var code: Secret = ""
    var note: String?
    var label = ""
    var pages: StackState<Page.State> = []
  }

  enum Action: CasePathable {
    case open
    case close
    case count
    case codeChanged(Secret)
    case labelChanged(String)
    case forget
    case next
    case pages(StackAction<Page.Action>)
  }

  struct Page: Reducer {
    struct State: Hashable {}

    enum Action {
      case back
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .back: .dismiss
      }
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open: state.isOpen = true
      case .close: state.isOpen = false
      case .count: state.count += 1
      case .codeChanged(let code): state.code = code
      case .labelChanged(let label): state.label = label
      case .forget:
        // Deliberate bug: the code stays in the state.
        state.note = state.code.reveal()
        state.code = ""
      case .next: state.pages.push(Page.State())
      case .pages: state.count += 1  // going back is no way back
      }
      return .none
    }
    .forEach(\.pages, .pages) { Page() }
  }
}

struct SafeApp: App {
  static let name = "safe"
  static let summary = "Keeps a code."
  static let starts = ["shut", "open"]
  static let properties: [AppProperty<Safe.State>] = [
    .never("open with a count of two") { $0.isOpen && $0.count == 2 },
    .step("it opens by its button") { before, step, after in
      before.isOpen || !after.isOpen || step == .input("open")
    },
    .backUndoes("next"),
    .noSecret("forgetting") { before, after in !before.code.isEmpty && after.code.isEmpty },
    .always("the count is small") { $0.count < 100 },
  ]
  let state: Safe.State
  let reducer = Safe()

  init(_ launch: Launch) {
    state = Safe.State(count: launch.world == .simulated(start: "open") ? 100 : 0)
  }

  func screens(of state: Safe.State) -> [Screen<Safe.Action>] {
    [
      Screen("safe", "Safe") {
        Field("code", secure: state.code) { .codeChanged($0) }
        Field("label", state.label) { .labelChanged($0) }
        Button("open", .open)
        Button("close", .close)
        Button("count", .count)
        Button("forget", .forget)
        Button("next", .next)
      }
    ]
      + .screens(of: state.pages, .pages) { _ in
        Screen("page", "Page") { Button("back", .back) }
      }
  }
}
