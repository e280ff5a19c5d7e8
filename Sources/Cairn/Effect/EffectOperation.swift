/// The asynchronous part of an effect, before it is started.
@usableFromInline
struct EffectOperation<Action: Sendable>: Sendable {
  @usableFromInline let name: String
  /// Not the priority itself: its layout is only known at run time, and so would be that of every
  /// effect.
  @usableFromInline let rawPriority: UInt8?
  @usableFromInline var isBackground: Bool
  @usableFromInline let run: @Sendable (Send<Action>) async throws -> Void

  @inlinable
  init(
    name: String, priority: TaskPriority?, isBackground: Bool,
    run: @escaping @Sendable (Send<Action>) async throws -> Void
  ) {
    self.name = name
    rawPriority = priority?.rawValue
    self.isBackground = isBackground
    self.run = run
  }

  @inlinable
  var priority: TaskPriority? { rawPriority.map { TaskPriority(rawValue: $0) } }

  @inlinable
  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectOperation<Other> {
    EffectOperation<Other>(name: name, priority: priority, isBackground: isBackground) { send in
      try await run(Send { action in await send(transform(action)) })
    }
  }
}

/// Sends actions from an asynchronous effect back to the store.
///
/// `await send(x)` resumes after `x` is reduced. From an effect that was cancelled it does nothing.
public struct Send<Action: Sendable>: Sendable {
  @usableFromInline let deliver: @Sendable (Action) async -> Void

  @inlinable
  init(_ deliver: @escaping @Sendable (Action) async -> Void) {
    self.deliver = deliver
  }

  @inlinable
  public func callAsFunction(_ action: Action) async {
    await deliver(action)
  }
}
