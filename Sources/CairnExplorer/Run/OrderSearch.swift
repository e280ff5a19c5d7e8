import Cairn
import CairnModel
import CairnSimulation

/// The orders of one step that are still to be tried.
///
/// Two reductions of the number of orders, both of which keep every outcome:
///
/// - **Configurations are visited once.** Between two parts of the work the run is in a configuration: the state,
///   the memory, the effects with their histories, their sleepers, and the ready work in order. The rest of
///   the step depends on the configuration alone. A run that reaches a known configuration stops.
/// - **Parts that commute with all others run first**, and no other order is tried. Each is a persistent set
///   of one transition (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*,
///   1996). There are three:
///   - a part of an effect with a single task that sends nothing, uses neither memory nor choices, resumes
///     no other effect, and whose end starts nothing. It is a function of the effect and its history, so
///     that its first run tells for all others. Another run may differ only in the effects that it resumes: if a part
///     that ran first interacts, the search of the step begins again. It also begins again, without such parts, if
///     an effect begins to wait for another one, which may resume it only after that;
///   - the reduction of the queued actions: an action that another effect sends meanwhile is reduced
///     behind them in any case;
///   - waking a sleeper of the current instant.
///
///   Five kinds of reductions do not commute: those that send actions, those that use memory, those that
///   cancel an effect which the step started, and, while something waits for the end of an effect, those that
///   cancel an effect and those that start one. Neither does a cancellation that an effect asks for. The first of
///   these in a step begins the search of the step again, with the reductions in all orders, unless no other order
///   was possible so far. Another cancellation does not commute with the effect that it cancels: the search of
///   the step begins again, with that effect in all orders. A part then runs first only if the effect does
///   nothing else when it is cancelled before or after the part. An effect that has ended can be missed by its
///   cancellation: if its last part ran first, the search of the step begins again, too.
final class OrderSearch {
  /// A task of an effect that has no other task.
  struct Task {
    let number: Int
    let key: EffectKey
    /// The stack generations that determine how it continues.
    let generations: [UInt64]
    /// Whether something starts when the effect ends.
    let isAwaited: Bool
    /// Whether other effects of its action begin after it.
    let isFollowed: Bool

    /// Whether it continues as another task does. Equal effects of two concatenations can start different stages, and
    /// those of two actions can be followed by different effects.
    func isEqual(to other: Task?) -> Bool {
      guard let other, !isAwaited, !other.isAwaited, !isFollowed, !other.isFollowed else {
        return false
      }
      return key == other.key && generations == other.generations
    }
  }

  /// The quantities that a part of the work can change, apart from the state.
  struct Surroundings: Equatable {
    let queued: Int
    let issues: Int
    /// The number of actions that were reduced or dropped.
    let reduced: Int
    let cancelled: [Int]
    /// The effects that ended in the step before an event that may have cancelled them.
    let endedBeforeCancellation: [Int]
    /// The number of cancellations while something waited for the end of an effect, and of those that effects asked for.
    let orderedCancellations: Int
  }

  /// A configuration of a run, and the number of decisions before.
  private typealias Passed = (number: Int, position: Int)

  /// The part of the work that runs now.
  private enum Part {
    case none
    case reduction(Surroundings)
    case task(Task, Surroundings, decision: Int?)
  }

  let parts: EffectParts
  private let reductions: OrderReductions
  private var numbers: [Configuration: Int] = [:]
  /// Those at which all decisions are tried.
  private var visited: Set<Int> = []
  /// Whether the order of reductions matters in this step.
  private var isOrdered = false
  /// The effects in flight before the step that a reduction of the step cancels.
  private var cancellable: Set<Int> = []
  /// The parts that ran first, and whether one of them has interacted.
  private var preferred: Set<EffectKey> = []
  private var isMistaken = false
  /// Whether no part runs first, and whether an effect has begun to wait for another one.
  private var (meetsOthers, beginsToWait) = (false, false)
  /// Decisions still to be tried, and the configurations on the path to them. The search is depth first: what a
  /// visited configuration leads to was tried before, unless the configuration is on the path. A cycle of
  /// configurations is therefore found on a path.
  private var scripts: [(decisions: [Decision], path: ArraySlice<Passed>)] = [([], [])]

  // Of the current run.
  private var script: [Decision] = []
  /// The decisions for a part that commutes with all others.
  private var settled: Set<Int> = []
  /// For decisions between tasks: the options that differ from those before them.
  private var distinct: [Int: [Int]] = [:]
  private var part = Part.none
  /// The quantities after the last part.
  private var last: Surroundings?
  /// Whether another order of the work was possible.
  private var hasAlternative = false
  private var dependsOnOrder = false
  private var newlyCancellable: Set<Int> = []
  /// The effects whose last part commutes unless a cancellation comes first. They are kept for all runs of the step: a
  /// run can stop before the cancellation, at a configuration that another run has reached.
  private var endedAlone: Set<Int> = []
  /// The effects that ended before an event that may have cancelled them, in any run.
  private var missed: Set<Int> = []
  /// The effects in flight before the step.
  private var effects: Set<Int> = []
  private var partCount = 0
  /// The configurations of this run, in order, and their numbers.
  private var path: [Passed] = []
  private var own: Set<Int> = []
  /// Whether the work of the run does not end: it came to one configuration twice, or has very many parts.
  private(set) var isEndless = false

  /// Whether the work is taken to be without end, for its number of parts.
  var hasTooManyParts: Bool { partCount > 5_000 }

  init(_ parts: EffectParts, _ reductions: OrderReductions) {
    self.parts = parts
    self.reductions = reductions
  }

  /// The decisions of the next run; `nil` at the end.
  func next() -> [Decision]? {
    guard let next = scripts.popLast() else { return nil }
    (script, settled, distinct) = (next.decisions, [], [:])
    (part, last, hasAlternative, dependsOnOrder) = (.none, nil, false, false)
    newlyCancellable = []
    (path, own) = (Array(next.path), Set(next.path.map(\.number)))
    (partCount, isEndless) = (0, false)
    return next.decisions
  }

  /// - Parameter effects: the effects in flight before the step, which have the same numbers in each run.
  func begin(with effects: Set<Int>) { self.effects = effects }

  /// Whether a reduction of the step may not commute with a task.
  private func isOrdered(_ task: Task?) -> Bool {
    isOrdered || task.map { cancellable.contains($0.number) } ?? !cancellable.isEmpty
  }

  /// The option to take at a choice. A choice has one option or more.
  ///
  /// - Parameters:
  ///   - position: the number of decisions of this step so far.
  ///   - tasks: the first of several options, `nil` for one that is not a single task; `nil` if nothing is
  ///     known.
  ///   - sleeping: the task that an option wakes, `nil` if its effect has others.
  ///   - configuration: `nil` if it is not known.
  func select(
    _ choice: ChoicePoint, at position: Int, _ before: Surroundings, _ tasks: [Task?]?,
    sleeping: (Int) -> Task?, _ configuration: () -> Configuration?
  ) -> WorkScheduler.Selection {
    let isChoice = choice.options.count > 1
    let isGiven = isChoice && position < script.count
    var index = isGiven ? script[position].index : 0
    partCount += 1
    // Work without end repeats a configuration soon, or never.
    let mayRepeat = (65...1_000).contains(partCount)
    let isVisited = isChoice && !isGiven && reductions.visitsConfigurationsOnce
    // Another run has noted the configurations before the last given decision.
    if isVisited || mayRepeat, position >= script.count, let configuration = configuration() {
      let number = numbers.number(of: configuration)
      isEndless = !own.insert(number).inserted
      path.append((number, position))
      let isNew = !isVisited || visited.insert(number).inserted
      if isEndless || !isNew { return .stop }
    }
    if hasTooManyParts {
      isEndless = true
      return .stop
    }
    if isChoice, !isGiven, let tasks {
      if reductions.skipsCommutingOrders, let first = commutingOption(of: choice, tasks, sleeping) {
        index = first
        settled.insert(position)
        if first < tasks.count, let task = tasks[first] { preferred.insert(task.key) }
      } else if reductions.visitsConfigurationsOnce, choice.question == .next {
        distinct[position] = choice.options.indices.filter { option in
          guard option < tasks.count, let task = tasks[option] else { return true }
          return !tasks[..<option].contains { task.isEqual(to: $0) }
        }
      }
    }
    if isChoice { hasAlternative = true }
    part = .none
    if choice.question == .next {
      if choice.options[index] == .reduction {
        part = .reduction(before)
      } else if let tasks, let task = tasks[index] {
        part = .task(task, before, decision: isChoice ? position : nil)
      }
    }
    return isGiven ? .source : .option(index)
  }

  /// An option that commutes with all others; `nil` if none is known.
  private func commutingOption(
    of choice: ChoicePoint, _ tasks: [Task?], _ sleeping: (Int) -> Task?
  ) -> Int? {
    switch choice.question {
    case .next:
      // An effect that a reduction of the step cancels can also have a queued action, or be resumed later.
      if !isOrdered, cancellable.isEmpty,
        let reduction = choice.options.firstIndex(of: .reduction)
      {
        return reduction
      }
      guard !meetsOthers else { return nil }
      return tasks.firstIndex { task in
        task.map { parts.commutes($0.key, isOrdered: isOrdered($0)) } ?? false
      }
    case .wake:
      if choice.options.contains(.work) { return nil }
      return choice.options.indices.first { option in
        // Another task of the same effect can cancel a sleep.
        guard choice.options[option] != .later, let task = sleeping(option) else { return false }
        return !isOrdered(task) || parts.endsAlone(task.key)
      }
    case .answer:
      return nil
    }
  }

  /// Notes a cancellation, which does not commute with the parts of its effect.
  private func noteCancellation(of effect: Int) {
    if !effects.contains(effect) {
      dependsOnOrder = true
    } else if !cancellable.contains(effect) {
      newlyCancellable.insert(effect)
    }
  }

  /// Ends a part of the work, and learns whether it commutes with all others.
  ///
  /// - Parameters:
  ///   - interacted: whether it used memory or choices, or resumed another effect.
  ///   - waits: whether only another effect can let the effect go on.
  ///   - endsAlone: whether the effect goes on, or its end starts nothing.
  ///   - hasEnded: whether the last task of the effect has ended.
  ///   - isReady: whether the effect can go on.
  func end(
    _ after: Surroundings, interacted: Bool, waits: Bool, endsAlone: (Task) -> Bool,
    hasEnded: (Task) -> Bool, isReady: (Task) -> Bool
  ) {
    if waits, hasAlternative { beginsToWait = true }
    // The step itself, before its first part, may cancel effects.
    if let last, hasAlternative {
      if after.orderedCancellations > last.orderedCancellations { dependsOnOrder = true }
      for effect in after.cancelled[last.cancelled.count...] { noteCancellation(of: effect) }
      missed.formUnion(after.endedBeforeCancellation[last.endedBeforeCancellation.count...])
    }
    last = after
    switch part {
    case .none:
      break
    case .reduction(let before):
      let sends = after.queued + after.reduced > before.queued + before.reduced
      if interacted || sends, hasAlternative { dependsOnOrder = true }
    case .task(let task, let before, let decision):
      let isAlone = !interacted && after == before
      let ends = task.key.cancellation == .none ? endsAlone(task) : hasEnded(task)
      if interacted, preferred.contains(task.key) { isMistaken = true }
      parts.note(
        task.key, commutes: isAlone && ends, interacted: interacted,
        isReady: hasEnded(task) ? nil : isReady(task))
      // An effect that is cancelled before its first part does nothing, either.
      if isAlone, ends, hasEnded(task), task.key.history.resumptions > 0 {
        endedAlone.insert(task.number)
      }
      if reductions.skipsCommutingOrders, !meetsOthers, let decision,
        parts.commutes(task.key, isOrdered: isOrdered(task))
      {
        settled.insert(decision)
        preferred.insert(task.key)
      }
    }
    part = .none
  }

  /// Ends a run: adds the other options of its decisions in the step. Begins again and returns `false` if
  /// all orders have to be tried after all.
  func endRun(_ decisions: [Decision]) -> Bool {
    for effect in missed.intersection(endedAlone) { noteCancellation(of: effect) }
    let isComplete =
      !isMistaken && (meetsOthers || !beginsToWait)
      && (isOrdered || !dependsOnOrder && newlyCancellable.isEmpty)
    guard !reductions.skipsCommutingOrders || isComplete else {
      (isOrdered, meetsOthers) = (isOrdered || dependsOnOrder, beginsToWait)
      cancellable.formUnion(newlyCancellable)
      (preferred, isMistaken) = ([], false)
      (visited, scripts) = ([], [([], [])])
      (endedAlone, missed) = ([], [])
      return false
    }
    for position in decisions.indices.dropFirst(script.count) where !settled.contains(position) {
      let (choice, taken) = (decisions[position].choice, decisions[position].index)
      let all = distinct[position] ?? Array(choice.options.indices)
      scripts += all.filter { $0 != taken }.reversed().map {
        (
          decisions[..<position] + [Decision(choice: choice, index: $0)],
          path.prefix { $0.position <= position }
        )
      }
    }
    return true
  }
}

/// The work that a search leaves out because it cannot lead to another result.
@usableFromInline package struct OrderReductions: Sendable {
  @usableFromInline package var visitsConfigurationsOnce = true
  @usableFromInline package var skipsCommutingOrders = true
  /// Whether runs continue at a node in place of repeating the path to it.
  @usableFromInline package var forks = true
  /// Whether a node is left out if another one contains all its times.
  @usableFromInline package var coversTimes = true

  @usableFromInline package init(
    visitsConfigurationsOnce: Bool = true, skipsCommutingOrders: Bool = true, forks: Bool = true
  ) {
    self.visitsConfigurationsOnce = visitsConfigurationsOnce
    self.skipsCommutingOrders = skipsCommutingOrders
    self.forks = forks
  }
}
