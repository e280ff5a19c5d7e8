/// The asynchronous part of an effect, before it is started.
@usableFromInline
struct EffectOperation<Action: Sendable>: Sendable {
  @usableFromInline let name: String
  /// Not the priority itself: its layout is only known at run time, and so would be that of every
  /// effect.
  @usableFromInline let rawPriority: UInt8?
  @usableFromInline var isBackground: Bool
  @usableFromInline let run: Run
  /// What is done about an error, cancellation aside; without it, it is reported.
  @usableFromInline let handle: Handle?

  @usableFromInline typealias Run = @Sendable (Send<Action>) async throws -> Void
  @usableFromInline typealias Handle = @Sendable (any Error, Send<Action>) async -> Void

  @inlinable
  init(
    name: String, priority: TaskPriority?, isBackground: Bool,
    run: @escaping Run, handle: Handle? = nil
  ) {
    self.name = name
    rawPriority = priority?.rawValue
    self.isBackground = isBackground
    self.run = run
    self.handle = handle
  }

  @inlinable
  var priority: TaskPriority? { rawPriority.map { TaskPriority(rawValue: $0) } }

  @inlinable
  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectOperation<Other> {
    var mappedHandle: EffectOperation<Other>.Handle?
    if let handle { mappedHandle = { await handle($0, $1.pullback(transform)) } }
    return EffectOperation<Other>(
      name: name, priority: priority, isBackground: isBackground,
      run: { try await run($0.pullback(transform)) }, handle: mappedHandle)
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

  /// Sends what a child's actions are to this one.
  @inlinable
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { action in await self(transform(action)) }
  }
}
