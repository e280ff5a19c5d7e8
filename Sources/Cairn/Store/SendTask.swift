/// A handle on what an action causes: its effects, those of the actions that they send, and so on.
///
///     let task = store.send(.download)
///     await task.finish()
///
/// It belongs to the isolation of its store, and keeps the store alive as long as it is kept.
public struct SendTask<State, Action: Sendable> {
  let store: Store<State, Action>
  let root: Int

  /// Waits until none of the effects is in flight, background ones aside, and reduces what they
  /// send.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await store.finish(root: root, isolation: isolation)
  }

  /// Cancels the effects and drops what they have sent. Effects of other actions go on.
  public func cancel() { store.cancel(root: root) }
}
