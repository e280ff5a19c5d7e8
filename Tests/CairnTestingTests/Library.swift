import Cairn

/// A stack of pages, each of which loads its text.
struct Library: Reducer {
  struct State: Equatable {
    var name = "Alexandria"
    var path: StackState<Page.State> = []
  }

  enum Action: Equatable, CasePathable {
    case open(String)
    case popped(from: StackID)
    case refresh(StackID)
    case path(StackAction<Page.Action>)

    static func page(_ id: StackID, _ action: Page.Action) -> Action {
      .path(.element(id: id, action: action))
    }
  }

  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open(let title):
        state.path.push(Page.State(title: title))
      case .popped(let id):
        state.path.pop(from: id)
      case .refresh(let id):
        // A deliberate bug: the page may no longer exist when the library sends the text.
        return .run(name: "refresh") { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.page(id, .loaded("fresh")))
        }
      case .path:
        break
      }
      return .none
    }
    .forEach(\.path, .path) { Page(clock: clock) }
  }
}

struct Page: Reducer {
  struct State: Equatable {
    let title: String
    var text: String?
    var marks: [Int] = []
  }

  enum Action: Equatable {
    case appeared
    case loaded(String)
    case mark(Int)
    case back
    case leave
  }

  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run(name: "load") { [clock, title = state.title] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded("all about \(title)"))
      }
    case .loaded(let text):
      state.text = text
      return .none
    case .mark(let line):
      state.marks.append(line)
      return .none
    case .back:
      return .dismiss
    case .leave:
      return .merge(.send(.back), .send(.mark(0)))
    }
  }
}
