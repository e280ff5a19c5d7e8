import Cairn

/// A list of rows, found by ids such as a server gives.
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

  enum Action: Sendable {
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

  /// The floor of the state: an array, and the place in it of each id.
  struct Bare {
    var rows: [Row.State]
    let places: [String: Int]

    init(_ rows: some Sequence<Row.State>) {
      self.rows = Array(rows)
      places = Dictionary(uniqueKeysWithValues: self.rows.enumerated().map { ($1.id, $0) })
    }
  }

  /// The floor of the reducer: the row's own, called where the row is found.
  @inline(never)
  static func reduced(_ state: inout Bare, _ id: String, _ action: Row.Action) {
    guard let place = state.places[id] else { return }
    _ = Row().reduce(into: &state.rows[place], action: action)
  }
}

extension CasePath<Ledger.Action, IdentifiedAction<Ledger.Row.State, Ledger.Row.Action>> {
  static var row: Self { Self(Root.row) { if case .row(let x) = $0 { x } else { nil } } }
}

extension Ledger.State {
  init(count: Int) {
    rows = IdentifiedArray((0..<count).map { Ledger.Row.State(id: "row-\($0)") })
  }
}
