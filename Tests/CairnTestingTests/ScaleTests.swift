import Cairn
import CairnSimulation
import CairnTesting
import TestSupport
import Testing

/// A test store with many effects in flight takes time in proportion to their number: a quadratic part
/// would exceed the limit many times.
@Suite(.gate, .timeLimit(.minutes(10))) struct ScaleTests {
  private enum Action: Equatable {
    case start(Int)
    case answered(Int)
    case ignored(Int)
  }

  private let simulation = Simulation()
  private let count = 20_000

  /// Starts many effects at once, each of which answers after a second.
  private func store(_ exhaustivity: Exhaustivity = .on) -> TestStore<Int, Action> {
    TestStore(0, exhaustivity: exhaustivity, simulation: simulation) { [clock = simulation.clock] in
      Reduce<Int, Action> { state, action in
        switch action {
        case .start(let count):
          return .merge(
            (0..<count).map { number in
              .run { send in
                try await clock.sleep(for: .seconds(1))
                await send(.answered(number))
              }
            })
        case .answered: state += 1
        case .ignored: break
        }
        return .none
      }
    }
  }

  @Test func `actions are sent while many effects are in flight, and each answer is received`() {
    let store = store()
    store.send(.start(count))
    store.waitForExternalWork(timeout: .seconds(3600))
    for number in 0..<count { store.send(.ignored(number)) }
    store.advance(by: .seconds(1))
    for number in 0..<count { store.receive(.answered(number)) { $0 = number + 1 } }
    store.finish()
  }

  @Test func `many effects in flight answer, and the answers or the effects are skipped`() {
    let store = store(.off)
    store.send(.start(count))
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(store.state == count)
    store.send(.start(count))
    store.skipInFlight()
  }
}

/// Texts are generated only for failures and notes.
@Suite struct LazinessTests {
  /// Adds numbers, and sends each of them five times more.
  private struct Adding: Reducer {
    typealias State = Looked
    enum Action: Equatable {
      case add(Looked)
      case answer(Looked)

      static let answer = CasePath(Action.answer) { if case .answer(let x) = $0 { x } else { nil } }
    }

    func reduce(into state: inout Looked, action: Action) -> Effect<Action> {
      switch action {
      case .add(let value):
        state.number += value.number
        return .run(name: "answer") { send in
          for _ in 0..<5 { await send(.answer(value)) }
        }
      case .answer(let value):
        state.number += value.number
        return .none
      }
    }
  }

  private let count = Counter()

  private func adding(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Adding> {
    TestStore(Looked(count: count), exhaustivity: exhaustivity) { Adding() }
  }

  @Test func `an assertion that holds generates no description, dump or reflection`() {
    let one = Looked(number: 1, count: count)
    let store = adding()
    store.send(.add(one)) { $0.number = 1 }
    store.receive(.equal(.answer(one))) { $0.number = 2 }
    store.receive(.case(Adding.Action.answer)) { $0.number = 3 }
    store.receive(.where("\(one)") { $0 == .answer(one) }) { $0.number = 4 }
    store.expect(\.number, 4)
    store.expect(\.self, Looked(number: 4, count: count))
    store.skipReceived()
    store.advance(by: .seconds(1))
    store.send(.add(one)) { $0.number = 7 }
    store.withExhaustivity(.off) {
      store.send(.add(one)) { $0.number = 13 }
      store.receive(.equal(.answer(one)))
      store.skipReceived()
    }
    store.finish()
    #expect(count.value == 0)
  }

  @Test func `an assertion that does not hold generates a dump`() {
    let store = adding()
    #expect(failures { store.send(.add(Looked(number: 1, count: count))) }.count == 1)
    #expect(count.value > 0)
    store.skipReceived()
  }
}

/// A value that counts how often it is described, dumped or reflected.
private struct Looked: Equatable, Sendable, CustomReflectable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  var number = 0
  let count: Counter

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  var customMirror: Mirror {
    _ = count.next()
    return Mirror(self, children: ["number": number])
  }

  var description: String {
    _ = count.next()
    return "\(number)"
  }

  var debugDescription: String { description }
}
