import Cairn
import CairnApp
import CairnSimulation

/// An app with a random effect for each action, of the app or of its child. An action of the app presents the child
/// again after a dismissal. Its state contains the list of the reduced actions.
struct RandomApp: App, Reducer {
  struct State: Hashable {
    var reduced: [Int] = []
    var child: RandomChild.State? = RandomChild.State()

    /// An action of the child, or of the table if the child is absent.
    func childAction(_ number: Int) -> Action {
      child == nil ? .reduce(number) : .child(.reduce(number))
    }

    var text: String {
      let numbers = reduced.map(String.init).joined()
      return "Reduced: \(numbers), child: \(child.map { "\($0.count)" } ?? "none")"
    }
  }

  enum Action: Codable, Sendable {
    case reduce(Int)
    case child(RandomChild.Action)
  }

  indirect enum Work: Sendable {
    case send(Int)
    case dismiss
    /// Sends the actions, one after the other; -1 is a pause, -2 a dismissal, and -3 a cancellation.
    case run([Int], id: Int?)
    case merge([Work])
    case concatenate([Work])
    case cancel(Int)
  }

  static let count = 6
  /// No action returns an effect any more after so many.
  static let longest = 20

  static let name = "random"
  static let summary = "Returns random effects."
  static let options = [AppOption("--table", value: "SEED", help: "the table of effects")]
  static let properties: [AppProperty<State>] = []

  let state = State()
  let effects: [Work]
  let clock: any Clock<Duration>
  var reducer: RandomApp { self }

  init(_ launch: Launch) throws(UsageError) {
    guard let seed = launch.options["--table"].flatMap(UInt64.init) else {
      throw UsageError("--table needs a seed")
    }
    self.init(seed: seed, clock: launch.clock)
  }

  init(seed: UInt64, clock: any Clock<Duration>) {
    var generator = SplitMix64(seed: seed)
    effects = (0..<Self.count).map { _ in Work(&generator, depth: 2) }
    self.clock = clock
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("table", "Table") {
        Text(state.text)
        for number in 0..<Self.count {
          Button("a\(number)", .reduce(number))
          Button("b\(number)", state.childAction(number))
        }
      }
    ]
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .reduce(let number):
        state.reduced.append(number)
        if state.child == nil { state.child = .init() }
        guard state.reduced.count < Self.longest else { return .none }
        return effects[number].effect(clock, isRoot: true) { .reduce($0) }
      case .child(.reduce(let number)):
        state.reduced.append(number)
        return .none
      }
    }
    .ifLet(
      \.child, CasePath(Action.child) { if case .child(let action) = $0 { action } else { nil } }
    ) { RandomChild(effects: effects, clock: clock) }
  }
}

struct RandomChild: Reducer {
  struct State: Hashable { var count = 0 }
  enum Action: Codable, Sendable { case reduce(Int) }

  let effects: [RandomApp.Work]
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .reduce(let number) = action else { return .none }
    state.count += 1
    guard state.count < RandomApp.longest else { return .none }
    return effects[number].effect(clock, isRoot: false) { .reduce($0) }
  }
}

extension RandomApp.Work {
  fileprivate init(_ generator: inout SplitMix64, depth: Int) {
    func several() -> [Self] {
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in Self(&generator, depth: depth - 1) }
    }
    let action = Int.random(in: 0..<RandomApp.count, using: &generator)
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
    case 0: self = .send(action)
    case 1, 2:
      let actions = (0...Int.random(in: 0...2, using: &generator)).map { _ in
        Int.random(in: -3..<RandomApp.count, using: &generator)
      }
      self = .run(actions, id: action < 2 ? action : nil)
    case 3: self = .cancel(action % 2)
    case 4: self = .dismiss
    case 5, 6: self = .merge(several())
    default: self = .concatenate(several())
    }
  }

  func effect<Action>(
    _ clock: any Clock<Duration>, isRoot: Bool, _ action: @escaping @Sendable (Int) -> Action
  ) -> Effect<Action> {
    func effects(_ parts: [Self]) -> [Effect<Action>] {
      parts.map { $0.effect(clock, isRoot: isRoot, action) }
    }
    switch self {
    case .send(let number): return .send(action(number))
    case .merge(let parts): return .merge(effects(parts))
    case .concatenate(let parts): return .concatenate(effects(parts))
    case .cancel(let id): return .cancel(id: id)
    case .dismiss: return isRoot ? .none : .dismiss
    case .run(let numbers, let id):
      let effect = Effect<Action>.run { send in
        for number in numbers {
          switch number {
          case -1: try await clock.sleep(for: .seconds(1))
          case -2: if !isRoot { await send.dismiss() }
          case -3: await send.cancel(id: 0)
          default: await send(action(number))
          }
        }
      }
      return id.map { effect.cancellable(id: $0) } ?? effect
    }
  }
}
