/// The asynchronous part of an effect, before it is started.
@usableFromInline package struct EffectOperation<Action: Sendable>: Sendable {
  @usableFromInline package let name: EffectName
  /// The value that determines the operation; `nil` if the operation may depend on other values.
  @usableFromInline package let input: EffectInput?
  /// Whether the operation continues after its feature is removed. Not in `input`, which `map` drops.
  var outlivesFeature = false
  /// Not a `TaskPriority`: its layout is only known at run time, and with it the layout of every effect.
  @usableFromInline let rawPriority: UInt8?
  @usableFromInline var run: Run
  /// Handles an error other than a cancellation. Without it, the error is reported.
  @usableFromInline var handle: Handle?

  @usableFromInline
  typealias Run = nonisolated(nonsending) @Sendable (Send<Action>) async throws -> Void
  @usableFromInline
  typealias Handle = nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void

  @inlinable init(
    name: EffectName, input: EffectInput? = nil, priority: TaskPriority?,
    run: @escaping Run, handle: Handle? = nil
  ) {
    self.name = name
    self.input = input
    rawPriority = priority?.rawValue
    self.run = run
    self.handle = handle
  }

  @inlinable var priority: TaskPriority? { rawPriority.map { TaskPriority(rawValue: $0) } }

  func map<Other>(
    _ transform: @escaping @Sendable (Action) -> Other, keepsInput: Bool = true
  ) -> EffectOperation<Other> {
    var mappedHandle: EffectOperation<Other>.Handle?
    if let handle { mappedHandle = { await handle($0, $1.pullback(transform)) } }
    var mapped = EffectOperation<Other>(
      name: name, input: keepsInput ? input : nil, priority: priority,
      run: { try await run($0.pullback(transform)) }, handle: mappedHandle)
    mapped.outlivesFeature = outlivesFeature
    return mapped
  }
}

/// The name of an effect. The text of a position is only made where it is read.
@usableFromInline package enum EffectName: Sendable {
  case given(String)
  case position(fileID: StaticString, line: UInt)

  @usableFromInline package var text: String {
    switch self {
    case .given(let name): name
    case .position(let fileID, let line): "\(fileID):\(line)"
    }
  }
}

/// The input of an operation. A class, so that operations without one stay small.
@usableFromInline package final class EffectInput: Sendable {
  package let value: AnyID

  @usableFromInline init(_ value: some Hashable & Sendable) { self.value = AnyID(value) }
}

/// Sends actions from an asynchronous effect to the store.
///
///     return .run { send in
///       await send.cancel(id: "preview")
///       await send(.saved(await save(draft)))
///       await send.dismiss()
///     }
///
/// Each call resumes after its action, cancellation or dismissal has taken place. It does nothing after the
/// effect was cancelled, for example because its feature was removed.
public struct Send<Action: Sendable>: Sendable {
  /// The isolation is a parameter, not `nonisolated(nonsending)`; see ``EffectRunner``.
  @usableFromInline typealias Deliver =
    @Sendable (EffectRequest<Action>, isolated (any Actor)?) async -> Void

  @usableFromInline let deliver: Deliver

  @inlinable init(_ deliver: @escaping Deliver) {
    self.deliver = deliver
  }

  /// Reduces an action on the isolation of the store, and returns to the isolation of the caller.
  ///
  ///     await send(.saved)
  @inlinable public func callAsFunction(
    _ action: Action, isolation: isolated (any Actor)? = #isolation
  ) async {
    await deliver(.action(action), isolation)
  }

  /// Cancels the effects with this id of the feature that returned this effect, like
  /// ``Effect/cancel(id:)``. The effect may cancel itself.
  ///
  ///     await send.cancel(id: "preview")
  public func cancel(
    id: some Hashable & Sendable, isolation: isolated (any Actor)? = #isolation
  ) async {
    await deliver(.cancel(AnyID(id)), isolation)
  }

  /// Removes the feature that returned this effect, like ``Effect/dismiss``, after the actions in the queue.
  /// The effect ends with its feature: its task is cancelled.
  ///
  ///     await send.dismiss()
  public func dismiss(isolation: isolated (any Actor)? = #isolation) async {
    await deliver(.dismissal, isolation)
  }

  /// The `Send` of a child whose actions are embedded by `transform`.
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { request, isolation in
      await self.deliver(request.map(transform), isolation)
    }
  }
}

@usableFromInline enum EffectRequest<Action: Sendable>: Sendable {
  case action(Action)
  /// Indirect: few actions are animated.
  indirect case surrounded(Action, by: _Kernel.Surrounding)
  case dismissal
  /// Indirect: an id is larger than most actions.
  indirect case cancel(AnyID)

  @inlinable var isCancellation: Bool { if case .cancel = self { true } else { false } }

  @inlinable var isSurrounded: Bool { if case .surrounded = self { true } else { false } }

  @inlinable var action: Action? {
    switch self {
    case .action(let action), .surrounded(let action, _): action
    case .dismissal, .cancel: nil
    }
  }

  @inlinable func sender(_ effect: RunningEffect<Action>) -> QueuedAction<Action>.Sender {
    if case .surrounded(_, let surrounding) = self { return .surrounded(effect, by: surrounding) }
    return .effect(effect)
  }

  func map<Other>(_ transform: (Action) -> Other) -> EffectRequest<Other> {
    switch self {
    case .action(let action): .action(transform(action))
    case .surrounded(let action, let surrounding): .surrounded(transform(action), by: surrounding)
    case .dismissal: .dismissal
    case .cancel(let id): .cancel(id)
    }
  }
}
