/// The asynchronous part of an effect, before it is started.
@usableFromInline struct EffectOperation<Action: Sendable>: Sendable {
  @usableFromInline let name: String
  /// Not a `TaskPriority`: its layout is only known at run time, and with it the layout of every effect.
  @usableFromInline let rawPriority: UInt8?
  @usableFromInline var isBackground: Bool
  @usableFromInline let run: Run
  /// Handles an error other than a cancellation. Without it, the error is reported.
  @usableFromInline let handle: Handle?

  @usableFromInline
  typealias Run = nonisolated(nonsending) @Sendable (Send<Action>) async throws -> Void
  @usableFromInline
  typealias Handle = nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void

  @inlinable init(
    name: String, priority: TaskPriority?, isBackground: Bool,
    run: @escaping Run, handle: Handle? = nil
  ) {
    self.name = name
    rawPriority = priority?.rawValue
    self.isBackground = isBackground
    self.run = run
    self.handle = handle
  }

  @inlinable var priority: TaskPriority? { rawPriority.map { TaskPriority(rawValue: $0) } }

  @inlinable
  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectOperation<Other> {
    var mappedHandle: EffectOperation<Other>.Handle?
    if let handle { mappedHandle = { await handle($0, $1.pullback(transform)) } }
    return EffectOperation<Other>(
      name: name, priority: priority, isBackground: isBackground,
      run: { try await run($0.pullback(transform)) }, handle: mappedHandle)
  }
}

/// Sends actions from an asynchronous effect to the store.
///
/// `await send(x)` resumes after `x` is reduced. It does nothing after the effect was cancelled.
public struct Send<Action: Sendable>: Sendable {
  /// The isolation is a parameter, not `nonisolated(nonsending)`: Swift 6.3.1 removes hops between
  /// functions of that kind, so that one can begin on another executor than that of its isolation.
  @usableFromInline typealias Deliver = @Sendable (Action, isolated (any Actor)?) async -> Void

  @usableFromInline let deliver: Deliver

  @inlinable init(_ deliver: @escaping Deliver) {
    self.deliver = deliver
  }

  /// Reduces an action on the isolation of the store, and returns to the isolation of the caller.
  @inlinable public func callAsFunction(
    _ action: Action, isolation: isolated (any Actor)? = #isolation
  ) async {
    await deliver(action, isolation)
  }

  /// The `Send` of a child whose actions are embedded by `transform`.
  @inlinable
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { action, isolation in await self.deliver(transform(action), isolation) }
  }
}
