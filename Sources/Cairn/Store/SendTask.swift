/// A handle on what an action causes: its effects, those of the actions that they send, and so on.
///
///     let task = store.send(.download)
///     await task.finish()
///
/// It belongs to the isolation of its store, and keeps the store alive as long as it is kept.
public struct SendTask {
  @usableFromInline let store: any SendTaskOwner
  @usableFromInline let root: Int

  @inlinable
  init(store: any SendTaskOwner, root: Int) {
    self.store = store
    self.root = root
  }

  /// Waits until none of the effects is in flight, background ones aside, and reduces what they
  /// send.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await store.finish(root: root, isolation: isolation)
  }

  /// Cancels the effects and drops what they have sent. Effects of other actions go on.
  public func cancel() { store.cancel(root: root) }
}

/// A store, whatever its state and actions.
@usableFromInline
protocol SendTaskOwner: AnyObject {
  func finish(root: Int, isolation: isolated (any Actor)?) async
  func cancel(root: Int)
}
