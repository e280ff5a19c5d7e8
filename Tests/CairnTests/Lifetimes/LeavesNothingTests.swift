import Cairn
import CairnSimulation
import Testing

/// What `.leavesNothing` finds.
@MainActor
@Suite struct LeavesNothingTests {
  private let keeper = Keeper()

  @Test func `what ends later is waited for`() async {
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    let left = await Lives.left {
      let store = Store.listing { (_: Int) in .run { _ in Task { for await _ in ending {} } } }
      await store.send(1).finish()
      Task.detached { end.finish() }
    }
    #expect(left.isNothing)
    #expect(left.description == "Nothing is alive.")
  }

  @Test func `a test that leaves something fails, and says what`() async throws {
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    let issues = try await issues { keeper in
      keeper.store = Store.listing { _ in .none }
      keeper.screen = .init(sheet: .init())
      let simulation = Simulation()
      let store = simulation.listing { (_: Int) in .run { _ in Task { for await _ in ending {} } } }
      store.send(0)
      simulation.drain()
    }
    end.finish()
    #expect(issues == ["Alive are tasks of effects, stores: 1, screens: 2."])
  }

  @Test func `a test that counts no store fails`() async throws {
    #expect(try await issues { _ in } == ["No store was made by `counted`."])
  }

  @Test func `a test that counts for nobody fails`() {
    let log = Log()
    withKnownIssue {
      _ = Store.listing { (_: Int) in .none }
    } matching: {
      log.note($0.comments.map(\.rawValue).joined())
      return true
    }
    #expect(log.all == ["A store is counted here, and the test is not `.leavesNothing`."])
  }

  /// The comments on the issues of a test that does `work` and is cancelled.
  private func issues(in work: @escaping @MainActor (Keeper) -> Void) async throws -> [String] {
    let test = try #require(Test.current)
    let log = Log()
    try await withKnownIssue {
      try await Task { [keeper] in
        try await LeavesNothing().provideScope(for: test, testCase: Test.Case.current) {
          await work(keeper)
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.value
    } matching: {
      log.note($0.comments.map(\.rawValue).joined())
      return true
    }
    return log.all
  }
}

/// Keeps what it should not.
@MainActor private final class Keeper {
  var store: Store<[Int], Int>?
  var screen: TimerScreen.State?
}
