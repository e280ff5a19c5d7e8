import CAllocations
import Cairn

extension Quantity {
  /// The memory of an idle store, without its state.
  static var store: Quantity {
    Quantity(name: "memory-store", unit: "bytes beyond its state", limit: 512) { _ in
      guard allocations_are_counted() else { return nil }
      let count = 1_000
      var stores: [Store<Counter.State, Counter.Action>] = []
      stores.reserveCapacity(count)
      let before = bytes_in_use()
      for _ in 0..<count {
        let store = Store(Counter.State()) { Counter() }
        store.send(.add(1))
        stores.append(store)
      }
      let bytes = bytes_in_use() - before
      sink = stores[count - 1].state.count
      return Double(bytes) / Double(count) - Double(MemoryLayout<Counter.State>.size)
    }
  }
}
