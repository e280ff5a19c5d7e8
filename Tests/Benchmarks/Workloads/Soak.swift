import CAllocations
import Cairn

extension Quantity {
  /// The memory in the last tenth of a long run of a live store, divided by the memory in the first
  /// tenth. A round of actions pushes and pops screens, and begins, ends and cancels effects.
  static var soak: Quantity {
    Quantity(
      name: "soak", unit: "memory at the end / at the beginning", limit: 1.05
    ) { effort in
      guard allocations_are_counted() else { return nil }
      let store = Store(Browser.State()) { Browser() }
      var round = 0
      // The runtime allocates what it keeps for each type and thread. That takes about 100,000 actions
      // where no other benchmark ran before.
      while store.state.actions < max(200_000, effort.soakActions / 10) {
        await browse(store, round)
        round += 1
      }
      count_bytes()
      let first = store.state.actions
      var tenths: [Double] = []
      for _ in 0..<10 {
        var samples: [Double] = []
        let end = first + (tenths.count + 1) * effort.soakActions / 10
        while store.state.actions < end {
          await browse(store, round)
          round += 1
          if round.isMultiple(of: 16) { samples.append(Double(bytes_in_use())) }
        }
        tenths.append(samples.reduce(0, +) / Double(samples.count))
      }
      return tenths[9] / tenths[0]
    }
  }

  /// About four hundred actions. The depth of the stack varies with the round.
  private static func browse(
    _ store: Store<Browser.State, Browser.Action>, _ round: Int
  ) async {
    let isGrowing = round / 8 % 2 == 0
    if isGrowing { store.send(.open(round)) }
    for _ in 0..<400 { store.send(.scrolled) }
    store.send(.load)
    if round.isMultiple(of: 3) { store.send(.stop) }
    let search = store.send(.search(round))
    if round.isMultiple(of: 2) { search.cancel() }
    if let top = store.state.path.ids.last {
      store.send(.path(.element(id: top, action: .reload)))
      if round.isMultiple(of: 5) { store.send(.path(.element(id: top, action: .close))) }
    }
    // The effects take their steps, and reply.
    for _ in 0..<4 { await Task.yield() }
    if !isGrowing { store.send(.back) }
  }
}

/// A stack of pages. Each page observes a value that never changes, until the page is popped.
struct Browser: Reducer {
  struct State: Equatable {
    var path = StackState<Page.State>()
    var actions = 0
  }

  enum Action: Sendable, CasePathable {
    case back, scrolled, load, loaded, stop
    case open(Int)
    case search(Int)
    case found(Int)
    case path(StackAction<Page.Action>)
  }

  struct Page: Reducer {
    struct State: Equatable {
      let number: Int
      var visits = 0
    }

    enum Action: Sendable { case opened, reload, reloaded, close }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .opened:
        return .run(name: "observe") { _ in
          let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
          // There are none. The iteration ends when the effect is cancelled.
          for await _ in changes {}
          continuation.finish()
        }
      case .reload:
        return .run(name: "reload") { send in
          await Task.yield()
          await send(.reloaded)
        }
      case .reloaded:
        state.visits += 1
        return .none
      case .close:
        return .dismiss
      }
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.actions += 1
      switch action {
      case .open(let number):
        let id = state.path.push(Page.State(number: number))
        return .send(.path(.element(id: id, action: .opened)))
      case .back:
        state.path.pop()
        return .none
      case .scrolled, .loaded, .found, .path:
        return .none
      case .load:
        return .run(name: "load") { send in
          await Task.yield()
          await send(.loaded)
        }
        .cancellable(id: "load", cancelInFlight: true)
      case .stop:
        return .cancel(id: "load")
      case .search(let number):
        return .merge(
          .run(name: "search") { send in
            await Task.yield()
            await send(.found(number))
          },
          .run(name: "suggest") { send in await send(.found(-number)) })
      }
    }
    .forEach(\.path, .path) { Page() }
  }
}
