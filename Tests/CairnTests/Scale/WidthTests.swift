import Cairn
import Foundation
import Testing

/// 64 reducers in one body, and 64 cases: they compile, and run on the stack of a small thread.
@Suite struct WidthTests {
  @Test func `64 reducers in one body run in order on a stack of 512 KB`() async {
    let numbers = await onSmallStack {
      let store = Store([Int]()) { LongBody() }
      store.send(())
      return store.state
    }
    #expect(numbers == Array(0..<64))
  }

  @Test func `every screen of a path of 64 cases is reached on a stack of 512 KB`() async {
    let path = await onSmallStack {
      let screens = CasePath<SixtyFour<Counter.State>, Counter.State>.all.map { $0.embed(.init()) }
      let store = Store(StackState(screens)) { WideRoot() }
      for (index, path) in CasePath<SixtyFour<Counter.Action>, Counter.Action>.all.enumerated() {
        let id = StackID(integerLiteral: index)
        store.send(.element(id: id, action: path.embed(.increment)))
      }
      return store.state
    }
    #expect(path.count == 64)
    for (screen, path) in zip(path, CasePath<SixtyFour<Counter.State>, Counter.State>.all) {
      #expect(path.extract(screen)?.count == 1)
    }
  }

  @Test func `every one of 64 case paths is lawful`() {
    #expect(CaseLaw.violations(CasePath<SixtyFour<Int>, Int>.all.map { $0.law(for: 1) }) == [])
  }
}

private struct WideRoot: Reducer {
  var body:
    some Reducer<StackState<SixtyFour<Counter.State>>, StackAction<SixtyFour<Counter.Action>>>
  {
    Reduce { _, _ in .none }
      .forEach(\.self, CasePath({ $0 }) { $0 }) { WidePath() }
  }
}

/// As large as the stacks of secondary threads are on Apple's systems.
private func onSmallStack<Result: Sendable>(
  _ work: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: work()) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
