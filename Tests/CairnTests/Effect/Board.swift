import Cairn
import TestSupport

/// A child in every kind of place: an optional, a case of an optional enum, and a row of a property of a
/// screen. Each child does what an action says.
struct Board: Reducer {
  struct State: Equatable {
    var sheet: Part.State? = Part.State()
    var hasSheet: Bool { sheet != nil }
    var destination: Destination? = .part(Part.State())
    var card = Card.State()
    var path: StackState<Card.State> = [.init(), .init(), .init()]
    /// The number of times that the sheet appeared or disappeared.
    var changes = 0
  }

  enum Destination: Equatable, CasePathable {
    case part(Part.State)
    case empty
  }

  enum Action: Sendable, CasePathable {
    case sheet(Part.Action)
    case destination(Part.Action)
    case card(Card.Action)
    case path(StackAction<Card.Action>)
    case setSheet(Part.State?)
    case setDestination(Destination)
  }

  let log: Log

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .setSheet(let sheet) = action { state.sheet = sheet }
      if case .setDestination(let destination) = action { state.destination = destination }
      return .none
    }
    .ifLet(\.sheet, .sheet) { Part(log: log) }
    .ifLet(\.destination[case: .part], .destination) { Part(log: log) }
    .forEach(\.path, .path) { Card(log: log) }
    .onChange(of: \.hasSheet) { _, _ in
      Reduce { state, _ in
        state.changes += 1
        return .none
      }
    }
    Scope(\.card, .card) { Card(log: log) }
  }
}

/// A list whose rows are children.
struct Card: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
    var part = Part.State()
  }

  struct State: Equatable { var rows: IdentifiedArray<Row> = [Row(id: 7)] }

  enum Action: Sendable, CasePathable { case row(IdentifiedAction<Card.Row, Part.Action>) }

  let log: Log

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, .row) {
      Scope(\.part, .same) { Part(log: log) }
    }
  }
}

/// Returns the effect of its action, and notes what it receives.
struct Part: Reducer {
  struct State: Equatable { var received: [String] = [] }

  enum Action: Sendable {
    case start(Effect<Action>)
    case note(String)
  }

  let log: Log

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let effect): return effect
    case .note(let text):
      state.received.append(text)
      log.note(text)
      return .none
    }
  }
}

extension Board.Action {
  /// The action that starts an effect in a place.
  static func start(_ effect: Effect<Part.Action>, in place: BoardPlace) -> Board.Action {
    switch place {
    case .sheet: .sheet(.start(effect))
    case .destination: .destination(.start(effect))
    case .row: .card(.row(.element(id: 7, action: .start(effect))))
    case .screen:
      .path(.element(id: 1, action: .row(.element(id: 7, action: .start(effect)))))
    }
  }
}

enum BoardPlace: CaseIterable {
  /// An optional, a case of an enum, and a row in a screen.
  static let dismissible = [sheet, destination, screen]

  case sheet, destination, row, screen

  func isPresent(in state: Board.State) -> Bool {
    switch self {
    case .sheet: state.sheet != nil
    case .destination: state.destination != nil
    case .row: state.card.rows[id: 7] != nil
    case .screen: state.path.count == 3
    }
  }
}
