import Cairn

/// A folder that shows one of the folders inside it, to any depth.
struct Folder: Reducer {
  struct State: Equatable {
    var name = ""
    @Indirect var inner: Folder.State?
  }

  indirect enum Action: Equatable, Sendable, CasePathable {
    case open(name: String)
    case close
    case inner(Folder.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open(let name): state.inner = State(name: name)
      case .close: return .dismiss
      case .inner: break
      }
      return .none
    }
    .ifLet(\.inner, .inner) { Folder() }
  }
}
