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
  ///   During a load a second one is ignored.
  /// - A change of the value by this reducer is saved at once, without a pause. At most one save is in
  ///   flight; the newest value follows it. A failed save is repeated with the next change.
  /// - A save is refused if another program has changed the file. Then ``Persisted/error`` has the reason,
  ///   and ``PersistenceAction/load`` takes the value of the file.
  ///
  /// A save that has begun is finished when the feature is removed; a newer value that waits for it is
  /// lost. Attach the operator to a feature that lives as long as its app.
  ///
  /// Cancelling the handle of an action cancels neither its load nor its save.
  ///
  /// - Complexity: one comparison of the value for each action.
  public func persisting<Value: Codable & Equatable & Sendable>(
    _ part: WritableKeyPath<State, Persisted<Value>>,
    _ action: CasePath<Action, PersistenceAction<Value>>,
    in storage: FileStorage<Value>
  ) -> some Reducer<State, Action> {
    PersistingReducer(base: self, part: part, action: action, storage: storage)
  }
}

private struct PersistingReducer<Base: Reducer, Value: Codable & Equatable & Sendable>: Reducer {
  let base: Base
  let part: WritableKeyPath<Base.State, Persisted<Value>>
  let action: CasePath<Base.Action, PersistenceAction<Value>>
  let storage: FileStorage<Value>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let own = self.action.extract(action).map { handle($0, &state[keyPath: part]) } ?? .none
    let effect = base.reduce(into: &state, action: action)
    return effect.merged(with: own).merged(with: saveIfChanged(&state[keyPath: part]))
  }

  /// A dismissal by an effect may change the value, too.
  static var _node: _Kernel.Node<Self> {
    .wrapping(Base.self, \.base) { reducer, action, depth, state in
      let effect = reducer.base.dismissRecipient(of: action, depth: depth, in: &state)
      guard !effect.isNone else { return .none }
      return effect.merged(with: reducer.saveIfChanged(&state[keyPath: reducer.part]))
    }
  }

  static func _reach(of action: Base.Action, in reducer: Self) -> _Kernel.Reach {
    let isOwn = reducer.action.matches(action)
    return isOwn ? .leaf : Base._reach(of: action, in: reducer.base)
  }

  private func handle(
    _ action: PersistenceAction<Value>, _ part: inout Persisted<Value>
  ) -> Effect<Base.Action> {
    switch action {
    case .load:
      guard !part.isLoading else { break }
      part.isLoading = true
      return .run(name: "load \(Value.self)") { [storage, embed = self.action.embed] send in
        await send(embed(.loaded(try await storage.load())))
      } catch: { [embed = self.action.embed] error, send in
        if let error = error as? StorageError { await send(embed(.notLoaded(error))) }
      }.shielded
    // During a save the state has a newer value than the file.
    case .loaded where part.isSaving: part.isLoading = false
    case .loaded(let loaded):
      part.isLoading = false
      part.wrappedValue = loaded.value ?? part.wrappedValue
      part.version = loaded.version
      part.known = part.wrappedValue
      part.finding = loaded.finding
      part.lastGood = loaded.lastGood
      part.error = nil
    case .saved(let saved):
      part.version = saved.version
      part.finding = saved.finding
      part.isSaving = false
      part.error = nil
    case .notLoaded(let error):
      part.isLoading = false
      part.error = error
    case .notSaved(let error):
      part.isSaving = false
      part.error = error
    }
    return .none
  }

  private func saveIfChanged(_ part: inout Persisted<Value>) -> Effect<Base.Action> {
    guard let version = part.version, !part.isSaving, part.wrappedValue != part.known else {
      return .none
    }
    part.isSaving = true
    part.known = part.wrappedValue
    let value = part.wrappedValue
    return .run(name: "save \(Value.self)") { [storage, embed = action.embed] send in
      await send(embed(.saved(try await storage.save(value, basedOn: version))))
    } catch: { [embed = action.embed] error, send in
      if let error = error as? StorageError { await send(embed(.notSaved(error))) }
    }.shielded
  }
}
