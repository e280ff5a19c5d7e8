import Cairn
import CairnTesting
import Testing

/// Runtime issues fail the test in which they are reported, word for word.
@Suite struct RuntimeIssueFailureTests {
  @Test func `an issue that a reducer or an effect reports fails the test`() {
    let today: @Sendable () -> Int = unimplemented("Calendar.today", returning: 0)
    let text = """
      Calendar.today was called, and is not implemented here.
      Likely causes:
        - the feature uses a dependency that the test does not provide
        - the feature does more than the test expects
      Suggestion: give the feature a stand-in for Calendar.today, or correct the feature.
      """
    let store = TestStore(0) {
      Reduce<Int, Bool> { state, waits in
        state += 1 + today()
        return waits ? .run { _ in _ = today() } : .none
      }
    }
    expectFailure(text) { store.send(false) { $0 = 1 } }
    expectFailures([text, text]) { store.send(true) { $0 = 2 } }
    expectFailure(text) { store.send(false) { $0 = 3 } }
    store.finish()
  }

  @Test func `an error that an effect does not catch fails the test`() {
    struct Offline: Error {}
    expectFailure(
      """
      The effect "loading" (effect 1, started by action 1: 1) threw Offline().
      Likely causes:
        - its operation calls something that throws, and the effect has no `catch:`
      Suggestion: give the effect a `catch:` that sends an action, or handle the error in it.
      """
    ) {
      let store = TestStore(0) {
        Reduce<Int, Int> { _, _ in .run(name: "loading") { _ in throw Offline() } }
      }
      store.send(1)
      store.finish()
    }
  }
}
