import Cairn
import CairnModel
import Testing

/// Merged states.
@Suite struct CanonicalizedTests {
  /// Three lamps that are switched one by one.
  private static let lamps = Model(
    [false, false, false],
    reducer: Reduce<[Bool], Int> { state, lamp in
      state[lamp].toggle()
      return .none
    }
  ) { _ in
    [0, 1, 2]
  }

  @Test func `of merged states one is visited`() throws {
    let sorted = Self.lamps.canonicalized { $0.filter(\.self) + $0.filter { !$0 } }
    #expect(try Self.lamps.explore().states == 8)
    let exploration = try sorted.explore(checking: [
      .reachable("all are on") { $0.allSatisfy(\.self) },
      .alwaysReachable("all are off") { !$0.contains(true) },
    ])
    #expect(exploration.states == 4)
    #expect(exploration["all are off"]?.isProved == true)
  }

  @Test func `a trace is a real run, and merged states keep their own values`() throws {
    // Only the number of lamps that are on matters.
    let sorted = Self.lamps.canonicalized { $0.filter { !$0 } + $0.filter(\.self) }
    let trace = try sorted.explore(checking: [
      .reachable("two are on") { $0.count(where: \.self) == 2 }
    ])["two are on"]?.trace
    #expect(trace?.actions == [0, 1])
    #expect(trace?.steps.map(\.state) == [[true, false, false], [true, true, false]])
  }
}
