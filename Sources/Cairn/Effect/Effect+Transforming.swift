extension Effect {
  /// The effect with its actions transformed, for example embedded in the actions of a parent.
  ///
  ///     return Login().load().map { .login($0) }
  ///
  /// `effect.map { $0 }` equals `effect`, and `.none.map(_:)` is `.none`.
  ///
  /// The actions depend on `transform`, too: a search identifies the result by the state and the action that started
  /// it, and not by the `input` of ``run(name:input:priority:operation:catch:)``.
  public func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    transformed(
      send: { .send(transform($0)) }, dismissal: .dismiss,
      operation: { $0.map(transform, keepsInput: false) })
  }

  /// The effect, ignored when deciding whether the store is idle: for a subscription or a ticking clock,
  /// which lasts as long as its feature.
  ///
  ///     return .stream(of: locations) { .moved(to: $0) }.background
  ///
  /// The wait for an earlier stage is ignored too, and that for a throttle in `.throttled(…).background`.
  public var background: Effect { isNone ? .none : Effect(.background(self)) }

  /// The effect, not cancelled by the handle of its action: for a save that a view starts and that must
  /// end when the view has disappeared.
  ///
  ///     return .run { send in await send(.saved(await save(draft))) }.shielded
  ///
  /// ``SendTask/cancel()`` neither cancels it nor drops its actions. ``SendTask/finish(isolation:)`` waits
  /// for it. Its id, the removal of its feature and ``Store/cancel()`` cancel it. Effects of the actions
  /// that it sends are not shielded.
  ///
  /// All parts of the effect are shielded: later stages, and work behind a debounced pause or a throttle.
  /// A stage that is shielded alone does not begin if its sequence is cancelled before.
  public var shielded: Effect { isNone ? .none : Effect(.shielded(self)) }

  /// The effect with each action, asynchronous operation and dismissal replaced.
  func transformed<Other>(
    send: (Action) -> Effect<Other>, dismissal: Effect<Other>,
    operation change: (EffectOperation<Action>) -> EffectOperation<Other>
  ) -> Effect<Other> {
    func transformed(_ effect: Effect) -> Effect<Other> {
      effect.transformed(send: send, dismissal: dismissal, operation: change)
    }
    return switch kind {
    case .none: .none
    case .undelivered(let missing): Effect<Other>(.undelivered(missing))
    case .send(let action): send(action)
    case .run(let operation): Effect<Other>(.run(change(operation)))
    case .merge(let effects): Effect<Other>(.merge(effects.map(transformed)))
    case .concatenate(let effects): Effect<Other>(.concatenate(effects.map(transformed)))
    case .cancel(let id): Effect<Other>(.cancel(id))
    case .dismiss: dismissal
    case .end(let component): Effect<Other>(.end(component))
    case .cancellable(let id, let cancelInFlight, let effect):
      Effect<Other>(.cancellable(id, cancelInFlight: cancelInFlight, transformed(effect)))
    case .throttle(let id, let latest, let window, let effect):
      Effect<Other>(
        .throttle(id, latest: latest, window: change(window), transformed(effect)))
    case .background(let effect): Effect<Other>(.background(transformed(effect)))
    case .shielded(let effect): Effect<Other>(.shielded(transformed(effect)))
    case .within(let component, let effect):
      Effect<Other>(.within(component, transformed(effect)))
    }
  }

  @inlinable package var isNone: Bool {
    @inline(__always) get { if case .none = kind { true } else { false } }
  }

  /// The action of an effect that is a single `send`.
  @inlinable var followUp: Action? {
    @inline(__always) get { if case .send(let action) = kind { action } else { nil } }
  }

  @inlinable var isFollowUp: Bool {
    @inline(__always) get { if case .send = kind { true } else { false } }
  }

  @inlinable var isUndelivered: Bool {
    if case .undelivered = kind { true } else { false }
  }

  /// The report for an action whose screen the same reduction has removed. Its ``isUndelivered`` is `false`, because
  /// the state has changed.
  @usableFromInline
  static func undelivered(afterRemovalOf missing: _Kernel.MissingRecipient) -> Effect {
    let text = "\(missing); a reducer that runs before that of the screen has removed it"
    return Effect(.merge([Effect(.undelivered(_Kernel.MissingRecipient(text)))]))
  }

  /// Whether the effect dismisses the feature that returned it, within the reduction. The machine performs
  /// a dismissal in a later stage of a concatenation, or behind a throttle.
  var dismisses: Bool {
    switch kind {
    case .dismiss: true
    case .merge(let effects): effects.contains { $0.dismisses }
    case .concatenate(let effects): effects.first?.dismisses == true
    case .cancellable(_, _, let effect), .within(_, let effect), .background(let effect),
      .shielded(let effect):
      effect.dismisses
    case .none, .undelivered, .send, .run, .cancel, .end, .throttle: false
    }
  }

  func of<Parent>(
    child component: _Kernel.EffectScope.Component, embed: @escaping @Sendable (Action) -> Parent,
    isDismissed: Bool
  ) -> Effect<Parent> {
    let effect: Effect<Parent> = transformed(
      send: { .send(embed($0)) }, dismissal: isDismissed ? .none : .dismiss,
      operation: { $0.map(embed) }
    ).within(component)
    // The scope is ended explicitly, because another child may have replaced this one before the machine
    // looks for removed features.
    return isDismissed ? effect.merged(with: Effect<Parent>(.end(component))) : effect
  }

  func within(_ component: _Kernel.EffectScope.Component) -> Effect {
    isNone || isUndelivered ? self : Effect(.within(component, self))
  }

  static func removing(
    _ key: CancelKey, from effects: ArraySlice<Effect>, in scope: _Kernel.EffectScope
  ) -> [Effect]? {
    let rest = effects.map { $0.removing(key, in: scope) }
    return rest.contains { $0 != nil } ? zip(effects, rest).map { $1 ?? $0 } : nil
  }

  /// The effect without the parts that have an id; `nil` if it has no such part.
  func removing(_ key: CancelKey, in scope: _Kernel.EffectScope) -> Effect? {
    // The rest stays in its places, by which a search tells apart the effects of one action.
    func inPlaces(_ parts: [Effect], _ kind: ([Effect]) -> Kind) -> Effect? {
      Self.removing(key, from: parts[...], in: scope).map { rest in
        rest.allSatisfy(\.isNone) ? .none : Effect(kind(rest))
      }
    }
    switch kind {
    case .none, .undelivered, .send, .run, .cancel, .dismiss, .end: return nil
    case .merge(let effects): return inPlaces(effects, Kind.merge)
    case .concatenate(let effects): return inPlaces(effects, Kind.concatenate)
    case .cancellable(let id, let cancelInFlight, let effect):
      if key == CancelKey(scope: scope, id: id) { return Effect.none }
      return effect.removing(key, in: scope).map { rest in
        rest.isNone && !cancelInFlight
          ? .none : Effect(.cancellable(id, cancelInFlight: cancelInFlight, rest))
      }
    case .throttle(let id, let latest, let window, let effect):
      if key == CancelKey(scope: scope, id: id) { return Effect.none }
      return effect.removing(key, in: scope).map { rest in
        rest.isNone ? .none : Effect(.throttle(id, latest: latest, window: window, rest))
      }
    case .background(let effect): return effect.removing(key, in: scope)?.background
    case .shielded(let effect): return effect.removing(key, in: scope)?.shielded
    case .within(let component, let effect):
      let feature = scope.within(component)
      if key == CancelKey(scope: feature, id: .feature) {
        return Effect(.within(component.ended, effect))
      }
      return effect.removing(key, in: feature).map { $0.within(component) }
    }
  }

  /// The features around parts of the effect that can be removed before these begin.
  func features(in scope: _Kernel.EffectScope) -> [_Kernel.EffectScope] {
    switch kind {
    case .none, .undelivered, .send, .run, .cancel, .dismiss, .end: return []
    case .merge(let effects), .concatenate(let effects):
      return effects.flatMap { $0.features(in: scope) }
    case .cancellable(_, _, let effect), .throttle(_, _, _, let effect), .background(let effect),
      .shielded(let effect):
      return effect.features(in: scope)
    case .within(let component, let effect):
      let feature = scope.within(component)
      return component.isEnded ? [] : [feature] + effect.features(in: feature)
    }
  }
}
