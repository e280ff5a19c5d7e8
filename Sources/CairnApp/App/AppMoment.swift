import Cairn
import CairnDump
import CairnSimulation

/// An app between two steps, as properties see it.
///
///     .everyMoment("a token is refreshed at most once at a time") { moment in
///       moment.effects.count { $0.name == "refresh" } <= 1
///     }
///
/// The parts of the state can be named directly: `moment.isLoading` is `moment.state.isLoading`.
@dynamicMemberLookup
public struct AppMoment<State> {
  /// The state of the app.
  public let state: State
  /// The ids of the live screens, from the root up.
  public let screens: [String]
  /// The effects in flight, background effects included, in the order in which they were started.
  public let effects: [AppEffect]
  private let memory: WorldMemory.Snapshot
  /// Whether no effect is in flight, background effects aside, and no timer runs.
  public let isAtRest: Bool
  /// Whether the screen on top has a ``Progress``.
  package let showsProgress: Bool

  package init<Action>(
    _ state: State, on screens: [Screen<Action>], effects: [AppEffect],
    remembering memory: WorldMemory.Snapshot, isAtRest: Bool
  ) {
    // By index: this runs at each line of a trail, and is not specialized, where an iterator and `last` allocate.
    var ids: [String] = []
    for index in screens.indices { ids.append(screens[index].id) }
    self.state = state
    self.screens = ids
    self.effects = effects
    self.memory = memory
    self.isAtRest = isAtRest
    showsProgress = !screens.isEmpty && screens[screens.count - 1].outline.showsProgress
  }

  /// The id of the screen on top.
  public var screen: String { screens.last ?? "" }

  /// A part of the state.
  public subscript<Value>(dynamicMember part: KeyPath<State, Value>) -> Value {
    state[keyPath: part]
  }

  /// The values of that type in ``Launch/memory``, in the order in which the app keeps them.
  ///
  ///     .everyMoment("nothing is saved after sign-out") { moment in
  ///       moment.isSignedIn || moment.remembered([String].self).allSatisfy(\.isEmpty)
  ///     }
  public func remembered<Value>(_ type: Value.Type) -> [Value] {
    memory.values.compactMap { $0.value as? Value }
  }
}

/// An effect in flight, as properties and tools see it.
public struct AppEffect: Hashable, Sendable {
  /// The name of the effect.
  public let name: String
  /// Whether it is a background effect.
  public let isBackground: Bool
  private let value: AnyID?

  package init(_ effect: RunningEffect<some Sendable>) {
    name = effect.name
    isBackground = effect.isBackground
    value = effect.operation.input?.value
  }

  /// The input of `.run(name:input:)`; `nil` without an input of that type.
  public func input<Value>(as type: Value.Type) -> Value? { value?.value as? Value }

  /// The name, and the input of an effect that depends on nothing else, in one line.
  package var text: String {
    [name, value.map { dumpedOnOneLine($0.value) }].compactMap(\.self).joined(separator: " ")
  }
}

extension Driver {
  /// Whether no effect is in flight, background effects aside, and no timer runs.
  package var isAtRest: Bool { effects.isEmpty && simulation.nextDeadline == nil }

  /// The app as properties see it, on its live screens.
  package func moment(on screens: [Screen<Action>]) -> AppMoment<State> {
    AppMoment(
      state, on: screens, effects: allEffects.map { AppEffect($0) },
      remembering: simulation.memory.snapshot, isAtRest: isAtRest)
  }
}
