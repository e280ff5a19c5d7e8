import Cairn

extension Reducer {
  /// Keeps a part of the state in a file: it is loaded on request, and saved after every change.
  ///
  ///     struct Feature: Reducer {
  ///       struct State: Equatable {
  ///         @Persisted var settings = Settings()
  ///       }
  ///       enum Action: Equatable, CasePathable {
  ///         case volumeChanged(Int)
  ///         case storage(PersistenceAction<Settings>)
  ///       }
  ///       let storage: FileStorage<Settings>
  ///
  ///       var body: some ReducerOf<Self> {
  ///         Reduce { state, action in
  ///           if case .volumeChanged(let volume) = action { state.settings.volume = volume }
  ///           return .none
  ///         }
  ///         .persisting(\.$settings, .storage, in: storage)
  ///       }
  ///     }
  ///
  /// - ``PersistenceAction/load`` loads the value. Without a file, the value of the state stays. A change
  ///   that is made before the value is loaded is not saved, and is replaced by the loaded value.
  ///   During a load a second one is ignored. A change is not replaced by a load that began before it.
  /// - A change of the value by this reducer is saved at once, or after a pause in which it does not change
  ///   again. At most one save is in flight; the newest value follows it. A failed save is repeated with the
  ///   next change, and by ``PersistenceAction/save``.
  /// - A save is refused if another program has changed the file. Then ``Persisted/error`` has the reason,
  ///   and ``PersistenceAction/load`` takes the value of the file. ``Persisted/unsaved`` has the value of the
  ///   failed save.
  /// - After `:undo`, the value of the restored state replaces that of the file with the next action. A load
  ///   that the app sends at once (`actionAfterRestore`) does nothing by itself; an action with which the
  ///   app answers that load is the next one.
  ///
  /// A pause goes on when the feature is removed, and the last change is saved after it; a program that ends
  /// in order waits for it. If it fails then, nobody is told, and a feature that is made meanwhile loads the
  /// older value. Without a pause, a value that waits for the end of another save is lost with the feature.
  /// Attach the operator to a feature that lives as long as its app.
  ///
  /// Cancelling the handle of an action cancels neither its load nor its save.
  ///
  /// - Parameters:
  ///   - pause: the time after a change until the value is saved, measured on `clock`.
  /// - Complexity: one comparison of the value for each action.
  public func persisting<Value: Codable & Equatable & Sendable>(
    _ part: WritableKeyPath<State, Persisted<Value>>,
    _ action: CasePath<Action, PersistenceAction<Value>>,
    in storage: FileStorage<Value>,
    after pause: Duration = .zero, on clock: any Clock<Duration> = ContinuousClock()
  ) -> some Reducer<State, Action> {
    PersistingReducer(
      base: self, part: part, action: action, storage: storage, pause: pause, clock: clock)
  }
}

private struct PersistingReducer<Base: Reducer, Value: Codable & Equatable & Sendable>: Reducer {
  let base: Base
  let part: WritableKeyPath<Base.State, Persisted<Value>>
  let action: CasePath<Base.Action, PersistenceAction<Value>>
  let storage: FileStorage<Value>
  let pause: Duration
  let clock: any Clock<Duration>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let isRestored = state[keyPath: part].begin(storage.file)
    let own = self.action.extract(action)
    if let own, own != .save { state[keyPath: part].progress.file = storage.file }
    // An app loads again after `:undo`. That neither replaces the restored value nor saves it.
    if isRestored, state[keyPath: part].error == nil, case .load? = own {
      return base.reduce(into: &state, action: action)
    }
    let load = own.map { handle($0, &state[keyPath: part]) } ?? .none
    var isDue = pause == .zero
    if case .save? = own { isDue = true }
    // While the base reduces an action of the operator, `isSaving` says whether a newer value is saved next.
    if own != nil { state[keyPath: part].noteNextSave() }
    let effect = base.reduce(into: &state, action: action)
    if own != nil { state[keyPath: part].progress.isSaveNext = false }
    // A value that does not equal itself, such as a NaN, would be saved after each answer without end.
    let value = state[keyPath: part].wrappedValue
    if own?.isAnswer == true, value != value { return effect.merged(with: load) }
    return effect.merged(with: load).merged(with: save(&state[keyPath: part], isDue: isDue))
  }

  /// A dismissal by an effect may change the value, too.
  static var _node: _Kernel.Node<Self> {
    .wrapping(
      Base.self, \.base, receives: { $0.action.matches($1) },
      dismiss: { reducer, action, scope, state in
        let effect = reducer.base.dismissRecipient(of: action, scope: scope, in: &state)
        guard !effect.isNone else { return .none }
        let isDue = reducer.pause == .zero
        return effect.merged(with: reducer.save(&state[keyPath: reducer.part], isDue: isDue))
      })
  }

  private func handle(
    _ action: PersistenceAction<Value>, _ part: inout Persisted<Value>
  ) -> Effect<Base.Action> {
    switch action {
    case .load:
      guard !part.progress.isLoading else { break }
      (part.progress.isLoading, part.progress.isLoadOutdated) = (true, false)
      let load = Load(part: self.action, file: storage.file)
      return .run(name: "load \(Value.self)", input: load) { [storage] load, send in
        await send(load.part.embed(.loaded(try await storage.load())))
      } catch: { [embed = self.action.embed] error, send in
        if let error = error as? StorageError { await send(embed(.notLoaded(error))) }
      }.shielded
    case .save:
      part.progress.waiting = nil
      // Saving another value would decline the offer without a request.
      let isDue = part.progress.hasFailed || part.lastGood == part.wrappedValue
      if isDue, !part.progress.isWriting { part.progress.known = nil }
    // The state has a newer value. After a failed save, a load was asked for on purpose.
    case .loaded
    where part.progress.isWriting || part.progress.isLoadOutdated
      || part.progress.waiting != nil && !part.progress.hasFailed:
      part.progress.isLoading = false
    case .loaded(let loaded):
      let (value, hadFailed) = (part.wrappedValue, part.progress.hasFailed)
      part.wrappedValue = loaded.value ?? value
      if hadFailed, part.wrappedValue != value { part.unsaved = value }
      part.progress.isLoading = false
      // Without a file, the value of a failed save is saved now.
      let isToBeSaved = hadFailed && loaded.value == nil && loaded.finding == nil
      part.progress.known = isToBeSaved ? nil : part.wrappedValue
      part.lastGood = loaded.lastGood
      part.take(loaded)
    case .saved(let saved):
      part.progress.isWriting = false
      (part.lastGood, part.unsaved) = (nil, nil)
      part.take(saved)
    case .notLoaded(let error):
      part.progress.isLoading = false
      part.error = error
    // An effect that began before another state was restored.
    case .notSaved where !part.progress.isWriting: break
    case .notSaved(let error):
      part.progress.isWriting = false
      part.progress.hasFailed = true
      part.error = error
    }
    return .none
  }

  /// Saves the value if it has changed and no save is in flight; or begins a pause, which ends with a save.
  private func save(_ part: inout Persisted<Value>, isDue: Bool) -> Effect<Base.Action> {
    // The action may have assigned a copy of another part.
    part.begin(storage.file)
    guard let version = part.version else { return .none }
    let (value, progress) = (part.wrappedValue, part.progress)
    guard value != progress.known || progress.hasFailed && progress.waiting != nil else {
      (part.progress.waiting, part.progress.isSaveDue) = (nil, false)
      return progress.waiting == nil ? .none : .cancel(id: action)
    }
    let isDue = isDue || progress.isSaveDue
    if isDue, !progress.isWriting {
      (part.progress.isWriting, part.progress.isLoadOutdated) = (true, true)
      (part.progress.known, part.progress.waiting, part.progress.isSaveDue) = (value, nil, false)
      let save = Save(
        part: action, value: value, version: version, interrupted: progress.interrupted)
      let endOfPause: Effect<Base.Action> = pause > .zero ? .cancel(id: action) : .none
      return endOfPause.merged(with: effect(of: save))
    }
    guard pause > .zero, value != progress.waiting else { return .none }
    // The pause goes on beside a save in flight, in case the feature is removed.
    (part.progress.waiting, part.progress.isSaveDue) = (value, isDue)
    let save = Save(
      part: action, value: value, version: version, interrupted: progress.unconfirmed)
    return .outliving(name: "pause before saving", input: save) {
      [clock, pause, storage] save, send in
      try await clock.sleep(for: pause)
      // The operator ends this effect and saves the value, unless the feature was removed.
      await send(save.part.embed(.save))
      if !Task.isCancelled { _ = try? await save.perform(in: storage) }
    }.cancellable(id: action, cancelInFlight: true).shielded
  }

  private func effect(of save: Save<Base.Action, Value>) -> Effect<Base.Action> {
    .outliving(name: "save \(Value.self)", input: save) { [storage] save, send in
      await send(save.part.embed(.saved(try await save.perform(in: storage))))
    } catch: { [embed = action.embed] error, send in
      if let error = error as? StorageError { await send(embed(.notSaved(error))) }
    }.shielded
  }
}

extension Persisted where Value: Equatable {
  fileprivate mutating func noteNextSave() {
    let value = wrappedValue
    progress.isSaveNext = isLoaded && value == value && value != progress.known
  }
}

extension Persisted {
  fileprivate mutating func take(_ stored: StoredValue<Value>) {
    (error, finding) = (nil, stored.finding)
    progress.version = stored.version
    (progress.hasFailed, progress.interrupted) = (false, [])
  }
}

/// The input of a load. Its dump is the path of the file, because a case path shows a reader nothing.
private struct Load<Action: Sendable, Value: Codable & Sendable>: Hashable, CustomReflectable {
  let part: CasePath<Action, PersistenceAction<Value>>
  let file: StorageFile

  var customMirror: Mirror {
    Mirror(self, children: [("some", file.path)], displayStyle: .optional)
  }
}

/// The input of a save, whose dump is the value. A search identifies it by these values, and not by the state that it
/// began in.
private struct Save<Action: Sendable, Value: Codable & Equatable & Sendable>: Hashable, Sendable,
  CustomReflectable
{
  let part: CasePath<Action, PersistenceAction<Value>>
  let value: Value
  let version: FileVersion
  let interrupted: [Value]

  var customMirror: Mirror { Mirror(self, showing: value) }

  func hash(into hasher: inout Hasher) {
    hasher.combine(part)
    hasher.combine(version)
    (value as? any Hashable)?.hash(into: &hasher)
  }

  /// The file may have the value of an interrupted save, or the version before it.
  func perform(in storage: FileStorage<Value>) async throws(StorageError) -> StoredValue<Value> {
    do throws(StorageError) {
      return try await storage.save(value, basedOn: version)
    } catch {
      guard error.problem == .changed, !interrupted.isEmpty else { throw error }
      let now = try await storage.load()
      guard interrupted.contains(where: { $0 == now.value }) else { throw error }
      return try await storage.save(value, basedOn: now.version)
    }
  }
}
