import Cairn
import CairnApp
import CairnSimulation

/// An app whose actions return random effects. Its state is the list of the reduced actions, and
/// therefore shows every state before it.
struct RandomApp: App {
  static let name = "random"
  static let summary = "Returns random effects."
  static let options = [AppOption("--table", value: "SEED", help: "the table of effects")]
  static let properties: [AppProperty<RandomTable.State>] = []

  let state = RandomTable.State()
  let reducer: RandomTable

  init(_ launch: Launch) throws(UsageError) {
    guard let seed = launch.options["--table"].flatMap(UInt64.init) else {
      throw UsageError("--table needs a seed")
    }
    reducer = RandomTable(seed: seed, clock: launch.clock)
  }

  func screens(of state: RandomTable.State) -> [Screen<RandomTable.Action>] {
    [
      Screen("table", "Table") {
        Text("Reduced: " + state.reduced.map(String.init).joined())
        for number in 0..<RandomTable.count { Button("a\(number)", .reduce(number)) }
      }
    ]
  }
}

/// A random effect for each action.
struct RandomTable: Reducer {
  struct State: Hashable {
    var reduced: [Int] = []
  }

  enum Action: Codable, Sendable {
    case reduce(Int)
  }

  indirect enum Work: Sendable {
    case send(Int)
    /// Sends the actions, one after the other; -1 is a pause.
    case run([Int], id: Int?)
    case merge([Work])
    case concatenate([Work])
    case cancel(Int)
  }

  static let count = 6
  /// No action returns an effect any more after so many.
  static let longest = 20

  let effects: [Work]
  let clock: any Clock<Duration>

  init(seed: UInt64, clock: any Clock<Duration>) {
    var generator = SplitMix64(seed: seed)
    effects = (0..<Self.count).map { _ in Work(&generator, depth: 2) }
    self.clock = clock
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .reduce(let number) = action else { return .none }
    state.reduced.append(number)
    return state.reduced.count < Self.longest ? effects[number].effect(clock) : .none
  }
}

extension RandomTable.Work {
  fileprivate init(_ generator: inout SplitMix64, depth: Int) {
    func several() -> [Self] {
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in Self(&generator, depth: depth - 1) }
    }
    let action = Int.random(in: 0..<RandomTable.count, using: &generator)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &generator) {
    case 0: self = .send(action)
    case 1, 2:
      let actions = (0...Int.random(in: 0...2, using: &generator)).map { _ in
        Int.random(in: -1..<RandomTable.count, using: &generator)
      }
      self = .run(actions, id: action < 2 ? action : nil)
    case 3: self = .cancel(action % 2)
    case 4, 5: self = .merge(several())
    default: self = .concatenate(several())
    }
  }

  func effect(_ clock: any Clock<Duration>) -> Effect<RandomTable.Action> {
    switch self {
    case .send(let action): return .send(.reduce(action))
    case .merge(let parts): return .merge(parts.map { $0.effect(clock) })
    case .concatenate(let parts): return .concatenate(parts.map { $0.effect(clock) })
    case .cancel(let id): return .cancel(id: id)
    case .run(let actions, let id):
      let effect = Effect<RandomTable.Action>.run { send in
        for action in actions {
          if action < 0 {
            try await clock.sleep(for: .seconds(1))
          } else {
            await send(.reduce(action))
          }
        }
      }
      return id.map { effect.cancellable(id: $0) } ?? effect
    }
  }
}
