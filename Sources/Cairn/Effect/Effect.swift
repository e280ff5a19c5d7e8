/// What a reducer asks of the outside world: a value, one word wide when there is nothing to do.
///
///     case .saveTapped:
///       return .run(name: "save") { [draft = state.draft] send in
///         await send(.saved(await store.save(draft)))
///       }
///       .cancellable(id: "save", cancelInFlight: true)
///
/// The store starts effects after the reduction that returned them. It cancels them when they are
/// cancelled by id, when the part of the state that they belong to is gone (a popped screen, a
/// cleared optional, an enum that left its case), and when the store ends; from then on not one
/// more of their actions is reduced, even if it had already been sent.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  indirect enum Kind: Sendable {
    case none
    case undelivered
    case send(Action)
    case run(EffectOperation<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(AnyID)
    case dismiss
    case end(EffectScope.Slot)
    case cancellable(AnyID, cancelInFlight: Bool, Effect)
    case throttle(AnyID, latest: Bool, window: EffectOperation<Action>, Effect)
    case within(EffectScope.Slot, Effect)
  }

  @usableFromInline let kind: Kind

  @inlinable @inline(__always)
  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Nothing to do.
  @inlinable
  public static var none: Effect {
    @inline(__always) get { Effect(.none) }
  }

  /// Reduces `action` after the current one, before the outermost `send` returns.
  ///
  /// Follow-ups run first in, first out. No recursion: a chain of them does not grow the stack.
  @inlinable
  public static func send(_ action: Action) -> Effect { Effect(.send(action)) }

  /// Asynchronous work that may send any number of actions.
  ///
  ///     .run(name: "countdown") { send in
  ///       for second in (0..<3).reversed() {
  ///         try await clock.sleep(for: .seconds(1))
  ///         await send(.tick(second))
  ///       }
  ///     }
  ///
  /// Its actions arrive in the order it sent them; `await send(x)` resumes after `x` is reduced, or
  /// dropped because the effect was cancelled. A `CancellationError` ends the work quietly; any
  /// other error goes to `catch`, and without one it is reported as a mistake.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default the place in the source.
  ///   - priority: the priority of its task.
  @inlinable
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    catch handle: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect {
    let name = name ?? "\(fileID):\(line)"
    return Effect(
      .run(
        EffectOperation(
          name: name, priority: priority, isBackground: false, run: operation, handle: handle)))
  }

  /// Several effects at once.
  ///
  /// They are created in the order given. What they then do may interleave in any order.
  /// `merge()` equals `.none`.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Several effects at once; as many as there are elements.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    guard let first = effects.first else { return .none }
    return effects.count == 1 ? first : Effect(.merge(effects))
  }

  /// Several effects one after the other: each starts when the one before has finished.
  ///
  ///     .concatenate(.run { … }, .send(.saved), .run { … })
  ///
  /// A `send` has finished when its action is reduced; its effects are not waited for. An effect
  /// that is cancelled by an id of its own has finished too. `concatenate()` equals `.none`.
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Several effects one after the other; as many as there are elements.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    guard let first = effects.first else { return .none }
    return effects.count == 1 ? first : Effect(.concatenate(effects))
  }

  /// This effect and another at once. `.none` is neutral on both sides.
  @inlinable @inline(__always)
  public func merged(with other: Effect) -> Effect {
    if isNone { return other }
    return other.isNone ? self : mergedWithWork(of: other)
  }

  @usableFromInline
  func mergedWithWork(of other: Effect) -> Effect {
    switch (kind, other.kind) {
    case (.merge(let first), .merge(let second)): Effect(.merge(first + second))
    case (.merge(let first), _): Effect(.merge(first + [other]))
    case (_, .merge(let second)): Effect(.merge([self] + second))
    case (_, _): Effect(.merge([self, other]))
    }
  }

  /// Names the effect, so that it can be cancelled.
  ///
  /// The id counts within the feature instance that returned the effect: two screens of a stack,
  /// or two stores, never cancel each other's effects. With `cancelInFlight`, effects of that id
  /// that are already running are cancelled first.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    guard !isNone || cancelInFlight else { return .none }
    return Effect(.cancellable(AnyID(id), cancelInFlight: cancelInFlight, self))
  }

  /// Cancels this feature instance's effects of that id. Nothing happens if there are none.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(AnyID(id)))
  }

  /// Takes this feature off the screen: the nearest enclosing stack pops it and what is above it,
  /// or the nearest enclosing optional becomes `nil`, before the current reduction ends.
  ///
  /// What else the same reduction returned ends with the feature, also what stands before it in a
  /// `concatenate`: to be dismissed later, send an action that is. With no stack and no optional
  /// around, it is a programmer's mistake, which is reported and changes nothing.
  public static var dismiss: Effect { Effect(.dismiss) }
}

extension RuntimeIssue {
  @usableFromInline
  static func thrown<Action>(_ error: any Error, by effect: RunningEffect<Action>) -> RuntimeIssue {
    RuntimeIssue(
      "The effect \(effect.label) threw \(error).",
      causes: ["its operation calls something that throws, and the effect has no `catch:`"],
      suggestion: "give the effect a `catch:` that sends an action, or handle the error in it.")
  }
}
