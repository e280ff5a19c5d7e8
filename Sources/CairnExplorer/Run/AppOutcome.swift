import Cairn
import CairnApp
import CairnSimulation

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

  /// Whether the step read the clock.
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
