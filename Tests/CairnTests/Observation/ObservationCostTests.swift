import CAllocations
import Cairn
import Observation
import Synchronization
import TestSupport
import Testing

@Suite struct ObservationCostTests {
  /// Counts how often it is compared.
  private struct Counted: Equatable {
    var number = 0
    let comparisons: Census

    static func == (left: Self, right: Self) -> Bool {
      left.comparisons.add(1)
      return left.number == right.number
    }
  }

  private struct Pair {
    var observed: Counted
    var other: Counted
  }

  /// Counts how often its sum is worked out.
  private struct WorkedOut {
    var other = 0
    let times: Census

    var sum: Int {
      times.add(1)
      return 0
    }
  }

  private let comparisons = Census()
  private let otherComparisons = Census()

  private func makeStore() -> Store<Pair, Changing<Pair>.Action> {
    Store(
      changing: Pair(
        observed: Counted(comparisons: comparisons), other: Counted(comparisons: otherComparisons)))
  }

  @Test
  func
    `an action compares a value once, however many observe it, no other, and none that has fired`()
  {
    let store = makeStore()
    for _ in 1...1_000 { observe("", Log()) { _ = store.observed } }
    store.change { $0.other.number += 1 }
    store.change { $0.other.number += 1 }
    #expect(comparisons.number == 2 && otherComparisons.number == 0)
    store.change { $0.observed.number += 1 }
    #expect(store.trackedCount == 0)
    store.change { $0.observed.number += 1 }
    #expect(comparisons.number == 3)
  }

  @Test func `paths through a subscript share an entry when they lead to the same place`() {
    let store = Store(
      changing: (Counted(comparisons: otherComparisons), [Counted(comparisons: comparisons)]))
    for _ in 1...1_000 { observe("", Log()) { _ = store[\.1[0]] } }
    #expect(store.trackedCount == 1)
    store.change { $0.0.number += 1 }
    store.change { $0.0.number += 1 }
    #expect(comparisons.number == 2 && otherComparisons.number == 0)
    store.change { $0.1[0].number += 1 }
    #expect(store.trackedCount == 0)
  }

  @Test func `a value that is worked out is worked out once an action, however many observe it`() {
    let store = Store(changing: WorkedOut(times: comparisons))
    for _ in 1...1_000 { observe("", Log()) { _ = store.sum } }
    let before = comparisons.number
    store.change { $0.other += 1 }
    store.change { $0.other += 1 }
    #expect(comparisons.number - before == 2)
  }

  @Test(.enabled(if: allocations_are_counted(), "allocations are not counted here"))
  func `an action that changes nothing observed allocates nothing for its observers`() {
    let store = Store((0, 0, Array(repeating: 0, count: 100))) {
      Reduce<(Int, Int, [Int]), Int> { state, action in
        state.0 += action
        return .none
      }
    }
    observe("", Log()) { _ = (store[\.1], store[\.1.description.count]) }
    for index in 0..<100 { observe("", Log()) { _ = store[\.2[index]] } }
    for _ in 1...100 { store.send(1) }
    let before = allocations_of_this_thread()
    for _ in 1...100 { store.send(1) }
    #expect(allocations_of_this_thread() == before)
    #expect(store.trackedCount == 102)
  }

  @Test func `paths whose observers have gone elsewhere are forgotten in time`() {
    let store = Store(changing: (0, Array(repeating: 0, count: 10_000)))
    for index in 0..<10_000 {
      observe("", Log()) { _ = (store[\.0], store[\.1[index]]) }
      store.change { $0.0 += 1 }
    }
    #expect(store.trackedCount < 100)
  }
}

/// A title, and numbers whose address tells whether they were copied.
struct Table: Equatable {
  var title = ""
  var rows = Array(repeating: 0, count: 100)
}
