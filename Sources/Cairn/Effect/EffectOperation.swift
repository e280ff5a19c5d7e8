/// The asynchronous part of an effect, before it is started.
@usableFromInline
struct EffectOperation<Action: Sendable>: Sendable {
  let name: String
  let priority: TaskPriority?
  var isBackground: Bool
  let run: @Sendable (Send<Action>) async -> Void

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectOperation<Other> {
    EffectOperation<Other>(name: name, priority: priority, isBackground: isBackground) { send in
      await run(Send { action in await send(transform(action)) })
    }
  }
}

/// Sends actions from an asynchronous effect back to the store.
///
/// `await send(x)` resumes after `x` is reduced. From an effect that was cancelled it does nothing.
public struct Send<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action) async -> Void

  init(_ deliver: @escaping @Sendable (Action) async -> Void) {
    self.deliver = deliver
  }

  public func callAsFunction(_ action: Action) async {
    await deliver(action)
  }
}
