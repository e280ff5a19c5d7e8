import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail

/// The start of a run and the steps after it.
struct RunPrefix<State> {
  /// `nil` for the start of the app.
  var start: RunStart<State>?
  private(set) var choices: [Int] = []
  private(set) var steps: [AppStep] = []
  private(set) var times = PathSchedule()
  private(set) var schedule = NodeSchedule()

  /// - Parameter step: `nil` for the start of the app.
  mutating func take(_ step: AppStep?, _ nondeterminism: Nondeterminism) {
    choices += nondeterminism.decisions.map(\.index)
    guard let step else {
      times = PathSchedule(nondeterminism.timing)
      schedule = NodeSchedule(nondeterminism.timing)
      return
    }
    steps.append(step)
    times.take(nondeterminism.timing)
    schedule.take(nondeterminism.timing)
    schedule = schedule.present
  }

  /// The choices of the steps, followed by `others`, and the delays that the times require.
  func script(with others: [Int] = []) -> ScriptedChoices {
    ScriptedChoices(choices + others, delays: times.delays)
  }

  /// The time of the last step.
  var time: Duration { (start?.time ?? .zero) + times.time }

  /// Each step, after the wait before it that the times require.
  var stepsWithWaits: [[AppStep]] {
    zip(steps, times.waits).map { step, wait in
      if case .time = step { return [.time(wait)] }
      return wait == .zero ? [step] : [.time(wait), step]
    }
  }
}

/// A node without effects in flight, from which a run can start.
package struct RunStart<State> {
  let state: State
  let memory: WorldMemory.Snapshot
  let time: Duration
}

/// The decisions of a step that has several outcomes, and its effect on sleepers.
@usableFromInline
struct Nondeterminism: Hashable, Codable, Sendable {
  var decisions: [Decision] = []
  /// The effects that they chose, as ``AppRun/effects(chosenBy:)``, whose numbers differ between paths.
  var chosen: [String?] = []
  var timing = Timing()

  /// The decisions as a trail writes them.
  var choices: [DrawnChoice] {
    decisions.enumerated().map { position, decision in
      DrawnChoice(decision, of: position < chosen.count ? chosen[position] : nil)
    }
  }
}

/// A node with effects in flight, from which runs continue in the same simulation: the machine, and the
/// past of each effect. An effect begins again and repeats its past, alone; the reductions of the path are
/// not repeated.
final class ForkPoint<State: Hashable, Action: Sendable> {
  /// An effect in flight, and the index of its sleeper in the zone.
  typealias Effect = (past: EffectPast, sleeper: Int?)

  let machine: Machine<State, Action>
  /// The effects, in the order in which they begin again.
  let effects: [Effect]
  let log: EffectLog<State, Action>.Part
  /// The time of the last node without effects in flight.
  let startTime: Duration
  /// The stack generations that determine how the effects continue.
  let generations: [UInt64]
  /// The simulation whose clock and stand-ins the reducer has.
  let simulation: ObjectIdentifier

  init(
    machine: Machine<State, Action>, effects: [Effect], log: EffectLog<State, Action>.Part,
    startTime: Duration, generations: [UInt64], in simulation: ObjectIdentifier
  ) {
    self.simulation = simulation
    self.machine = machine
    self.effects = effects
    self.log = log
    self.startTime = startTime
    self.generations = generations
  }

  /// The same effects in flight in another state.
  func with(_ state: State) -> ForkPoint {
    var machine = machine
    machine.current = state
    return ForkPoint(
      machine: machine, effects: effects, log: log, startTime: startTime, generations: generations,
      in: simulation)
  }
}

/// One outcome of a step, under one sequence of decisions.
@usableFromInline
struct AppOutcome<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var node: SearchNode<State>
  @usableFromInline var nondeterminism: Nondeterminism?
  @usableFromInline var startedEffects = false
  @usableFromInline var issue: RuntimeIssue?
  /// The properties that a state after a reduction has violated.
  @usableFromInline var violated: [Int] = []
  /// The memory of stand-ins, if it contains stack generations.
  @usableFromInline var ownMemory: OwnMemory?
  /// The stack generations that determine how effects in flight continue.
  @usableFromInline var generations: [UInt64] = []
  /// The time of the clock after the step.
  @usableFromInline var time = Duration.zero
  /// The point from which runs continue, if effects are in flight and can be repeated, and no other node
  /// has it.
  var point: ForkPoint<State, Action>?
  /// Whether the path to the node leads to that point.
  var isOwnPoint = true
  /// The schedule after the step, if effects are in flight.
  var schedule: NodeSchedule?
  /// Whether the step was not taken at its earliest time.
  @usableFromInline var isLate = false
  /// The number of its ``UntimedNode``, once it was asked for.
  var untimed: Int?

  /// Whether the step decides a property by itself, whichever node it leads to.
  @inlinable var decides: Bool { issue != nil || !violated.isEmpty }

  @usableFromInline var readsClock: Bool { nondeterminism?.timing.reading != nil }

  @inlinable
  init(node: SearchNode<State>, ownMemory: OwnMemory?) {
    self.node = node
    self.ownMemory = ownMemory
  }
}

/// The memory of stand-ins at a node that equals the memory at other nodes, but for stack generations.
@usableFromInline
struct OwnMemory {
  let contents: WorldMemory.Snapshot
  @usableFromInline let generations: [UInt64]
}
