import Cairn
import CairnSimulation
import Foundation

/// A random effect, as a value. Its actions are numbers.
public indirect enum RandomWork: Sendable {
  public enum Step: Sendable {
    case send(Int)
    case cancel(Int)
    case dismiss
    /// A sleep of so many units of time.
    case sleep(Int)
  }

  case send(Int)
  case run([Step], id: Int?, cancelInFlight: Bool)
  case merge([RandomWork])
  case concatenate([RandomWork])
  case cancel(Int)
  case dismiss

  /// - Parameter count: the number of actions.
  public init(_ random: inout SeededChoice, _ count: Int, depth: Int = 2) {
    func several(_ random: inout SeededChoice) -> [Self] {
      (0..<random.pick(4)).map { _ in Self(&random, count, depth: depth - 1) }
    }
    switch random.pick(depth > 0 ? 8 : 5) {
    case 0: self = .send(random.pick(count))
    case 1, 2:
      let steps: [Step] = (0...random.pick(3)).map { _ in
        if random.pick(3) == 0 { return .sleep(1 + random.pick(3)) }
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

  /// - Parameter dismisses: whether the feature can be dismissed. If not, a dismissal is no effect.
  public func effect<Action>(
    _ clock: any Clock<Duration>, unit: Duration, dismisses: Bool = true,
    _ action: @escaping @Sendable (Int) -> Action
  ) -> Effect<Action> {
    func effects(_ parts: [Self]) -> [Effect<Action>] {
      parts.map { $0.effect(clock, unit: unit, dismisses: dismisses, action) }
    }
    switch self {
    case .send(let number): return .send(action(number))
    case .merge(let parts): return .merge(effects(parts))
    case .concatenate(let parts): return .concatenate(effects(parts))
    case .cancel(let id): return .cancel(id: id)
    case .dismiss: return dismisses ? .dismiss : .none
    case .run(let steps, let id, let cancelInFlight):
      let effect = Effect<Action>.run { send in
        for step in steps {
          switch step {
          case .send(let number): await send(action(number))
          case .cancel(let id): await send.cancel(id: id)
          case .dismiss: if dismisses { await send.dismiss() }
          case .sleep(let count): try await clock.sleep(for: unit * count)
          }
        }
      }
      return id.map { effect.cancellable(id: $0, cancelInFlight: cancelInFlight) } ?? effect
    }
  }
}

/// Numbers that are the same on every machine.
public struct SeededChoice {
  private var generator: SplitMix64

  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// One of `0..<count`.
  public mutating func pick(_ count: Int) -> Int {
    Int(truncatingIfNeeded: generator.next() >> 33) % count
  }
}

/// The seeds of so many random values. `CAIRN_SEED=7 CAIRN_SEQUENCES=1 swift test` repeats the one that a failure shows.
public func randomSeeds(_ count: UInt64) -> Range<UInt64> {
  func number(_ name: String, otherwise usual: UInt64) -> UInt64 {
    guard let text = ProcessInfo.processInfo.environment[name] else { return usual }
    guard let number = UInt64(text) else {
      fatalError("\(name) is \"\(text)\": set it to a whole number, or remove it.")
    }
    return number
  }
  let first = number("CAIRN_SEED", otherwise: 20_260_114)
  return first..<first + number("CAIRN_SEQUENCES", otherwise: count)
}
