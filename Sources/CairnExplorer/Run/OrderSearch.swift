import Cairn
import CairnModel
import CairnSimulation

/// The orders of one step that are still to be tried.
///
/// Two reductions of the number of orders:
///
/// - **Configurations are visited once.** Between two parts of the work the run is in a configuration: the state,
///   the memory, the effects with their histories, their sleepers, and the ready work. The rest of
///   the step depends on the configuration alone. A run that reaches a known configuration stops.
/// - **Work that commutes with all other work runs first**, and no other order is tried. Each is a persistent set of one
///   transition (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, 1996):
///   - the reduction of a queued action: an action that an effect sends meanwhile is reduced behind it in any case;
///   - waking a sleeper of the current instant;
///   - a part of an effect with a single task that left no trace: it sent nothing, used neither memory nor choices,
///     resumed no other effect, and sleeps now, or has ended and nothing starts then.
///
///   These do not commute: a reduction that sends actions, uses memory or resumes an effect; a cancellation, and the end of
///   a feature of which an effect has ended; while something waits for the end of an effect, a reduction that starts one;
///   a part after which an effect waits for another one, or has several tasks; and a part that leaves no trace in one order
///   and uses or resumes something in another one. The first of these in a step begins the search of the step again, with
///   all orders, unless no other order was possible so far.
///
/// An outcome can be lost that depends only on one of these: a value that a stream buffers for an effect which another one
/// has resumed; whether an effect had ended before its feature; whether the clock was used before a configuration; the
/// screen of an effect with an input; the place of equal effects around another one; an answer that an effect fixes.
final class OrderSearch {
  /// A task of an effect that has no other task.
  struct Task {
    let key: EffectKey
    /// The stack generations that determine how it continues.
    let generations: [UInt64]
    /// Whether nothing starts when the effect ends, and no other effect of its action begins after it.
    let isLast: Bool

    /// Whether it continues as another task does. Equal effects of two concatenations can start different stages, and
    /// those of two actions can be followed by different effects.
    func isEqual(to other: Task?) -> Bool {
      guard let other, isLast, other.isLast else { return false }
      return key == other.key && generations == other.generations
    }
  }

  /// The quantities by which work that does not commute is found.
  struct Surroundings: Equatable {
    /// The number of actions so far: those in the queue, and those that were reduced or dropped.
    let queued: Int
    /// See ``EffectLog/ordered``.
    let ordered: Int
  }

  /// The state of an effect after a part of it has run.
  enum Rest {
    /// It sleeps, or has ended and nothing starts then.
    case alone
    /// Only another effect can resume it, or it has several tasks.
    case waits
    /// It continues in this step, or it has ended and another effect or an action follows it.
    case goesOn
  }

  /// A configuration of a run, and the number of decisions before.
  private typealias Passed = (number: Int, position: Int)

  private let parts: EffectParts
  private let reductions: OrderReductions
  private var numbers: [Configuration: Int] = [:]
  /// Those at which all decisions are tried.
  private var visited: Set<Int> = []
  /// Whether all orders of the step are tried.
  private var isOrdered = false
  /// The parts that ran first because they left no trace, and those that used or resumed something.
  private var (preferred, traced): (Set<EffectKey>, Set<EffectKey>) = ([], [])
  /// Decisions still to be tried, and the configurations on the path to them. The search is depth first: what a
  /// visited configuration leads to was tried before, unless the configuration is on the path. A cycle of
  /// configurations is therefore found on a path.
  private var scripts: [(decisions: [Decision], path: ArraySlice<Passed>)] = [([], [])]

  // Of the current run.
  private var script: [Decision] = []
  /// The option that was taken last.
  private(set) var index = 0
  /// The decisions for work that commutes with all other work.
  private var settled: Set<Int> = []
  /// For decisions between tasks: the options that differ from those before them.
  private var distinct: [Int: [Int]] = [:]
  /// Whether the part that runs now is a reduction, and its decision, if other work could have run in its place.
  private var part: (isReduction: Bool, task: Task?, decision: Int?)?
  /// The quantities after the last part.
  private var last: Surroundings?
  /// Whether another order of the work was possible.
  private var hasAlternative = false
  private var dependsOnOrder = false
  private var partCount = 0
  /// The configurations of this run, in order.
  private var path: [Passed] = []
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
    (part, last, hasAlternative, dependsOnOrder) = (nil, nil, false, false)
    (path, partCount, isEndless) = (Array(next.path), 0, false)
    return next.decisions
  }

  /// The option to take at a choice. A choice has one option or more.
  ///
  /// - Parameters:
  ///   - position: the number of decisions of this step so far.
  ///   - tasks: the first of several options, `nil` for one that is not a single task; `nil` if nothing is
  ///     known.
  ///   - isAlone: whether the effect that an option wakes has no other task.
  ///   - configuration: `nil` if it is not known.
  func select(
    _ choice: ChoicePoint, at position: Int, _ tasks: [Task?]?, isAlone: (Int) -> Bool,
    _ configuration: () -> Configuration?
  ) -> WorkScheduler.Selection {
    let isChoice = choice.options.count > 1
    let isGiven = isChoice && position < script.count
    index = isGiven ? script[position].index : 0
    partCount += 1
    // Work without end repeats a configuration soon, or never.
    let mayRepeat = (65...1_000).contains(partCount)
    let isVisited = isChoice && !isGiven && reductions.visitsConfigurationsOnce
    // Another run has noted the configurations before the last given decision.
    if isVisited || mayRepeat, position >= script.count, let configuration = configuration() {
      let number = numbers.number(of: configuration)
      isEndless = path.contains { $0.number == number }
      path.append((number, position))
      let isNew = !isVisited || visited.insert(number).inserted
      if isEndless || !isNew { return .stop }
    }
    if hasTooManyParts {
      isEndless = true
      return .stop
    }
    if isChoice, !isGiven, let tasks {
      if reductions.skipsCommutingOrders, !isOrdered {
        if let first = firstOption(of: choice, isAlone) {
          index = first
          settled.insert(position)
        } else {
          // Probably, it leaves no trace this time, too. If it does, all options are tried.
          index = tasks.firstIndex { $0.map { parts.withoutTrace.contains($0.key) } ?? false } ?? 0
        }
      }
      if reductions.visitsConfigurationsOnce, choice.question == .next {
        distinct[position] = choice.options.indices.filter { option in
          guard option < tasks.count, let task = tasks[option] else { return true }
          return !tasks[..<option].contains { task.isEqual(to: $0) }
        }
      }
    }
    if isChoice { hasAlternative = true }
    part = nil
    if choice.question == .next {
      let decision = isChoice && !isGiven ? position : nil
      let task = tasks.flatMap { index < $0.count ? $0[index] : nil }
      part = (choice.options[index] == .reduction, task, decision)
    }
    return isGiven ? .source : .option(index)
  }

  /// A reduction, or a sleeper that wakes; `nil` if there is none.
  private func firstOption(of choice: ChoicePoint, _ isAlone: (Int) -> Bool) -> Int? {
    switch choice.question {
    case .next:
      return choice.options.firstIndex(of: .reduction)
    case .wake:
      // Another task of the same effect can cancel a sleep.
      return choice.options.indices.first { choice.options[$0] != .later && isAlone($0) }
    case .answer:
      return nil
    }
  }

  /// Ends a part of the work.
  ///
  /// - Parameters:
  ///   - interacted: whether it used memory or choices, or resumed another effect.
  ///   - rest: the state of the effect after the part; `.goesOn` for work of no effect.
  func end(_ after: Surroundings, interacted: Bool, _ rest: Rest) {
    let before = last
    last = after
    guard let before, hasAlternative else { return }
    // The step itself, before its first part, may cancel effects.
    if after.ordered > before.ordered { dependsOnOrder = true }
    guard let part = part.take() else { return }
    if part.isReduction {
      if interacted || after.queued > before.queued { dependsOnOrder = true }
    } else if rest == .waits {
      dependsOnOrder = true
    } else if interacted, let task = part.task {
      traced.insert(task.key)
      if preferred.contains(task.key) { dependsOnOrder = true }
    } else if rest == .alone, !interacted, after == before, let task = part.task {
      parts.withoutTrace.insert(task.key)
      guard reductions.skipsCommutingOrders, !isOrdered, let decision = part.decision else {
        return
      }
      settled.insert(decision)
      preferred.insert(task.key)
      if traced.contains(task.key) { dependsOnOrder = true }
    }
  }

  /// Ends a run: adds the other options of its decisions in the step. Begins again and returns `false` if
  /// all orders have to be tried after all.
  func endRun(_ decisions: [Decision]) -> Bool {
    if reductions.skipsCommutingOrders, dependsOnOrder, !isOrdered {
      isOrdered = true
      (visited, scripts) = ([], [([], [])])
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
