import Cairn
import CairnModel
import CairnSimulation

/// The orders of one step that are still to be tried.
///
/// Two reductions of the number of orders, both of which keep every outcome:
///
/// - **Situations are visited once.** Between two parts of the work the run is in a situation: the state,
///   the memory, the effects with their histories, their sleepers, and the ready work in order. What follows
///   depends on the situation alone. A run that reaches a known situation stops.
/// - **Parts that commute are not reordered.** A part of an effect that sends nothing, uses neither memory nor
///   choices, resumes no other effect and does not end its effect commutes with all parts of other effects,
///   except a cancellation of its own effect. It runs first, and no other order is tried: it is a persistent
///   set of one transition (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*,
///   1996). Once a run has cancelled an effect, all orders of the step are tried.
///
/// A part is a function of the effect and its history. Whether it commutes is therefore known from its first
/// run, or from that of an equal effect in another step.
final class OrderSearch<State: Hashable & SendableMetatype> {
  /// What a part of the work can change, before and after it.
  struct Surroundings: Equatable {
    /// The number of queued actions.
    let queued: Int
    /// The numbers of runtime issues and of decisions so far.
    let issues: Int
    let decisions: Int
  }

  private let parts: EffectParts
  private var reductions: OrderReductions
  /// The situations that were reached in this step.
  private var visited: Set<Situation<State>> = []
  /// Decisions still to be tried. Behind them, ``option(of:_:)`` selects.
  private var scripts: [[Int]] = [[]]

  // Of the current run.
  private var script: [Int] = []
  /// The decisions for a part that commutes with all others.
  private var settled: Set<Int> = []
  /// For decisions between tasks: the options that differ from those before them.
  private var distinct: [Int: [Int]] = [:]
  private var part: (effect: (number: Int, key: EffectKey), before: Surroundings, decision: Int?)?
  private var cancellations: Int?
  private var hasCancelled = false

  init(_ parts: EffectParts, _ reductions: OrderReductions) {
    self.parts = parts
    self.reductions = reductions
  }

  /// The decisions of the next run; `nil` at the end.
  func next() -> [Int]? {
    guard let next = scripts.popLast() else { return nil }
    (script, settled, distinct, part, cancellations, hasCancelled) = (next, [], [:], nil, nil, false)
    return next
  }

  /// The option to take at a choice. A choice has one option or more.
  ///
  /// - Parameters:
  ///   - position: the number of decisions of this step so far.
  ///   - tasks: for each of the first options, the effect whose only task it continues.
  ///   - situation: `nil` if it is not known.
  func select(
    _ choice: ChoicePoint, at position: Int, _ before: Surroundings,
    _ tasks: [(number: Int, key: EffectKey)?], _ situation: () -> Situation<State>?
  ) -> WorkScheduler.Selection {
    let isChoice = choice.options.count > 1
    var index = 0
    if isChoice, position < script.count {
      index = script[position]
    } else if isChoice {
      if reductions.visitsSituationsOnce, let situation = situation(),
        !visited.insert(situation).inserted
      {
        return .stop
      }
      if reductions.skipsCommutingOrders, let first = settledOption(of: choice, tasks) {
        index = first
        settled.insert(position)
      } else if reductions.visitsSituationsOnce, choice.question == .next {
        distinct[position] = choice.options.indices.filter { option in
          guard option < tasks.count, let task = tasks[option] else { return true }
          return !tasks[..<option].contains { $0?.key == task.key }
        }
      }
    }
    part = nil
    if choice.question == .next, index < tasks.count, let effect = tasks[index] {
      part = (effect, before, isChoice ? position : nil)
    }
    return isChoice && position < script.count ? .source : .option(index)
  }

  /// An option that commutes with all others; `nil` if none is known.
  private func settledOption(
    of choice: ChoicePoint, _ tasks: [(number: Int, key: EffectKey)?]
  ) -> Int? {
    switch choice.question {
    case .next:
      return tasks.firstIndex { $0.map { parts.commutes[$0.key] == true } ?? false }
    case .wake:
      // All sleepers of an instant wake before the work continues, which any of them can do first.
      return choice.options.contains(.work) ? nil : choice.options.first == .later ? 1 : 0
    case .answer:
      return nil
    }
  }

  /// Ends a part of the work, and learns whether it commutes with all others.
  ///
  /// - Parameters:
  ///   - interacted: whether it used memory or choices, or resumed a task of another effect.
  ///   - cancellations: the number of cancellations of the run.
  func end(
    _ after: Surroundings, interacted: Bool, cancellations: Int, isRunning: (Int) -> Bool
  ) {
    // The step itself, before its first part, may cancel effects.
    let cancels = self.cancellations.map { cancellations > $0 } ?? false
    self.cancellations = cancellations
    hasCancelled = hasCancelled || cancels
    guard let part else { return }
    self.part = nil
    let decided = part.before.decisions + (part.decision == nil ? 0 : 1)
    let isUnchanged =
      after.queued == part.before.queued && after.issues == part.before.issues
      && after.decisions == decided
    let commutes = isUnchanged && !interacted && !cancels && isRunning(part.effect.number)
    parts.commutes[part.effect.key] = commutes
    if commutes, reductions.skipsCommutingOrders, let decision = part.decision {
      settled.insert(decision)
    }
  }

  /// Ends a run: adds the other options of its decisions in the step. Begins again and returns `false` if
  /// all orders have to be tried after all.
  func endRun(_ decisions: [Decision]) -> Bool {
    guard !(reductions.skipsCommutingOrders && hasCancelled) else {
      reductions.skipsCommutingOrders = false
      (visited, scripts) = ([], [[]])
      return false
    }
    let indices = decisions.map(\.index)
    for position in decisions.indices.dropFirst(script.count) where !settled.contains(position) {
      let all = distinct[position] ?? Array(decisions[position].choice.options.indices)
      let options = all.filter { $0 != indices[position] }
      scripts += options.reversed().map { indices[..<position] + [$0] }
    }
    return true
  }
}

/// The reductions of ``OrderSearch``.
package struct OrderReductions: Sendable {
  package var visitsSituationsOnce = true
  package var skipsCommutingOrders = true
}

/// The parts of effects whose interactions are known.
@usableFromInline
final class EffectParts {
  /// Whether the part that follows the history commutes with all others.
  var commutes: [EffectKey: Bool] = [:]

  @usableFromInline
  init() {}
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
  var throttled: [ReductionKey?] = []
  /// The effects whose actions are queued, in order.
  var queue: [Effect?] = []
  /// The effects of the ready tasks, in order.
  var ready: [Effect?] = []
  var hasStartedEffects = false
  var issues = 0
}
