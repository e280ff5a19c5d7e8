import Cairn

extension Benchmark {
  /// An action to one of many rows, by its id.
  static var w3: Benchmark {
    Benchmark(
      name: "W3", parameters: [1_000, 10_000, 100_000],
      budget: Budget(ratio: 2, allocations: 0, spread: 1.3),
      growth: Growth(sizes: [100, 1_000, 10_000, 100_000], limit: 0.2)
    ) { count in
      let state = Ledger.State(count: count)
      let ids = Array(state.rows.ids)
      var bare = Ledger.Bare(state.rows)
      let store = Store(state) { Ledger() }
      return Workload { operations in
        add(operations, ids, &bare)
        sink = bare.rows[0].amount
      } subject: { operations in
        var index = 0
        for _ in 0..<operations {
          store.send(.row(.element(id: ids[index], action: .add(1))))
          index = index == count - 1 ? 0 : index + 1
        }
        sink = store.state.rows[0].amount
      }
    }
  }

  private static func add(_ operations: Int, _ ids: [String], _ state: inout Ledger.Bare) {
    var index = 0
    for _ in 0..<operations {
      Ledger.reduced(&state, ids[index], .add(1))
      index = index == ids.count - 1 ? 0 : index + 1
    }
  }
}

/// A list of rows with string ids, as a server assigns them.
struct Ledger: Reducer {
  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: String
      var amount = 0
    }

    enum Action: Sendable {
      case add(Int)
      case clear
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let amount): state.amount += amount
      case .clear: state.amount = 0
      }
      return .none
    }
  }

  struct State: Equatable {
    var rows: IdentifiedArray<Row.State>
  }

  enum Action: Sendable, CasePathable {
    case row(IdentifiedAction<Row.State, Row.Action>)
    case clearAll
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .row: break
      case .clearAll: state.rows = IdentifiedArray()
      }
      return .none
    }
    .forEach(\.rows, .row) { Row() }
  }

  /// The floor of the state: an array, and a dictionary from ids to indices.
  struct Bare {
    var rows: [Row.State]
    let indices: [String: Int]

    init(_ rows: some Sequence<Row.State>) {
      self.rows = Array(rows)
      indices = Dictionary(uniqueKeysWithValues: self.rows.enumerated().map { ($1.id, $0) })
    }
  }

  /// The floor of the reducer: the row's reducer, called on the element in place.
  @inline(never)
  static func reduced(_ state: inout Bare, _ id: String, _ action: Row.Action) {
    guard let index = state.indices[id] else { return }
    _ = Row().reduce(into: &state.rows[index], action: action)
  }
}

extension Ledger.State {
  init(count: Int) {
    rows = IdentifiedArray((0..<count).map { Ledger.Row.State(id: "row-\($0)") })
  }
}
