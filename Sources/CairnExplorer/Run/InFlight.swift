import Cairn
import CairnApp
import CairnDump
import CairnModel
import CairnSimulation

/// The identity of an effect in flight: effects with equal keys continue equally.
///
/// An effect is a function that the reducer made from a state and an action, and its position
/// identifies it among the effects of that action; or, if it has an input, a function of the input. Its
/// continuation depends on its history: how often
/// each of its parts has run and in which order, the answers that it received, and the memory
/// that it read. The time at which it continues depends on its remaining sleep, which is part of the
/// zone of all sleepers.
///
/// Comparing less merges distinct nodes. Example: two log-ins for different users have the same name
/// and action; without the source state one user gets the other's reply. Without the received
/// answers, the first reply takes the place of each later one.
///
/// Communication between effects that bypasses the store, and values read from the clock, are not
/// part of the key.
struct EffectKey: Hashable {
  let source: EffectSource
  let isBackground: Bool
  let history: EffectHistory
  let sleepers: SleeperCount
}

/// The function that an effect runs.
enum EffectSource: Hashable {
  /// That of the effect at a position among those that the reduction returned.
  case reduction(ReductionKey, position: [Int])
  /// That of an input, by the number of its ``DeclaredIdentity``.
  case input(Int)
}

/// The result of a part of an effect: its action, its sleeps, and whether it was the last part.
struct PartBehavior: Hashable {
  /// The numbers of the actions that it sent.
  let sent: [Int]
  /// The times for which it sleeps; `nil` without end.
  let sleeps: [ClosedRange<Duration>?]
  let hasEnded: Bool
}

/// The identity of an effect of which a part has not begun: the latest one that is throttled, or a
/// concatenation without some of its later parts.
struct WaitingKey: Hashable {
  let reduction: ReductionKey
  let position: [Int]
  let cancelled: [CancelKey]
}

/// The number of tasks that sleep for a duration, and without end.
struct SleeperCount: Hashable {
  var timed = 0
  var endless = 0
}

/// A reduction: the numbers of the state before it and of the action.
struct ReductionKey: Hashable {
  let state: Int
  let action: Int
}

/// A reduction, and the stack generations in its state and its action.
struct ReductionIdentity {
  let key: ReductionKey
  let generations: [UInt64]
}

/// The effects in flight at a node, without the times at which they wake.
@usableFromInline
struct InFlightKey: Hashable {
  var effects: [EffectKey] = []
  /// The effects of which a part has not begun.
  var waiting: [WaitingKey] = []
  /// The sleepers that belong to no effect.
  var sleepers = SleeperCount()
  /// The screens, from the root up, from which each effect was started; empty if from none.
  var screens: [[String]] = []

  @usableFromInline
  init() {}

  var isEmpty: Bool { effects.isEmpty && waiting.isEmpty && sleepers == SleeperCount() }

  /// Whether an effect is in flight that is not a background effect.
  @usableFromInline var isWaiting: Bool { effects.contains { !$0.isBackground } }

  /// Whether time passes for an effect that is not a background effect.
  var isSleeping: Bool { effects.contains { !$0.isBackground && $0.sleepers.timed > 0 } }

  /// Whether an effect is in flight whose screen is not among these, from the root up.
  @usableFromInline
  func isLeaked(beneath ids: [String]) -> Bool {
    screens.contains { origin in
      !origin.isEmpty
        && (ids.count < origin.count || ids[origin.count - 1] != origin[origin.count - 1])
    }
  }
}

/// Numbers the states and actions of reductions that returned effects.
@usableFromInline
final class ReductionInterner<State: Hashable, Action> {
  private var states: [State: Int] = [:]
  private let actions: any ActionNumbers<Action>
  private var inputs: [DeclaredIdentity: Int] = [:]
  private var instances = 0
  private var screens: [Int: [String]] = [:]
  private let canonicalState: (@Sendable (State) -> State)?
  private let generations: StackGenerations

  /// - Parameter canonicalState: equivalent states have one number; an effect from one of them continues as
  ///   an effect from another.
  @usableFromInline
  init(
    canonicalState: (@Sendable (State) -> State)?, collectingBy generations: StackGenerations
  ) {
    func numbers<Value: Hashable>(_ type: Value.Type) -> any ActionNumbers<Action> {
      HashableActions<Action, Value>()
    }
    self.canonicalState = canonicalState
    self.generations = generations
    actions = (Action.self as? any Hashable.Type).map { numbers($0) } ?? DumpedActions<Action>()
  }

  func identity(of state: State, _ action: Action) -> ReductionIdentity {
    let state = canonicalState?(state) ?? state
    // The look-up below may hash the state twice.
    let generations = generations.found {
      _ = state.hashValue
      actions.hash(action)
    }
    let key = ReductionKey(state: number(of: state), action: number(of: action))
    return ReductionIdentity(key: key, generations: generations.values)
  }

  /// The stack generations in a value.
  func generations(in value: some Hashable) -> [UInt64] {
    generations.found { _ = value.hashValue }.values
  }

  func number(of input: DeclaredIdentity) -> Int {
    if let number = inputs[input] { return number }
    defer { inputs[input] = inputs.count }
    return inputs.count
  }

  func number(of state: State) -> Int {
    if let number = states[state] { return number }
    defer { states[state] = states.count }
    return states.count
  }

  func number(of action: Action) -> Int { actions.number(of: action) }

  /// The ids of the screens of an effect, computed once.
  func screens(of instance: Int, _ compute: () -> [String]) -> [String] {
    if let known = screens[instance] { return known }
    let result = compute()
    screens[instance] = result
    return result
  }

  /// A number for an effect that a reduction has started.
  func makeInstance() -> Int {
    instances += 1
    return instances
  }
}

/// Numbers actions, equal ones equally.
private protocol ActionNumbers<Action>: AnyObject {
  associatedtype Action

  func number(of action: Action) -> Int

  /// Lets the stack generations in an action be collected.
  func hash(_ action: Action)
}

/// Actions that are `Hashable`.
private final class HashableActions<Action, Value: Hashable>: ActionNumbers {
  private var numbers: [Value: Int] = [:]

  func number(of action: Action) -> Int {
    let value = hashable(action)
    if let number = numbers[value] { return number }
    defer { numbers[value] = numbers.count }
    return numbers.count
  }

  func hash(_ action: Action) { _ = hashable(action).hashValue }

  private func hashable(_ action: Action) -> Value {
    guard let value = action as? Value else { fatalError("\(Action.self) is not \(Value.self)") }
    return value
  }
}

/// Actions that are not `Hashable`: those with the same text are compared, secrets included.
private final class DumpedActions<Action>: ActionNumbers {
  private var numbers: [String: [(action: Action, number: Int)]] = [:]
  private var count = 0

  func number(of action: Action) -> Int {
    let text = dumpedOnOneLine(action)
    let known = numbers[text]?.first { difference(from: $0.action, to: action) == nil }
    if let known { return known.number }
    count += 1
    numbers[text, default: []].append((action, count))
    return count
  }

  // A dump counts as a hash.
  func hash(_ action: Action) { _ = dumpedOnOneLine(action) }
}

/// Records the reduction that returned each effect.
final class EffectLog<State: Hashable, Action: Sendable> {
  /// A reduction that may have returned effects.
  struct Reduction {
    let state: State
    let after: State
    let action: Action
    /// Its identity, once it was asked for.
    var identity: ReductionIdentity?
  }

  struct Origin {
    let name: String
    /// The number of the action.
    let number: Int
    /// The position among the effects that the reduction returned.
    let position: [Int]
    let isBackground: Bool
    /// Whether an input caused the reduction.
    let isInput: Bool
    /// `nil` if the effect depends on the reduction.
    let input: DeclaredIdentity?
    /// Its number among the effects of the search. An effect that begins again has the same.
    let instance: Int
  }

  private(set) var origins: [Int: Origin] = [:]
  /// The cancelled effects: how many parts of each had run, and whether the next one was ready.
  private(set) var cancelled: [Int: (parts: Int, wasReady: Bool)] = [:]
  /// The cancelled effects, in order.
  private(set) var cancellations: [Int] = []
  /// The number of cancellations while something waited for the end of an effect.
  private(set) var cancellationsOfStages = 0
  /// The number of actions that were reduced or dropped.
  private(set) var reduced = 0
  private var reductions: [Int: Reduction] = [:]
  /// The sources of effects. An event can change what starts when an effect ends.
  private var sources: [Int: EffectSource] = [:]
  private let interner: ReductionInterner<State, Action>
  /// Whether the current step is an input.
  var isInput = false
  private let screens: (State) -> [String]
  /// The state after the last recorded event.
  private var state: State

  /// Receives the state after each reduction.
  var check: ((State) -> Void)?
  /// Whether something waits for the end of an effect.
  var hasStages: () -> Bool = { false }
  /// The number of parts of an effect that have run.
  var partsRun: (Int) -> Int = { _ in 0 }
  /// Whether a part of an effect was ready before the last part of the work.
  var isReady: (Int) -> Bool = { _ in false }

  /// - Parameter screens: the ids of the screens of a state, from the root up.
  init(
    _ state: State, _ interner: ReductionInterner<State, Action>, continuing part: Part? = nil,
    screens: @escaping (State) -> [String]
  ) {
    self.state = state
    self.interner = interner
    self.screens = screens
    guard let part else { return }
    origins = part.origins
    reductions = part.reductions
  }

  /// The reductions that returned some effects.
  struct Part {
    let origins: [Int: Origin]
    let reductions: [Int: Reduction]
  }

  /// The part of the log about these effects and reductions.
  func part(of effects: Set<Int>, reductions others: Set<Int>) -> Part {
    let own = origins.filter { effects.contains($0.key) }
    let numbers = others.union(own.values.map { $0.number })
    return Part(origins: own, reductions: reductions.filter { numbers.contains($0.key) })
  }

  /// The identity of a reduction, by the number of its action; `nil` if it did not happen in this run.
  ///
  /// It is computed when it is asked for: on a repeated path, most effects end before that.
  private func identity(of number: Int) -> ReductionIdentity? {
    guard let reduction = reductions[number] else { return nil }
    if let identity = reduction.identity { return identity }
    let identity = interner.identity(of: reduction.state, reduction.action)
    reductions[number]?.identity = identity
    return identity
  }

  /// The identity of the reduction that returned an effect.
  func reduction(of origin: Origin) -> ReductionIdentity {
    guard let identity = identity(of: origin.number) else {
      fatalError("no reduction \(origin.number) was recorded")
    }
    return identity
  }

  /// The function that an effect runs.
  ///
  /// - Parameter continuation: everything that starts when it ends; `nil` if that depends on the reduction.
  func source(
    of effect: Int, _ origin: Origin, continuation: () -> [EffectToken]?
  ) -> EffectSource {
    if let known = sources[effect] { return known }
    var source: EffectSource?
    if var input = origin.input, let next = continuation() {
      input.next = next
      source = .input(interner.number(of: input))
    }
    let result = source ?? .reduction(reduction(of: origin).key, position: origin.position)
    sources[effect] = result
    return result
  }

  /// The number of an action, equal for equal actions.
  func number(of action: Action) -> Int { interner.number(of: action) }

  /// The number of a state, equal for equal states.
  func number(of state: State) -> Int { interner.number(of: state) }

  /// The ids of the screens, from the root up, that an effect belongs to: of the screen that its reduction
  /// pushed, or else, in a step of an input, of the screen before it. Empty if there is none.
  func screens(of origin: Origin) -> [String] {
    guard let reduction = reductions[origin.number] else { return [] }
    return interner.screens(of: origin.instance) {
      let (before, after) = (screens(reduction.state), screens(reduction.after))
      if after.count > before.count, after.starts(with: before) { return after }
      return origin.isInput ? before : []
    }
  }

  /// The identity of an effect of which a part has not begun, and its stack generations.
  func waiting(_ effect: WaitingEffect) -> (key: WaitingKey, generations: [UInt64])? {
    identity(of: effect.actionNumber).map { reduction in
      let key = WaitingKey(
        reduction: reduction.key, position: effect.position, cancelled: effect.cancelled)
      return (key, reduction.generations)
    }
  }

  /// The stack generations that determine how an effect continues.
  ///
  /// - Parameter isAwaited: whether something starts when it ends, which the reduction returned, too.
  func generations(of origin: Origin, _ key: EffectKey, isAwaited: Bool) -> [UInt64] {
    let own =
      switch key.source {
      case .input where !isAwaited: interner.generations(in: origin.input)
      case .input, .reduction: reduction(of: origin).generations
      }
    return key.history.seen.isEmpty ? own : own + interner.generations(in: key.history)
  }

  /// The stack generations in a state and in memory.
  func generations(of state: State, _ memory: WorldMemory.Snapshot) -> [UInt64] {
    interner.generations(in: state) + interner.generations(in: memory)
  }

  /// Clears the log: the app starts again.
  func restart(in state: State) {
    origins = [:]
    cancelled = [:]
    reductions = [:]
    sources = [:]
    isInput = false
    self.state = state
  }

  func record(_ event: StoreEvent<Action>, _ state: State) {
    sources = [:]
    if event.step != nil { check?(state) }
    if let step = event.step {
      reductions[step.number] = Reduction(state: self.state, after: state, action: step.action)
    }
    for effect in event.changes.started {
      guard reductions[effect.actionNumber] != nil else { continue }
      origins[effect.number] = Origin(
        name: effect.name, number: effect.actionNumber, position: effect.indexPath,
        isBackground: effect.isBackground, isInput: isInput, input: effect.declaredIdentity,
        instance: interner.makeInstance())
    }
    let changes = event.changes
    reduced += (event.step == nil ? 0 : 1) + changes.dropped.count
    cancellations += changes.cancelled
    if changes.cancels, hasStages() { cancellationsOfStages += 1 }
    for number in changes.cancelled { cancelled[number] = (partsRun(number), isReady(number)) }
    self.state = state
  }
}
