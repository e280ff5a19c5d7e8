import Cairn
import CairnSimulation

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

  /// The description of an effect.
  indirect enum Work: Sendable {
    case send(Int)
    case run([Step], id: Int?, cancelInFlight: Bool)
    case merge([Work])
    case concatenate([Work])
    case cancel(Int)
    case dismiss
  }

  enum Step: Sendable {
    case send(Int)
    case cancel(Int)
    case dismiss
    case sleep(milliseconds: Int)
  }

  /// A step of a test.
  enum Input: Sendable {
    case send(Int)
    case advance(milliseconds: Int)
  }

  /// No action returns an effect any more after so many.
  static let longest = 40

  /// The effect of each action.
  let effects: [Work?]
  let inputs: [Input]

  init(seed: UInt64, withTime: Bool) {
    var random = SeededChoice(seed: seed)
    let count = 2 + random.pick(6)
    effects = (0..<count).map { _ in
      random.pick(4) == 0 ? nil : Work(&random, count, depth: 2, withTime: withTime)
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
        return effects[action]?.effect(clock) ?? .none
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

extension RandomFeature.Work {
  fileprivate init(_ random: inout SeededChoice, _ count: Int, depth: Int, withTime: Bool) {
    func several(_ random: inout SeededChoice) -> [Self] {
      (0..<random.pick(4)).map { _ in
        Self(&random, count, depth: depth - 1, withTime: withTime)
      }
    }
    switch random.pick(depth > 0 ? 8 : 5) {
    case 0: self = .send(random.pick(count))
    case 1, 2:
      let steps: [RandomFeature.Step] = (0...random.pick(3)).map { _ in
        if withTime, random.pick(3) == 0 {
          return .sleep(milliseconds: 10 * (1 + random.pick(3)))
        }
        switch random.pick(8) {
        case 0: return .cancel(random.pick(2))
        case 1: return .dismiss
        default: return .send(random.pick(count))
        }
      }
      self = .run(
        steps, id: random.pick(3) == 0 ? random.pick(2) : nil,
        cancelInFlight: random.pick(2) == 0)
    case 3: self = .cancel(random.pick(2))
    case 4: self = .dismiss
    case 5: self = .merge(several(&random))
    default: self = .concatenate(several(&random))
    }
  }

  func effect(_ clock: any Clock<Duration>) -> Effect<Int> {
    switch self {
    case .send(let action): return .send(action)
    case .merge(let parts): return .merge(parts.map { $0.effect(clock) })
    case .concatenate(let parts): return .concatenate(parts.map { $0.effect(clock) })
    case .cancel(let id): return .cancel(id: id)
    case .dismiss: return .dismiss
    case .run(let steps, let id, let cancelInFlight):
      let effect = Effect<Int>.run { send in
        for step in steps {
          switch step {
          case .send(let action): await send(action)
          case .cancel(let id): await send.cancel(id: id)
          case .dismiss: await send.dismiss()
          case .sleep(let milliseconds):
            try await clock.sleep(for: .milliseconds(milliseconds))
          }
        }
      }
      return id.map { effect.cancellable(id: $0, cancelInFlight: cancelInFlight) } ?? effect
    }
  }
}

/// Numbers that are the same on every machine.
private struct SeededChoice {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func pick(_ count: Int) -> Int {
    Int(truncatingIfNeeded: generator.next() >> 33) % count
  }
}
