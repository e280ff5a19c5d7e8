import Cairn

/// Asks, and adds up the answers: at once, later, or one leading to the next.
struct Asker: Reducer {
  struct State: Equatable {
    var sum = 0
  }

  enum Action: Sendable {
    case ask
    case askAtOnce
    case answered(Int)
    case countDown(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      return .run(name: "asking") { send in await send(.answered(1)) }
    case .askAtOnce:
      return .send(.answered(1))
    case .answered(let answer):
      state.sum += answer
    case .countDown(let rest):
      state.sum += 1
      return rest > 0 ? .send(.countDown(rest - 1)) : .none
    }
    return .none
  }

  /// The floor: the same changes, and the follow-up as a plain value.
  @inline(never)
  static func reduced(_ state: inout State, _ action: Action) -> Action? {
    switch action {
    case .ask, .askAtOnce:
      return .answered(1)
    case .answered(let answer):
      state.sum += answer
    case .countDown(let rest):
      state.sum += 1
      return rest > 0 ? .countDown(rest - 1) : nil
    }
    return nil
  }

  /// The floor: an action and all that follows it.
  static func reducedToTheEnd(_ state: inout State, _ action: Action) {
    var next: Action? = action
    while let action = next { next = reduced(&state, action) }
  }
}
