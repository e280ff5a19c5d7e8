import Cairn
import CairnApp
import CairnExplorer
import CairnModel

/// Searches through apps whose requests overlap.
extension Quantity {
  static var explorerEffects: [Quantity] {
    [
      Quantity(
        name: "explorer-equal-requests", unit: "steps of four equal requests", exact: 2
      ) { _ in
        Double(RequestsApp<Equal>.explored().transitions)
      },
      Quantity(name: "explorer-requests", unit: "seconds for five requests") { _ in
        RequestsApp<Answering>.explored().elapsed / .seconds(1)
      },
    ]
  }
}

/// The requests of an app with one button.
protocol Requests: SendableMetatype {
  static var count: Int { get }
  static var answers: KeyValuePairs<String, Bool> { get }
  static var isCounted: Bool { get }
}

enum Equal: Requests {
  static let count = 4
  static let answers: KeyValuePairs = ["ok": true]
  static let isCounted = false
}

enum Answering: Requests {
  static let count = 5
  static let answers: KeyValuePairs = ["ok": true, "down": false]
  static let isCounted = true
}

/// Up to so many requests at once. Each takes a second and counts its answer.
struct RequestsApp<Kind: Requests>: SearchedApp {
  struct State: Hashable {
    var started = 0
    var ok = 0
    var down = 0
  }

  enum Action: Sendable { case load, loaded, failed }

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock, choices = launch.choices] state, action in
      switch action {
      case .load:
        guard state.started < Kind.count else { return .none }
        state.started += 1
        let request = Effect<Action>.run(name: "load") { send in
          try await clock.sleep(for: .seconds(1))
          await send(choices.choose("load", Kind.answers) ? .loaded : .failed)
        }
        guard !Kind.isCounted else { return request }
        state.started = Kind.count
        return .merge((0..<Kind.count).map { _ in request })
      case .loaded: state.ok += 1
      case .failed: state.down += 1
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Text("\(state.ok) ok, \(state.down) down")
    Button("load", disabledBecause: state.started < Kind.count ? nil : "enough", .load)
  }
}
