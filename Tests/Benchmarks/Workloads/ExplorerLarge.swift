import CAllocations
import Cairn
import CairnModel

/// One search over five million states, on all cores.
extension Quantity {
  static var explorerLarge: [Quantity] {
    let stride = MemoryLayout<Dials.State>.stride
    return [
      Quantity(
        name: "explorer-large-states", unit: "states, no more and no fewer",
        exact: Double(Dials.count)
      ) { _ in
        Double(Large.search.states)
      },
      Quantity(name: "explorer-large-rate", unit: "states a second") { _ in Large.search.rate },
      Quantity(
        name: "explorer-large-memory", unit: "bytes a state, \(stride) of them its own",
        limit: Double(2 * stride + 32)
      ) { _ in
        Large.search.bytes
      },
    ]
  }
}

@MainActor
private struct Large {
  let states: Int
  let rate: Double
  /// The memory of a state.
  let bytes: Double?

  /// The search runs once, for all three quantities.
  static let search = Large()

  private init() {
    do {
      let before = bytes_in_use()
      let exploration = try Dials.model.explore()
      let bytes = bytes_in_use() - before
      states = exploration.states
      rate = exploration.statesPerSecond
      self.bytes = allocations_are_counted() ? Double(bytes) / Double(exploration.states) : nil
    } catch {
      fatalError("\(error)")
    }
  }
}

/// A lock with three dials. An action turns one dial by one step. All 100 · 100 · 500 settings are
/// reachable.
struct Dials: Reducer {
  struct State: Hashable {
    var first: UInt16 = 0
    var second: UInt16 = 0
    var third: UInt16 = 0
  }

  enum Dial: CaseIterable {
    case first, second, third
  }

  func reduce(into state: inout State, action: Dial) -> Effect<Dial> {
    switch action {
    case .first: state.first = (state.first + 1) % 100
    case .second: state.second = (state.second + 1) % 100
    case .third: state.third = (state.third + 1) % 500
    }
    return .none
  }

  static let count = 100 * 100 * 500

  static let model = Model(State(), reducer: Dials()) { _ in
    Dial.allCases
  }
}
