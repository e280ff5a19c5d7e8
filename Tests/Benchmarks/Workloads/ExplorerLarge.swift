import CAllocations
import CairnExplorer

/// One search over five million states, on all cores.
extension Quantity {
  static var explorerLarge: [Quantity] {
    let stride = MemoryLayout<Dials.State>.stride
    return [
      Quantity(
        name: "explorer-large-states", unit: "states, no more and no fewer",
        exact: Double(Dials.count)
      ) {
        Double(Large.search.states)
      },
      Quantity(name: "explorer-large-rate", unit: "states a second") { Large.search.rate },
      Quantity(
        name: "explorer-large-memory", unit: "bytes a state, \(stride) of them its own",
        limit: Double(2 * stride + 32)
      ) {
        Large.search.bytes
      },
    ]
  }
}

@MainActor
private struct Large {
  let states: Int
  let rate: Double
  /// What a state takes.
  let bytes: Double?

  /// It is done once, for all that is asked of it.
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
