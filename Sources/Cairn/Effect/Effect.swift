/// A description of asynchronous work that a reducer returns: a value, without an allocation if there is nothing to
/// do.
///
///     case .searchTapped:
///       return .run(name: "search") { [query = state.query] send in
///         await send(.found(try await client.search(query)))
///       }
///       .cancellable(id: "search", cancelInFlight: true)
///
/// The store starts effects after the reduction that returned them, when no action is queued. It cancels
/// an effect by its id, when the part of the state that it belongs to is removed (a popped screen, a
/// cleared optional, an enum in another case), and when the store ends. From then on no action of the
/// effect is reduced, even if it was sent before.
public struct Effect<Action: Sendable>: Sendable {
  /// The verbs, as data. `Machine.interpret` gives them their meaning.
  @usableFromInline package indirect enum Kind: Sendable {
    case none
    /// The action was for a child that does not exist: nothing to do, and the store reports it.
    case undelivered(_Kernel.MissingRecipient)
    case send(Action)
    case run(EffectOperation<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(AnyID)
    /// Removes the feature that returned it. The operator of its parent does so.
    case dismiss
    /// Ends the effects of a child that its parent removed or replaced.
    case end(_Kernel.EffectScope.Component)
    case cancellable(AnyID, cancelInFlight: Bool, Effect)
    /// `window` sleeps for the time in which no other effect with the id begins.
    case throttle(AnyID, latest: Bool, window: EffectOperation<Action>, Effect)
    case background(Effect)
    case shielded(Effect)
    /// The effect of a child: it ends with the child, and its ids are those of the child.
    case within(_Kernel.EffectScope.Component, Effect)
  }

  @usableFromInline package let kind: Kind

  @inlinable @inline(__always) init(_ kind: Kind) {
    self.kind = kind
  }

  /// Nothing to do.
  ///
  ///     return .none
  @inlinable public static var none: Effect {
    @inline(__always) get { Effect(.none) }
  }

  /// Nothing to do here, because the action tells the parent of this feature something: the parent matches it.
  ///
  ///     return .forParent
  ///
  /// It is ``none``. List such actions one by one, so that the compiler names each new action.
  @inlinable public static var forParent: Effect { .none }

  /// Reduces `action` after the current one, before the outermost `send` returns.
  ///
  ///     return .send(.completed)
  ///
  /// Follow-ups run first in, first out. No recursion: a chain of them does not grow the stack.
  @inlinable public static func send(_ action: Action) -> Effect { Effect(.send(action)) }

  /// Asynchronous work that sends any number of actions.
  ///
  ///     .run(name: "countdown") { send in
  ///       for second in (0..<3).reversed() {
  ///         try await clock.sleep(for: .seconds(1))
  ///         await send(.tick(second))
  ///       }
  ///     }
  ///
  /// In a store of the main actor, the operation begins on the main actor before `send` returns, and blocks `send`
  /// until its first suspension; on systems older than macOS 26 and iOS 26 it begins after `send`. In any other
  /// store, it runs on the global executor. The `executor:` of a store replaces both. Mark work that takes long with
  /// `@concurrent`:
  ///
  ///     .run { @concurrent send in
  ///       await send(.decoded(decode(data)))
  ///     }
  ///
  /// Its actions arrive in the order in which it sent them. `await send(x)` resumes after `x` is reduced,
  /// or dropped because the effect was cancelled. A `CancellationError` ends the work quietly; any other
  /// error is passed to `catch` or, without one, reported as a ``RuntimeIssue``.
  ///
  /// - Parameters:
  ///   - name: its name in messages; by default its position in the source.
  ///   - priority: the priority of its task.
  @inlinable public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: nonisolated(nonsending) @escaping @Sendable (Send<Action>) async throws -> Void,
    catch handle: (nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect {
    let name = name.map { .given($0) } ?? EffectName.position(fileID: fileID, line: line)
    return Effect(
      .run(
        EffectOperation(name: name, priority: priority, run: operation, handle: handle)))
  }

  /// Asynchronous work that depends on its input alone.
  ///
  ///     .run(name: "search", input: state.query) { [client] query, send in
  ///       await send(.found(try await client.search(query)))
  ///     }
  ///
  /// The operation may capture clients, and must not capture parts of the state. A search of reachable
  /// states identifies the effect by its name, its input and its feature, and not by the state that it was
  /// returned from. The search therefore visits fewer states. It reports a ``RuntimeIssue`` if two such
  /// effects with the same identity have different results. Otherwise the effect behaves like that of
  /// ``run(name:priority:fileID:line:operation:catch:)``.
  @inlinable public static func run<Input: Hashable & Sendable>(
    name: String, input: Input,
    priority: TaskPriority? = nil,
    operation:
      nonisolated(nonsending) @escaping @Sendable (Input, Send<Action>) async throws -> Void,
    catch handle: (nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect {
    Effect(
      .run(
        EffectOperation(
          name: .given(name), input: EffectInput(input), priority: priority,
          run: { try await operation(input, $0) }, handle: handle)))
  }

  /// Asynchronous work that depends on its input alone and continues after its feature is removed. The actions
  /// that it sends after that are dropped.
  package static func outliving<Input: Hashable & Sendable>(
    name: String, input: Input,
    operation:
      nonisolated(nonsending) @escaping @Sendable (Input, Send<Action>) async throws -> Void,
    catch handle: (nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect {
    var outliving = EffectOperation<Action>(
      name: .given(name), input: EffectInput(input), priority: nil,
      run: { try await operation(input, $0) }, handle: handle)
    outliving.outlivesFeature = true
    return Effect(.run(outliving))
  }

  /// Several effects at once.
  ///
  ///     return .merge(.send(.follow), .run { … })
  ///
  /// They begin in the order given. Afterwards they may interleave in any order.
  /// `merge()` equals `.none`.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Several effects at once; as many as there are elements.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    combine(effects, Kind.merge) { effect in
      // A merge of one part is the report of a removed screen, and means something else than that part.
      if case .merge(let parts) = effect.kind, parts.count > 1 { parts } else { nil }
    }
  }

  /// Several effects one after the other: each begins when the one before has finished.
  ///
  ///     .concatenate(.run { … }, .send(.saved), .run { … })
  ///
  /// A `send` has finished when its action is reduced; its effects are not waited for. An effect
  /// that is cancelled by an id of its own has finished too. An effect that a throttle holds back has
  /// finished when it has ended, or was replaced by a later one. `concatenate()` equals `.none`.
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Several effects one after the other; as many as there are elements.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    combine(effects, Kind.concatenate) {
      if case .concatenate(let parts) = $0.kind { parts } else { nil }
    }
  }

  /// The result is flat. Otherwise an effect to which a loop adds others would be as deep as the loop is long.
  private static func combine(
    _ effects: some Sequence<Effect>, _ kind: ([Effect]) -> Kind, parts: (Effect) -> [Effect]?
  ) -> Effect {
    var all: [Effect] = []
    for effect in effects where !effect.isNone {
      if let parts = parts(effect) { all += parts } else { all.append(effect) }
    }
    guard let first = all.first else { return .none }
    return all.count == 1 ? first : Effect(kind(all))
  }

  /// This effect and another at once. `.none` is neutral on both sides.
  ///
  ///     return load().merged(with: .send(.started))
  ///
  /// A loop should collect its effects and call `merge` once: this method copies the earlier effects each time.
  @inlinable @inline(__always) public func merged(with other: Effect) -> Effect {
    if isNone { return other }
    return other.isNone ? self : mergedWithWork(of: other)
  }

  @usableFromInline func mergedWithWork(of other: Effect) -> Effect {
    .merge([self, other])
  }

  /// Names the effect, so that it can be cancelled.
  ///
  ///     return .run { … }.cancellable(id: "load", cancelInFlight: true)
  ///
  /// The id counts within the feature instance that returned the effect: two screens of a stack,
  /// or two stores, never cancel each other's effects. With `cancelInFlight`, effects of that id
  /// that are already running are cancelled first. A cancelled write may still take place, after the
  /// write that replaces it: cancel reads only, and refuse a write while another one runs.
  ///
  /// - Complexity: Each effect with `cancelInFlight` is compared with all effects in flight and all queued actions:
  ///   O(*n*²) for *n* of them in one `merge`, also with *n* ids.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    guard !isNone || cancelInFlight else { return .none }
    return Effect(.cancellable(AnyID(id), cancelInFlight: cancelInFlight, self))
  }

  /// Cancels this feature instance's effects of that id. Nothing happens if there are none.
  ///
  ///     return .cancel(id: "load")
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(AnyID(id)))
  }

  /// Removes this feature: the nearest enclosing stack pops it and the screens above it, or the nearest
  /// enclosing optional becomes `nil`, before the current reduction ends.
  ///
  ///     return .dismiss
  ///     return .concatenate(.run { … }, .send(.saved), .dismiss)  // after the others
  ///
  /// The other effects of the same reduction end with the feature. After other stages of a `concatenate`, the
  /// dismissal is a step of its own: it waits in the queue like an action, and runs no reducer. It is dropped if the
  /// feature is removed or the sequence cancelled before. ``Send/dismiss(isolation:)`` is such a step, too.
  ///
  /// Without an enclosing stack or optional it is reported as a ``RuntimeIssue`` and changes nothing.
  public static var dismiss: Effect { Effect(.dismiss) }
}

// MARK: Time and sequences

extension Effect {
  /// Begins when no other effect of that id was returned for a duration: for example, a search while typing.
  ///
  ///     .run { … }.debounced(id: "search", for: .milliseconds(300), on: clock)
  ///
  /// A new effect replaces the waiting or running one; `.none` only cancels it, like ``cancel(id:)``. The id has the
  /// scope of the ids of ``cancellable(id:cancelInFlight:)``. The effect needs no `cancelInFlight` of the same id: with
  /// it, the stages behind the effect in a concatenation begin before it.
  public func debounced(
    id: some Hashable & Sendable, for duration: Duration, on clock: any Clock<Duration>
  ) -> Effect {
    guard !isNone else { return .cancel(id: id) }
    let pause = Effect.run(name: "debounce", input: duration) { duration, _ in
      try await clock.sleep(for: duration)
    }
    return .concatenate(pause, self).cancellable(id: id, cancelInFlight: true)
  }

  /// Begins at most once within a duration.
  ///
  ///     .run { … }.throttled(id: "refresh", for: .seconds(1), on: clock, latest: true)
  ///
  /// The first effect begins at once. Effects that are returned within `duration` after that do not begin;
  /// with `latest`, the last of them begins when the duration is over, and a new duration with it.
  /// ``cancel(id:)`` cancels the running and the waiting effect, and ends the duration.
  public func throttled(
    id: some Hashable & Sendable, for duration: Duration, on clock: any Clock<Duration>,
    latest: Bool
  ) -> Effect {
    guard !isNone else { return .none }
    let window = EffectOperation<Action>(name: .given("throttle"), priority: nil) { _ in
      try? await clock.sleep(for: duration)
    }
    return Effect(.throttle(AnyID(id), latest: latest, window: window, self))
  }

  /// One action for each element of an asynchronous sequence, as long as it lasts.
  ///
  ///     .stream(of: locations) { .moved(to: $0) }.background
  ///
  /// The next element is requested after the action of the last one is reduced. Errors are handled as by
  /// ``run(name:priority:fileID:line:operation:catch:)``.
  public static func stream<Source: AsyncSequence & Sendable>(
    of source: Source, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    action: @escaping @Sendable (Source.Element) -> Action,
    catch handle: (nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect where Source.Element: Sendable {
    .run(
      name: name, fileID: fileID, line: line,
      operation: { send in
        for try await element in source { await send(action(element)) }
      }, catch: handle)
  }
}
