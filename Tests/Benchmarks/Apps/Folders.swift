import Cairn

/// A stack of folders, one opened from the other.
struct Folders: Reducer {
  struct Folder: Reducer {
    struct State: Equatable {
      let number: Int
      var selection = 0
    }

    enum Action: Sendable {
      case select(Int)
      case close
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .select(let item): state.selection &+= item
      case .close: return .dismiss
      }
      return .none
    }
  }

  struct State: Equatable {
    var path = StackState<Folder.State>()
    var refreshes = 0
  }

  enum Action: Sendable {
    case open(Int)
    case back
    case refresh
    case path(StackAction<Folder.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open(let number): state.path.push(Folder.State(number: number))
      case .back: state.path.pop()
      case .refresh: state.refreshes += 1
      case .path: break
      }
      return .none
    }
    .forEach(\.path, .path) { Folder() }
  }
}

extension CasePath<Folders.Action, StackAction<Folders.Folder.Action>> {
  static var path: Self { Self(Root.path) { if case .path(let x) = $0 { x } else { nil } } }
}

extension Folders.State {
  init(depth: Int) {
    path.append(contentsOf: (0..<depth).map { Folders.Folder.State(number: $0) })
  }
}

extension Folders {
  /// The floor of the state: an array of screens.
  struct Bare {
    var path: [Folder.State]
    var refreshes = 0

    init(depth: Int) {
      path = (0..<depth).map { Folder.State(number: $0) }
    }
  }

  /// The floor of the reducer: the same changes in one `switch`.
  @inline(never)
  static func reduced(_ state: inout Bare, _ action: Action) {
    switch action {
    case .open(let number): state.path.append(Folder.State(number: number))
    case .back: state.path.removeLast()
    case .refresh: state.refreshes += 1
    case .path(.element(_, let action)):
      _ = Folder().reduce(into: &state.path[state.path.count - 1], action: action)
    }
  }
}
