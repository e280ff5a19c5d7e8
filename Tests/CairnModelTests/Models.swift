import Cairn
import CairnModel

/// A jug of three litres, one of five, and a tap.
struct Jugs: Reducer {
  struct State: Hashable {
    var small = 0
    var large = 0
  }

  enum Action: CaseIterable {
    case fillSmall, fillLarge, emptySmall, emptyLarge, pourIntoSmall, pourIntoLarge
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fillSmall: state.small = 3
    case .fillLarge: state.large = 5
    case .emptySmall: state.small = 0
    case .emptyLarge: state.large = 0
    case .pourIntoSmall:
      let poured = min(state.large, 3 - state.small)
      state.large -= poured
      state.small += poured
    case .pourIntoLarge:
      let poured = min(state.small, 5 - state.large)
      state.small -= poured
      state.large += poured
    }
    return .none
  }

  static let model = Model(State(), reducer: Jugs()) { _ in
    Action.allCases
  }
}

/// A farmer takes a wolf, a goat and a cabbage across a river, at most one of them at a time.
struct Crossing: Reducer {
  struct State: Hashable {
    /// Everyone on the far bank.
    var across: Set<Passenger> = []
    var farmerIsAcross = false

    /// Whether no one is eaten.
    var isSafe: Bool {
      let alone = farmerIsAcross ? Set(Passenger.allCases).subtracting(across) : across
      return !alone.contains(.goat) || alone == [.goat]
    }
  }

  enum Passenger: CaseIterable {
    case wolf, goat, cabbage
  }

  enum Action: Hashable {
    case cross(with: Passenger?)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .cross(with: let passenger):
      state.farmerIsAcross.toggle()
      if let passenger { state.across.formSymmetricDifference([passenger]) }
      return .none
    }
  }

  /// The model without crossings after which someone is eaten.
  static let model = Model(State(), reducer: Crossing()) { state in
    let beside = Passenger.allCases.filter {
      state.across.contains($0) == state.farmerIsAcross
    }
    return ([nil] + beside).map(Action.cross).filter { action in
      var next = state
      _ = Crossing().reduce(into: &next, action: action)
      return next.isSafe
    }
  }
}

/// Philosophers around a table, with a fork between neighbors; eating requires both forks.
struct Philosophers: Reducer {
  struct State: Hashable {
    /// The holder of each fork; fork `n` is at the left of philosopher `n`.
    var holders: [Int?]
  }

  enum Action: Hashable {
    case take(fork: Int, by: Int)
    /// Eats, and puts both forks back.
    case finish(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .take(let fork, by: let philosopher):
      state.holders[fork] = philosopher
    case .finish(let philosopher):
      for fork in state.holders.indices where state.holders[fork] == philosopher {
        state.holders[fork] = nil
      }
    }
    return .none
  }

  /// - Parameter isOrdered: whether all take the fork of the lower number first, and not the left
  ///   one.
  static func model(of count: Int, isOrdered: Bool) -> Model<State, Action> {
    Model(State(holders: Array(repeating: nil, count: count)), reducer: Philosophers()) { state in
      (0..<count).compactMap { philosopher in
        let both = [philosopher, (philosopher + 1) % count]
        for fork in isOrdered ? both.sorted() : both where state.holders[fork] != philosopher {
          return state.holders[fork] == nil ? .take(fork: fork, by: philosopher) : nil
        }
        return .finish(philosopher)
      }
    }
  }
}

/// Peterson's algorithm: mutual exclusion of two processes with shared memory.
struct Peterson: Reducer {
  struct State: Hashable {
    var places: [Place] = [.outside, .outside]
    var wants = [false, false]
    var turn = 0

    var bothAreInside: Bool { places == [.inside, .inside] }
  }

  enum Place {
    case outside, announced, waiting, inside
  }

  /// The process that takes its next step.
  enum Action: Int, CaseIterable {
    case left, right
  }

  /// Whether a process announces itself only after it has set the turn: a bug.
  var isBroken = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let me = action.rawValue
    let other = 1 - me
    switch state.places[me] {
    case .outside:
      if isBroken { state.turn = other } else { state.wants[me] = true }
      state.places[me] = .announced
    case .announced:
      if isBroken { state.wants[me] = true } else { state.turn = other }
      state.places[me] = .waiting
    case .waiting:
      if !state.wants[other] || state.turn == me { state.places[me] = .inside }
    case .inside:
      state.wants[me] = false
      state.places[me] = .outside
    }
    return .none
  }

  static func model(isBroken: Bool) -> Model<State, Action> {
    Model(State(), reducer: Peterson(isBroken: isBroken)) { _ in
      Action.allCases
    }
  }
}
