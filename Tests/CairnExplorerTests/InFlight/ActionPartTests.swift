import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// Actions that are not `Hashable` are compared by their parts.
@Suite struct ActionPartTests {
  @Test func `actions with one text are two`() throws {
    try expectRetry(in: Retrier<Problem>.self)
  }

  @Test func `actions whose dictionaries have another order are two`() throws {
    try expectRetry(in: Retrier<Ranking>.self)
  }

  private func expectRetry<Failure>(in app: Retrier<Failure>.Type) throws {
    let exploration = try AppModel<Retrier<Failure>>.bare().explore(
      checking: [.reachable("retried") { $0.isRetried }])
    #expect(exploration.isProved, "\(exploration)")
  }
}

/// A value with one text for two reasons.
private protocol Reason: Equatable, Sendable {
  static var lasting: Self { get }
  static var passing: Self { get }
}

private enum Problem: Reason, CustomStringConvertible {
  case lasting, passing

  var description: String { "no connection" }
}

/// A dictionary whose order counts.
private struct Ranking: Reason, CustomReflectable {
  let names: [String]

  static var lasting: Ranking { Ranking(names: ["offline", "timeout"]) }
  static var passing: Ranking { Ranking(names: ["timeout", "offline"]) }

  var customMirror: Mirror {
    Mirror(self, children: names.map { ($0, $0.count) }, displayStyle: .dictionary)
  }
}

/// Retries after one of two reasons.
private struct Retrier<Failure: Reason>: TestApp {
  struct State: Hashable {
    var hasFailed = false
    var isRetried = false
  }

  enum Action: Sendable {
    case failed(Failure)
    case retry
  }

  static var name: String { "retrier" }

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let clock = launch.clock
    reducer = Reduce { state, action in
      switch action {
      case .failed(let reason) where !state.hasFailed:
        state.hasFailed = true
        return .run(name: "wait") { send in
          try await clock.sleep(for: .seconds(1))
          if reason == .passing { await send(.retry) }
        }
      case .retry: state.isRetried = true
      case .failed: break
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("lasting", .failed(.lasting))
    Button("passing", .failed(.passing))
  }
}
