import Cairn
import CairnModel
import CairnSimulation

/// The orders of one step that are still to be tried.
///
/// Two reductions of the number of orders, both of which keep every outcome:
///
/// - **Situations are visited once.** Between two parts of the work the run is in a situation: the state,
///   the memory, the effects with their histories, their sleepers, and the ready work in order. The rest of
///   the step depends on the situation alone. A run that reaches a known situation stops.
/// - **Parts that commute with all others run first**, and no other order is tried. Each is a persistent set
///   of one transition (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*,
///   1996). There are three:
///   - a part of an effect with a single task that sends nothing, uses neither memory nor choices, resumes
///     no other effect, and whose end starts nothing. It is a function of the effect and its history, so
///     that its first run tells for all others;
///   - the reduction of the queued actions: an action that another effect sends meanwhile is reduced
///     behind them in any case;
///   - waking a sleeper of the current instant.
///
///   Cancellations, follow-ups and reducers that use memory do not commute. The first of them in a step
///   begins the search of the step again, with all orders.
final class OrderSearch<State: Hashable & SendableMetatype> {
  /// A task of an effect that has no other task.
  struct Task {
    let number: Int
    let key: EffectKey
    /// The stack generations that determine how it continues.
    let generations: [UInt64]
    /// Whether something starts when the effect ends.
    let isAwaited: Bool
  }

  /// The quantities that a part of the work can change, apart from the state.
  struct Surroundings: Equatable {
    /// The number of queued actions.
    let queued: Int
    /// The number of runtime issues.
    let issues: Int
    /// The number of cancellations and follow-ups.
    let orderedEvents: Int
  }

  /// The part of the work that runs now.
  private enum Part {
    case none
    case reduction
    case task(Task, Surroundings, decision: Int?)
  }

  let parts: EffectParts
  private var reductions: OrderReductions
  /// The situations that were reached in this step.
  private var visited: Set<Situation<State>> = []
  /// Decisions still to be tried.
  private var scripts: [[Decision]] = [[]]

  // Of the current run.
  private var script: [Decision] = []
  /// The decisions for a part that commutes with all others.
  private var settled: Set<Int> = []
  /// For decisions between tasks: the options that differ from those before them.
  private var distinct: [Int: [Int]] = [:]
  private var part = Part.none
  private var orderedEvents: Int?
  private var dependsOnOrder = false

  init(_ parts: EffectParts, _ reductions: OrderReductions) {
    self.parts = parts
    self.reductions = reductions
  }

  /// The decisions of the next run; `nil` at the end.
  func next() -> [Decision]? {
    guard let next = scripts.popLast() else { return nil }
    (script, settled, distinct) = (next, [], [:])
    (part, orderedEvents, dependsOnOrder) = (.none, nil, false)
    return next
  }

  /// The option to take at a choice. A choice has one option or more.
  ///
  /// - Parameters:
  ///   - position: the number of decisions of this step so far.
  ///   - tasks: the first options, `nil` for one that is not a single task; `nil` if nothing is known.
  ///   - situation: `nil` if it is not known.
  func select(
    _ choice: ChoicePoint, at position: Int, _ before: Surroundings, _ tasks: [Task?]?,
    _ situation: () -> Situation<State>?
  ) -> WorkScheduler.Selection {
    let isChoice = choice.options.count > 1
    let isGiven = isChoice && position < script.count
    var index = isGiven ? script[position].index : 0
    if isChoice, !isGiven {
      if reductions.visitsSituationsOnce, let situation = situation(),
        !visited.insert(situation).inserted
      {
        return .stop
      }
      if let tasks {
        if reductions.skipsCommutingOrders, let first = commutingOption(of: choice, tasks) {
          index = first
          settled.insert(position)
        } else if reductions.visitsSituationsOnce, choice.question == .next {
          distinct[position] = choice.options.indices.filter { option in
            guard option < tasks.count, let task = tasks[option] else { return true }
            return !tasks[..<option].contains {
              $0?.key == task.key && $0?.generations == task.generations
            }
          }
        }
      }
    }
    part = .none
    if choice.question == .next {
      if choice.options[index] == .reduction {
        part = .reduction
      } else if let tasks, let task = tasks[index] {
        part = .task(task, before, decision: isChoice ? position : nil)
      }
    }
    return isGiven ? .source : .option(index)
  }

  /// An option that commutes with all others; `nil` if none is known.
  private func commutingOption(of choice: ChoicePoint, _ tasks: [Task?]) -> Int? {
    switch choice.question {
    case .next:
      choice.options.firstIndex(of: .reduction)
        ?? tasks.firstIndex { $0.map { parts.commutes[$0.key] == true } ?? false }
    case .wake:
      choice.options.contains(.work) ? nil : choice.options.first == .later ? 1 : 0
    case .answer:
      nil
    }
  }

  /// The task whose part runs; `nil` for other work.
  var runningTask: Task? { if case .task(let task, _, _) = part { task } else { nil } }

  /// Ends a part of the work, and learns whether it commutes with all others.
  ///
  /// - Parameters:
  ///   - interacted: whether it used memory or choices, or resumed another effect.
  ///   - endsAlone: whether the effect goes on, or its end starts nothing.
  func end(_ after: Surroundings, interacted: Bool, endsAlone: (Task) -> Bool) {
    // The step itself, before its first part, may cancel effects.
    if let before = orderedEvents, after.orderedEvents > before { dependsOnOrder = true }
    orderedEvents = after.orderedEvents
    switch part {
    case .none:
      break
    case .reduction:
      if interacted { dependsOnOrder = true }
    case .task(let task, let before, let decision):
      let commutes = !interacted && after == before && endsAlone(task)
      parts.commutes[task.key] = commutes
      if commutes, reductions.skipsCommutingOrders, let decision { settled.insert(decision) }
    }
    part = .none
  }

  /// Ends a run: adds the other options of its decisions in the step. Begins again and returns `false` if
  /// all orders have to be tried after all.
  func endRun(_ decisions: [Decision]) -> Bool {
    guard !(reductions.skipsCommutingOrders && dependsOnOrder) else {
      reductions.skipsCommutingOrders = false
      (visited, scripts) = ([], [[]])
      return false
    }
    for position in decisions.indices.dropFirst(script.count) where !settled.contains(position) {
      let (choice, taken) = (decisions[position].choice, decisions[position].index)
      let all = distinct[position] ?? Array(choice.options.indices)
      scripts += all.filter { $0 != taken }.reversed().map {
        decisions[..<position] + [Decision(choice: choice, index: $0)]
      }
    }
    return true
  }
}

/// The work that a search leaves out because it cannot lead to another result.
package struct OrderReductions: Sendable {
  package var visitsSituationsOnce = true
  package var skipsCommutingOrders = true
  /// Whether steps that leave the effects in flight as they are need no run of their own.
  package var sharesRuns = true
}

/// The parts of effects whose interactions are known.
@usableFromInline
final class EffectParts {
  /// Whether the part that follows the history commutes with all others.
  var commutes: [EffectKey: Bool] = [:]
  /// The result of the last part of each history of an effect with an input.
  private var behaviors: [EffectKey: PartBehavior] = [:]

  @usableFromInline
  init() {}

  /// Whether the last part of this history had the same result before, or is new.
  func isKnown(_ behavior: PartBehavior, of key: EffectKey) -> Bool {
    guard let known = behaviors[key] else {
      behaviors[key] = behavior
      return true
    }
    return known == behavior
  }
}

/// Everything on which the rest of a step depends, between two parts of the work.
struct Situation<State: Hashable & SendableMetatype>: Hashable {
  struct Effect: Hashable {
    let key: EffectKey
    /// How many of its parts had run when it was cancelled; `nil` if it was not.
    let cancelledAfter: Int?
    let sleepers: [Sleeper]
  }

  struct Sleeper: Hashable {
    /// The number of a sleeper that slept before the step.
    let number: Int?
    /// `nil` without a deadline.
    let remaining: Duration?
  }

  let state: State
  let memory: WorldMemory.Snapshot
  let time: Duration
  /// The number of options, and whether one is to wake no further sleeper.
  let options: Int
  let canWait: Bool
  /// The effects in flight, in the order in which they were started.
  var effects: [Effect?] = []
  /// The effects of which a part has not begun.
  var waiting: [WaitingKey] = []
  /// The effects whose actions are queued, in order.
  var queue: [Effect?] = []
  /// The effects of the ready tasks, in order.
  var ready: [Effect?] = []
  /// The pattern of the stack generations in all of these.
  var ids: [Int] = []
  var hasStartedEffects = false
  var issues = 0
  /// The properties that reductions of the step have violated.
  var violated: Set<Int> = []
}
