import CairnModel
import Testing

@testable import benchmarks

/// Models with well-known results.
@Suite struct KnownAnswersTests {
  @Test func `half of the positions of the 8-puzzle can be reached, in 31 moves at most`() throws {
    let exploration = try EightPuzzle.model.explore()
    #expect(exploration.states == 181_440)  // 9! / 2
    #expect(exploration.transitions == 483_840)
    #expect(exploration.depth == 31)
    #expect(exploration.limit == nil)
  }

  @Test func `four litres are measured in six steps`() throws {
    let exploration = try Jugs.model.explore(checking: [
      .reachable("four litres") { $0.large == 4 },
      .always("no jug is overfull") { (0...3).contains($0.small) && (0...5).contains($0.large) },
      .alwaysReachable("both are empty") { $0 == Jugs.State() },
      .reachable("both are half full") { $0 == Jugs.State(small: 1, large: 3) },
    ])
    // One of the jugs is always empty or full: 2 · 4 + 2 · 6 - 4.
    #expect(exploration.states == 16)
    #expect(
      exploration["four litres"]?.trace?.actions == [
        .fillLarge, .pourIntoSmall, .emptySmall, .pourIntoSmall, .fillLarge, .pourIntoSmall,
      ])
    #expect(exploration["no jug is overfull"]?.isProved == true)
    #expect(exploration["both are empty"]?.isProved == true)
    #expect(exploration["both are half full"]?.isRefuted == true)
  }

  /// Counted by hand: with the farmer on one bank, the goat beside him leaves the wolf and the
  /// cabbage free to be anywhere (4), and the goat on the other bank is alone there (1). That makes
  /// 5 for each bank, both ends of the journey among them.
  @Test func `all are across after seven crossings, through ten safe states`() throws {
    let exploration = try Crossing.model.explore(checking: [
      .reachable("all are across") { $0.farmerIsAcross && $0.across.count == 3 },
      .always("nobody is eaten") { $0.isSafe },
    ])
    #expect(exploration.states == 10)
    #expect(exploration["all are across"]?.trace?.steps.count == 7)
    #expect(exploration["all are across"]?.trace?.actions.first == .cross(with: .goat))
    #expect(exploration["nobody is eaten"]?.isProved == true)
  }

  @Test(arguments: 2...6)
  func `philosophers who all take the left fork first starve`(count: Int) throws {
    let model = Philosophers.model(of: count, isOrdered: false)
    let trace = try model.explore(checking: [.noDeadEnd()])["no dead end"]?.trace
    #expect(trace?.actions == (0..<count).map { .take(fork: $0, by: $0) })
  }

  @Test(arguments: 2...6)
  func `philosophers who take the lower fork first do not`(count: Int) throws {
    let model = Philosophers.model(of: count, isOrdered: true)
    let exploration = try model.explore(checking: [
      .noDeadEnd(),
      .alwaysReachable("all forks lie on the table") { !$0.holders.contains { $0 != nil } },
    ])
    #expect(exploration.isProved)
  }

  @Test func `of two processes at most one is inside`() throws {
    let exploration = try Peterson.model(isBroken: false).explore(checking: [
      .never("both are inside", \.bothAreInside),
      .alwaysReachable("the left one is inside") { $0.places[0] == .inside },
      .alwaysReachable("the right one is inside") { $0.places[1] == .inside },
      .step("nobody is thrown out") { before, action, after in
        before.places[1 - action.rawValue] == after.places[1 - action.rawValue]
      },
    ])
    #expect(exploration.isProved)
  }

  @Test func `if they announce themselves too late, both are inside after six steps`() throws {
    let exploration = try Peterson.model(isBroken: true).explore(checking: [
      .never("both are inside", \.bothAreInside)
    ])
    let trace = try #require(exploration["both are inside"]?.trace)
    #expect(exploration["both are inside"]?.isRefuted == true)
    // Three of each process: fewer steps cannot enter.
    #expect(trace.actions == [.left, .right, .right, .right, .left, .left])
    #expect(trace.last.bothAreInside)
  }
}
