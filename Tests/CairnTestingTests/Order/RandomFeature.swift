import Cairn
import TestSupport

/// A child whose actions return random effects, and its parent. The state contains the list of the reduced
/// actions and dismissals, and therefore shows every state before it.
struct RandomFeature: Sendable, CustomStringConvertible {
  struct State: Equatable {
    /// Actions, -1 for a dismissal that was a step of its own, and -2 for one within the reduction before.
    var reduced: [Int] = []
    /// The child that is presented, again after every dismissal.
    var child: Int? = 0

    var isClosed: Bool { child == nil }

    /// A step is a number, and -2 after it.
    var steps: [[Int]] {
      var steps: [[Int]] = []
      for number in reduced {
        if number == -2, let last = steps.popLast() {
          steps.append(last + [number])
        } else {
          steps.append([number])
        }
      }
      return steps
    }

    mutating func take(_ step: [Int]) {
      for number in step { reduced.append(number) }
      child = step.contains { $0 < 0 } ? reduced.count : child.map { $0 + 1 }
    }
  }

  /// A step of a test.
  enum Input: Sendable {
    case send(Int)
    case advance(milliseconds: Int)
  }

  /// No action returns an effect any more after so many.
  static let longest = 40

  /// The effect of each action.
  let effects: [RandomWork?]
  let inputs: [Input]

  init(seed: UInt64, withTime: Bool) {
    var random = SeededChoice(seed: seed)
    let count = 2 + random.pick(6)
    effects = (0..<count).map { _ in
      random.pick(4) == 0 ? nil : RandomWork(&random, count, withTime: withTime)
    }
    inputs =
      (0...random.pick(4)).map { _ in
        withTime && random.pick(3) == 0
          ? .advance(milliseconds: random.pick(5) * 10) : .send(random.pick(count))
      } + (withTime ? [.advance(milliseconds: 10_000)] : [])
  }

  var description: String {
    effects.enumerated()
      .map { action, work in "  \(action): " + (work.map { "\($0)" } ?? "none") }
      .joined(separator: "\n") + "\n  inputs: \(inputs)"
  }

  func reducer(clock: any Clock<Duration>) -> some Reducer<State, Int> {
    Reduce<State, Int> { state, action in
      state.reduced.append(action)
      if state.child == nil {
        state.reduced.append(-2)
        state.child = state.reduced.count
      }
      return .none
    }
    .ifLet(\.child, CasePath<Int, Int>({ $0 }, extract: { $0 })) {
      Reduce<Int, Int> { count, action in
        count += 1
        guard count < RandomFeature.longest else { return .none }
        return effects[action]?.effect(clock, unit: .milliseconds(10)) { $0 } ?? .none
      }
    }
    .onChange(of: \.isClosed) { _, _ in
      Reduce { state, _ in
        state.reduced.append(-1)
        state.child = state.reduced.count
        return .none
      }
    }
  }
}
