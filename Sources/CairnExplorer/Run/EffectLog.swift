import Cairn
import CairnApp
import CairnSimulation

/// Records the reduction that returned each effect.
final class EffectLog<State: Hashable, Action: Sendable> {
  /// What a reducer has received besides its state and its action: answers and values of memory, and times of the
  /// clock.
  struct Seen {
    var values: [AnyID] = []
    var readings: [(time: Duration, reading: ClockReading)] = []

    /// The times that count. A time from which only the deadline of a sleep comes does not: that is known after the step.
    var times: [Duration] { readings.compactMap { $0.reading.counts ? $0.time : nil } }

    /// Removes `first` from the beginning, if it is there.
    mutating func remove(_ first: Seen) {
      if values.starts(with: first.values) { values.removeFirst(first.values.count) }
      if readings.map(\.time).starts(with: first.readings.map(\.time)) {
        readings.removeFirst(first.readings.count)
      }
    }
  }

  /// A reduction that may have returned effects.
  struct Reduction {
    let state: State
    let after: State
    let action: Action
    let seen: Seen
    let isDismissal: Bool
    /// Whether an input caused it, and not a reply of an effect.
    let isInput: Bool
    /// Its identity without the times, once it was asked for.
    var identity: ReductionIdentity?
  }

  struct Origin {
    let label: AppEffect
    /// The number of the action.
    let number: Int
    /// The position among the effects that the reduction returned.
    let position: [Int]
    /// `nil` if the effect depends on the reduction, or has no feature that receives what it sends.
    var input: DeclaredIdentity?
    /// Its number among the effects of the search. An effect that begins again has the same.
    let instance: Int
  }

  private(set) var origins: [Int: Origin] = [:]
  private(set) var cancelled: [Int: EffectKey.Cancellation] = [:]
  /// The features of the effects that have ended by themselves in the step. An effect that is not there any more is not
  /// cancelled with its feature.
  var ended: Set<_Kernel.EffectScope> = []
  /// The number of events that do not commute with the parts of effects: those that cancel, whether or not there was
  /// something to cancel, or resume an effect, and, while something waited for the end of an effect, those that started one.
  private(set) var ordered = 0
  /// The number of actions that were reduced or dropped.
  private(set) var reduced = 0
  private var reductions: [Int: Reduction] = [:]
  /// The sources of effects. An event can change what starts when an effect ends.
  private var sources: [Int: EffectSource] = [:]
  private var inputs: [Int: DeclaredIdentity] = [:]
  /// The numbers of resumers, by the effect, its parts that had run, the numbers of values and of times that it had
  /// seen, and whether it was cancelled.
  var resumers: [[Int]: Int] = [:]
  let interner: ReductionInterner<State, Action>
  /// Whether the current step is an input.
  var isInput = false
  private let screens: (State) -> [String]
  /// The state after the last recorded event.
  private var state: State

  /// Receives the state after each reduction.
  var check: ((State) -> Void)?
  /// What the state of the app sees when it starts again.
  var seenByStart = Seen()
  /// Calls ``record(_:_:of:)``. The run sets it, because the run is made after its log.
  var didTake: (StoreEvent<Action>, State) -> Void = { _, _ in }

  /// - Parameter screens: the ids of the screens of a state, from the root up.
  init(
    _ state: State, _ interner: ReductionInterner<State, Action>, continuing part: Part?,
    screens: @escaping (State) -> [String]
  ) {
    self.state = state
    self.interner = interner
    self.screens = screens
    if let part { (origins, reductions) = part }
  }

  /// The reductions that returned some effects.
  typealias Part = (origins: [Int: Origin], reductions: [Int: Reduction])

  func part(of effects: Set<Int>, reductions others: Set<Int>) -> Part {
    let own = origins.filter { effects.contains($0.key) }
    let numbers = others.union(own.values.map { $0.number })
    return (own, reductions.filter { numbers.contains($0.key) })
  }

  /// The identity of a reduction, by the number of its action; `nil` if it did not happen in this run.
  ///
  /// It is computed when it is asked for: on a repeated path, most effects end before that.
  private func identity(of number: Int) -> ReductionIdentity? {
    guard let reduction = reductions[number] else { return nil }
    var identity =
      reduction.identity
      ?? interner.identity(
        of: reduction.state, reduction.action, seeing: reduction.seen.values,
        leadingTo: reduction.after, isDismissal: reduction.isDismissal)
    reductions[number]?.identity = identity
    identity.key.times = reduction.seen.times
    return identity
  }

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
      inputs[effect] = input
    }
    let result = source ?? .reduction(reduction(of: origin).key, position: origin.position)
    sources[effect] = result
    return result
  }

  /// The function that an effect runs, whatever starts when it ends: that is no longer known after its end.
  func ownSource(of origin: Origin) -> EffectSource {
    guard let input = origin.input else {
      return .reduction(reduction(of: origin).key, position: origin.position)
    }
    return .input(interner.number(of: input))
  }

  /// The ids of the screens, from the root up, that an effect belongs to: of the screen after its reduction, if that was
  /// an input or pushed a screen. Empty if there is none.
  ///
  /// - Parameter action: the number of its action, or, for the timer of a throttle, that of the effect that it delays.
  func screens(of origin: Origin, by action: Int) -> [String] {
    guard let reduction = reductions[action] else { return [] }
    func own() -> [String] {
      let (before, after) = (screens(reduction.state), screens(reduction.after))
      let isPush = after.count > before.count && after.starts(with: before)
      return reduction.isInput || isPush ? after : []
    }
    return action == origin.number ? interner.screens(of: origin.instance, own) : own()
  }

  /// The identity of an effect of which a part has not begun, and its stack generations.
  func waiting(
    _ effect: WaitingEffect, group: Int? = nil
  ) -> (key: WaitingKey, generations: [UInt64])? {
    identity(of: effect.actionNumber).map { reduction in
      let key = WaitingKey(
        reduction: reduction.key, position: effect.position, group: group,
        cancelled: effect.cancelled)
      return (key, reduction.generations + interner.generations(in: effect.cancelled))
    }
  }

  /// The stack generations that determine how an effect continues. Its source is known.
  ///
  /// - Parameter isAwaited: whether something starts when it ends, which the reduction returned, too.
  func generations(
    of effect: Int, _ origin: Origin, _ key: EffectKey, isAwaited: Bool
  ) -> [UInt64] {
    var own = inputs[effect].map { interner.generations(in: $0) } ?? []
    // The actions that are sent after the effect are numbers here, without their generations.
    if isAwaited || inputs[effect] == nil { own += reduction(of: origin).generations }
    return key.history.seen.isEmpty ? own : own + interner.generations(in: key.history)
  }

  func restart(in state: State) {
    origins = [:]
    cancelled = [:]
    reductions = [:]
    (sources, inputs, resumers) = ([:], [:], [:])
    isInput = false
    self.state = state
    check?(state)
  }

  func record<A: App>(
    _ event: StoreEvent<Action>, _ state: State, of run: AppRun<A>
  ) where A.Root.State == State, A.Root.Action == Action {
    (sources, inputs) = ([:], [:])
    // The follow-ups of an input come before any effect. What a later stage sends belongs to no screen, as a reply does.
    if event.step == nil { isInput = false }
    if event.step != nil { check?(state) }
    var seen = run.takeSeen()
    let received = seen.values
    if let step = event.step {
      seen.remove(seenByStart)
      seenByStart = Seen()
      let isInput =
        switch step.origin {
        case .owner, .replay: self.isInput
        case .effect(_, nil): self.isInput && reductions[step.number - 1]?.isInput ?? true
        case .effect: false
        }
      reductions[step.number] = Reduction(
        state: self.state, after: state, action: step.action, seen: seen,
        isDismissal: step.isDismissal, isInput: isInput)
    }
    for effect in event.changes.started {
      guard reductions[effect.actionNumber] != nil else { continue }
      origins[effect.number] = Origin(
        label: AppEffect(effect), number: effect.actionNumber, position: effect.indexPath,
        input: effect.declaredIdentity, instance: interner.makeInstance())
    }
    let changes = event.changes
    if changes.cancels {
      // Nothing receives what they send.
      for effect in run.driver.allEffects where effect.metadata.isOrphan {
        origins[effect.number]?.input = nil
      }
    }
    reduced += (event.step == nil ? 0 : 1) + changes.dropped.count
    let isRequest = if case .cancelled = event { true } else { false }
    // The effect of an action begins before or after that of a later stage.
    let starts = event.step != nil && !changes.started.isEmpty
    let endsFeature = event.step != nil && ended.contains { $0.hasEnded(in: state) == true }
    if case .finished(let effect, _) = event, effect.metadata.scope.hasEnded(in: state) == false {
      ended.insert(effect.metadata.scope)
    }
    if isRequest || changes.cancels || endsFeature || starts && run.hasStages { ordered += 1 }
    for number in changes.cancelled {
      let record = run.records[number]
      let cancellation = EffectKey.Cancellation.after(
        parts: run.history(of: record).resumptions,
        wasReady: run.ready.contains { $0?.number == number })
      cancelled[number] = cancellation
      guard let record else { continue }
      record.noteCancellation(cancellation)
      // Its cancellation handler may have received them.
      for value in received { record.see(value) }
    }
    noteResumptions(run.simulation.takeResumed().map(\.number), by: event, in: run.records)
    self.state = state
  }

  /// Notes the effects that the cancellation handlers of effects have resumed, each for all effects that were cancelled.
  private func noteResumptions(
    _ resumed: [Int], by event: StoreEvent<Action>, in records: EffectRecords
  ) {
    var resumed = resumed
    // The sender of the action is resumed after the handlers, because its action was reduced.
    if case .effect(_, let sender?)? = event.step?.origin,
      let index = resumed.lastIndex(of: sender)
    {
      resumed.remove(at: index)
    }
    let cancelled = event.changes.cancelled
    if !resumed.isEmpty { ordered += 1 }
    for number in resumed where !cancelled.contains(number) {
      for record in cancelled.compactMap({ records[$0] }) { records[number]?.resume(by: record) }
    }
  }
}
