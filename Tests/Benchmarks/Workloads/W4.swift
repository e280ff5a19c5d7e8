import Cairn

extension Benchmark {
  private static let depths = [7, 10_000]
  private static let growth = Growth(sizes: [10, 100, 1_000, 10_000], limit: 0.2)

  /// Pushing and popping a screen.
  static var w4Pair: Benchmark {
    Benchmark(
      name: "W4-pair", parameters: depths,
      budget: Budget(ratio: 10, allocations: 0, spread: 1.2), growth: growth
    ) { depth in
      var state = Folders.Bare(depth: depth)
      let store = Store(Folders.State(depth: depth)) { Folders() }
      return Workload { operations in
        openAndClose(operations, &state)
        sink = state.path.count
      } subject: { operations in
        for number in 0..<operations {
          store.send(.open(number))
          store.send(.back)
        }
        sink = store.state.path.count
      }
    }
  }

  /// An action to the top screen.
  static var w4Top: Benchmark {
    Benchmark(
      name: "W4-top", parameters: depths, budget: Budget(ratio: 5, allocations: 0, spread: 1.2),
      growth: growth
    ) { depth in
      let state = Folders.State(depth: depth)
      let action = Folders.Action.path(
        .element(id: state.path.ids[depth - 1], action: .select(1)))
      return sending(action, to: state)
    }
  }

  /// An action to the parent of the stack.
  static var w4Parent: Benchmark {
    Benchmark(
      name: "W4-parent", parameters: depths, budget: Budget(allocations: 0, spread: 1.2),
      growth: growth
    ) { depth in sending(.refresh, to: Folders.State(depth: depth)) }
  }

  private static func openAndClose(_ operations: Int, _ state: inout Folders.Bare) {
    for number in 0..<operations {
      Folders.reduced(&state, .open(number))
      Folders.reduced(&state, .back)
    }
  }

  private static func sending(_ action: Folders.Action, to state: Folders.State) -> Workload {
    let depth = state.path.count
    var bare = Folders.Bare(depth: depth)
    let store = Store(state) { Folders() }
    return Workload { operations in
      repeated(action, operations, &bare)
      sink = bare.refreshes + bare.path[depth - 1].selection
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.refreshes + store.state.path[depth - 1].selection
    }
  }

  private static func repeated(
    _ action: Folders.Action, _ operations: Int, _ state: inout Folders.Bare
  ) {
    for _ in 0..<operations { Folders.reduced(&state, action) }
  }
}

extension Benchmark {
  /// Building a stack, screen by screen.
  static var w4Build: Benchmark {
    Benchmark(
      name: "W4-build", parameters: [10_000],
      growth: Growth(sizes: [1_250, 2_500, 5_000, 10_000], limit: 0.3)
    ) { depth in
      Workload { operations in
        for _ in 0..<operations { sink = bareStack(depth) }
      } subject: { operations in
        for _ in 0..<operations {
          let store = Store(Folders.State()) { Folders() }
          for number in 0..<depth { store.send(.open(number)) }
          sink = store.state.path.count
        }
      }
    }
  }

  private static func bareStack(_ depth: Int) -> Int {
    var state = Folders.Bare(depth: 0)
    for number in 0..<depth { Folders.reduced(&state, .open(number)) }
    return state.path.count
  }
}

/// A stack of folders.
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

  enum Action: Sendable, CasePathable {
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
