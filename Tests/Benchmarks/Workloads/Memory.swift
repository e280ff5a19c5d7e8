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

  /// The memory of a screen in a stack whose buffer is full.
  static var stackElement: Quantity {
    let own = MemoryLayout<Folders.Folder.State>.stride
    return Quantity(name: "memory-stack", unit: "bytes a screen, \(own) of them its state") { _ in
      guard allocations_are_counted() else { return nil }
      let before = bytes_in_use()
      var stack = StackState<Folders.Folder.State>()
      while stack.count < 10_000 { stack.push(Folders.Folder.State(number: 0)) }
      fill(&stack)
      let bytes = bytes_in_use() - before
      fill(&stack)
      return Double(bytes) / Double(stack.count - 1)
    }
  }

  /// Pushes screens until the stack has moved to a buffer of twice the size.
  private static func fill(_ stack: inout StackState<Folders.Folder.State>) {
    let before = allocations_of_this_thread()
    while allocations_of_this_thread() == before { stack.push(Folders.Folder.State(number: 0)) }
  }
}
