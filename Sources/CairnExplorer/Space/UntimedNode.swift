import Cairn
import CairnApp
import CairnModel

/// The nodes that differ only in their zones, and whose sleepers began to sleep in the same order.
///
/// A step that is possible from several of them has the same outcomes, apart from the zones, unless it reads
/// the clock.
struct UntimedNode<State: Hashable & SendableMetatype, Action: Sendable> {
  struct Step: Hashable {
    /// The number of the step; `nil` if time passes.
    let number: UInt32?
    let wakes: [Int]
  }

  var indices: [Int] = []
  /// The point from which runs continue; `nil` if the path has to be repeated.
  var point: ForkPoint<State, Action>?
  /// The node whose path leads to that point; `nil` if it is not one of these.
  var owner: Int?
  /// The memory of stand-ins at that point, if it contains stack generations.
  var ownMemory: OwnMemory?
  /// The outcomes of the steps that were taken from one of the nodes.
  var outcomes: [Step: [AppOutcome<State, Action>]] = [:]
}

struct UntimedNodes<State: Hashable & SendableMetatype, Action: Sendable> {
  private struct Key: Hashable {
    let node: SearchNode<State>
    /// The sleepers, in the order in which they began to sleep.
    let order: [Int]
  }

  private var numbers: [Key: Int] = [:]
  private var nodes: [UntimedNode<State, Action>] = []

  subscript(number: Int) -> UntimedNode<State, Action> {
    get { nodes[number] }
    _modify { yield &nodes[number] }
  }

  mutating func number(of outcome: inout AppOutcome<State, Action>) -> Int {
    if let known = outcome.untimed { return known }
    let key = Key(node: outcome.node.untimed, order: outcome.schedule?.order ?? [])
    let number = numbers.number(of: key)
    if number == nodes.count { nodes.append(UntimedNode()) }
    outcome.untimed = number
    return number
  }

  mutating func dropPoints() {
    for number in nodes.indices { nodes[number].point = nil }
  }
}

/// An outcome of a step, apart from the time of the step.
struct UntimedOutcome<State: Hashable & SendableMetatype>: Hashable {
  let node: SearchNode<State>
  let timing: Timing
}

/// The distinct outcomes of a step.
struct KnownOutcomes<State: Hashable & SendableMetatype> {
  /// Whether one of these outcomes has started effects.
  private var haveStarted: [UntimedOutcome<State>: Bool] = [:]

  /// Whether an outcome differs from those before it, or decides a property.
  mutating func isNew<Action>(
    _ outcome: AppOutcome<State, Action>, as identity: UntimedOutcome<State>
  ) -> Bool {
    let known = haveStarted[identity]
    haveStarted[identity] = known == true || outcome.startedEffects
    return outcome.decides || known == nil || known == false && outcome.startedEffects
  }
}

/// A node with effects in flight that is not expanded yet.
@usableFromInline
struct UnexpandedNode<State: Hashable & SendableMetatype, Action: Sendable> {
  let schedule: NodeSchedule
  /// The number of its ``UntimedNode``.
  let untimed: Int
  /// The point from which its own runs continue, if the app reads the clock.
  var point: ForkPoint<State, Action>?
}

extension AppSearch {
  /// Stores how runs continue at a new node with effects in flight.
  @usableFromInline
  mutating func keep(_ outcome: inout Outcome, at index: Int) {
    let number = untimed.number(of: &outcome)
    unexpanded[index] = outcome.schedule.map {
      UnexpandedNode(
        schedule: $0, untimed: number,
        point: keepsOwnPoints && outcome.isOwnPoint ? outcome.point : nil)
    }
    untimed[number].indices.append(index)
    if let point = outcome.point, untimed[number].point == nil {
      untimed[number].point = point
      untimed[number].owner = outcome.isOwnPoint ? index : nil
      untimed[number].ownMemory = outcome.ownMemory
    }
  }

  /// Takes the state and the memory of the point from which runs continue at a node. They can differ in their
  /// stack generations, which the effects know.
  @usableFromInline
  mutating func takePoint(at index: Int) {
    guard let waiting = unexpanded[index], waiting.point == nil else { return }
    let known = untimed[waiting.untimed]
    guard let point = known.point, known.owner != index else { return }
    let node = map.space.states[index]
    map.space.states[index] = SearchNode(
      state: point.machine.current, memory: node.memory, inFlight: node.inFlight, zone: node.zone,
      ids: node.ids)
    map.ownMemories[index] = known.ownMemory
  }

  /// A node that contains all times of an outcome and does not differ from it otherwise.
  @usableFromInline
  mutating func covering(_ outcome: inout Outcome) -> Int? {
    guard model.reductions.coversTimes else { return nil }
    let zone = map.zones[outcome.node.zone]
    return untimed[untimed.number(of: &outcome)].indices.first {
      map.zones[map.space.states[$0].zone].covers(zone)
    }
  }

  /// Whether each node has a point of its own: the time that passed on the path to another node is another one.
  var keepsOwnPoints: Bool { !model.reductions.coversTimes }

  /// The outcomes of a step that was taken from another one of the nodes that differ only in their zones.
  mutating func known(_ step: AppStep, waking wakes: [Int], at index: Int) -> [Outcome]? {
    guard let node = unexpanded[index],
      let known = untimed[node.untimed].outcomes[untimedStep(step, waking: wakes)]
    else { return nil }
    return known.map { outcome in
      guard let nondeterminism = outcome.nondeterminism else { return outcome }
      var (outcome, schedule) = (outcome, node.schedule)
      schedule.take(nondeterminism.timing)
      if outcome.node.isIdle {
        if map.space.index(of: outcome.node) == nil {
          outcome.time = time(after: step, nondeterminism, from: index)
        }
      } else {
        outcome.schedule = schedule.present
        outcome.node.zone = map.zones.number(of: schedule.zone)
      }
      return outcome
    }
  }

  /// Notes the outcomes of a step for the nodes that differ only in their zones.
  mutating func note(
    _ outcomes: [Outcome], of step: AppStep, waking wakes: [Int], at index: Int
  ) {
    guard limit == nil, step != .restart else { return }
    let outcomes = outcomes.map { outcome in
      var outcome = outcome
      (outcome.point, outcome.schedule) = (nil, nil)
      return outcome
    }
    let step = untimedStep(step, waking: wakes)
    if let node = unexpanded[index] { untimed[node.untimed].outcomes[step] = outcomes }
  }

  private func untimedStep(
    _ step: AppStep, waking wakes: [Int]
  ) -> UntimedNode<State, A.Root.Action>.Step {
    let number = step.isTime ? nil : map.graph.steps.numbers[step]
    return UntimedNode.Step(number: number, wakes: wakes)
  }
}

extension Sequence<Bound?> {
  /// Whether the zone with these bounds contains all times of another zone: none of its bounds is tighter.
  func covers(_ zone: some Sequence<Bound?>) -> Bool {
    zip(self, zone).allSatisfy { bound, other in
      guard let bound else { return true }
      return other.map { $0 <= bound } ?? false
    }
  }
}
