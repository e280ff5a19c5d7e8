import Cairn
import CairnSimulation
import Testing

extension Store {
  /// A store that `.leavesNothing` counts.
  static func counted(
    _ state: State, executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) -> Store {
    @ReducerBuilder<State, Action> func counted() -> some Reducer<State, Action> {
      Counted()
      reducer()
    }
    return isolation == nil
      ? Store(nonisolated: state, executor: executor, reducer: counted)
      : Store(state, executor: executor, isolation: isolation, reducer: counted)
  }
}

extension Simulation {
  /// A store of this simulation that `.leavesNothing` counts.
  func counted<State, Action: Sendable>(
    _ state: State, @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) -> Store<State, Action> {
    store(state) {
      Counted()
      reducer()
    }
  }
}

extension Store {
  /// A store whose state lists its actions.
  static func listing(
    executor: (any TaskExecutor)? = nil, isolation: isolated (any Actor)? = #isolation,
    _ effect: @escaping (Action) -> Effect<Action>
  ) -> Store where State == [Action] {
    counted([], executor: executor, isolation: isolation) { Listing(effect: effect) }
  }
}

extension Simulation {
  /// A store of this simulation whose state lists its actions.
  func listing<Action: Sendable>(
    _ effect: @escaping (Action) -> Effect<Action>
  ) -> Store<[Action], Action> {
    counted([]) { Listing(effect: effect) }
  }
}

/// Lists its actions, and returns the effect of each.
struct Listing<Action: Sendable>: Reducer {
  let effect: (Action) -> Effect<Action>

  func reduce(into state: inout [Action], action: Action) -> Effect<Action> {
    state.append(action)
    return effect(action)
  }
}

/// Does nothing, and lives as long as the store that runs it: nobody else has it.
private struct Counted<State, Action: Sendable>: Reducer {
  private let witness: Witness

  init() {
    let lives = Lives.current
    if lives == nil {
      Issue.record("A store is counted here, and the test is not `.leavesNothing`.")
    }
    lives?.storesMade.add(1)
    witness = Witness(lives?.stores)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
