import Cairn

/// A root with a stack of screens, each with a sheet or none. Every place does what deeds say.
struct Stage: Reducer {
  struct State {
    var path: StackState<Scene.State> = []
    /// The ids of all screens that ever were, in the order in which they were pushed.
    var given: [StackID] = []
  }
  enum Action {
    case here([Deed])
    case path(StackAction<Scene.Action>)

    static let path = CasePath(Action.path) { if case .path(let x) = $0 { x } else { nil } }

    var deeds: [Deed] {
      switch self {
      case .here(let deeds), .path(.element(_, .here(let deeds))),
        .path(.element(_, .sheet(.here(let deeds)))):
        deeds
      }
    }
  }
  let clock: any Clock<Duration>
  let effects: EffectCensus

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      for case .change(let change) in action.deeds { state.make(change) }
      guard case .here(let deeds) = action else { return .none }
      return effect(of: deeds, clock, effects) { .here($0) }
    }
    .forEach(\.path, Action.path) { Scene(clock: clock, effects: effects) }
  }
}

/// A screen of the stack.
struct Scene: Reducer {
  struct State {
    let number: Int
    let witness = Witness.ofScreen
    var sheet: Sheet.State?
  }
  enum Action {
    case here([Deed])
    case sheet(Sheet.Action)

    static let sheet = CasePath(Action.sheet) { if case .sheet(let x) = $0 { x } else { nil } }
  }
  let clock: any Clock<Duration>
  let effects: EffectCensus

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      guard case .here(let deeds) = action else { return .none }
      return effect(of: deeds, clock, effects) { .here($0) }
    }
    .ifLet(\.sheet, Action.sheet) { Sheet(clock: clock, effects: effects) }
  }
}

struct Sheet: Reducer {
  struct State { let witness = Witness.ofScreen }
  enum Action { case here([Deed]) }
  let clock: any Clock<Duration>
  let effects: EffectCensus

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .here(let deeds): effect(of: deeds, clock, effects) { .here($0) }
    }
  }
}

extension Stage.State {
  fileprivate mutating func make(_ change: Change) {
    switch change {
    case .push: push()
    case .replaceAll(let count):
      path = []
      for _ in 0..<count { push() }
    case .popFrom(let screen): id(screen).map { path.pop(from: $0) }
    case .remove(let screen): id(screen).map { _ = path.remove(id: $0) }
    case .setSheet(let screen, let isThere):
      id(screen).map { path[id: $0]?.sheet = isThere ? .init() : nil }
    }
  }

  private func id(_ screen: Int) -> StackID? {
    path.isEmpty ? nil : path.ids[screen % path.count]
  }

  private mutating func push() {
    given.append(path.push(Scene.State(number: given.count)))
  }
}

/// The work of an effect does not heed its cancellation: it sends on, and is not to be heard.
private func effect<Action>(
  of deeds: [Deed], _ clock: any Clock<Duration>, _ effects: EffectCensus,
  here: @escaping @Sendable ([Deed]) -> Action
) -> Effect<Action> {
  deeds.reduce(.none) { effect, deed in
    switch deed {
    case .start(let work, let ids, let replacing):
      let witness = Witness(effects.living)
      let run = Effect<Action>.run(name: "work") { send in
        effects.begun.add(1)
        for instruction in work {
          switch instruction {
          case .sleep(let seconds): try? await clock.sleep(for: .seconds(seconds))
          case .send(let deeds): await send(here(deeds))
          case .cancel(let id): await send.cancel(id: id)
          case .dismiss: await send.dismiss()
          }
        }
        withExtendedLifetime(witness) {}
      }
      return effect.merged(
        with: ids.reduce(run) { $0.cancellable(id: $1, cancelInFlight: replacing) })
    case .followUp(let deeds, let ids, let thenDismiss):
      let followUp = Effect.send(here(deeds))
      return effect.merged(
        with: ids.reduce(thenDismiss ? .concatenate(followUp, .dismiss) : followUp) {
          $0.cancellable(id: $1)
        })
    case .cancel(let id): return effect.merged(with: .cancel(id: id))
    case .dismiss: return effect.merged(with: .dismiss)
    case .change: return effect
    }
  }
}
