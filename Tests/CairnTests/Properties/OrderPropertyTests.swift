import Cairn
import CairnSimulation
import Testing

/// The order of reductions against a queue: first in, first out.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct OrderPropertyTests {
  @Test func `whatever sends, and from wherever, actions are reduced first in, first out`() throws {
    try expect(
      Property(longest: 4, { .random(&$0, size: 2) }) { roots throws(Violation) in
        let nodes = numbered(roots)
        try require(reduced(nodes), queued(nodes), "the order is")
      })
  }
}

/// An action, and what is sent in the course of it.
private indirect enum Source: Sendable {
  /// A follow-up: an effect that sends at once.
  case followUp(Node)
  /// Asynchronous work that sends several actions, one after the other.
  case work([Node])
  /// Merged effects.
  case merge([Source])
}

private struct Node: Sendable {
  var number = 0
  var effects: [Source] = []
  /// Sent by the reducer, in the middle of the reduction.
  var nested: [Node] = []
  /// Sent by the observer, after the reduction.
  var inspected: [Node] = []

  static func random(_ random: inout SeededGenerator, size: Int) -> Node {
    guard size > 0 else { return Node() }
    func nodes(_ random: inout SeededGenerator) -> [Node] {
      (0..<random.pick(3)).map { _ in .random(&random, size: size - 1 - random.pick(2)) }
    }
    func sources(_ random: inout SeededGenerator, depth: Int) -> [Source] {
      (0..<random.pick(3)).map { _ in
        switch random.pick(depth > 0 ? 3 : 2) {
        case 0: .followUp(.random(&random, size: size - 1 - random.pick(2)))
        case 1: .work(nodes(&random))
        default: .merge(sources(&random, depth: depth - 1))
        }
      }
    }
    return Node(
      effects: sources(&random, depth: 2), nested: random.isOne(in: 3) ? nodes(&random) : [],
      inspected: random.isOne(in: 3) ? nodes(&random) : [])
  }
}

/// The nodes with a number each, so that their order can be told.
private func numbered(_ roots: [Node]) -> [Node] {
  var last = 0
  func numbered(_ node: Node) -> Node {
    last += 1
    return Node(
      number: last, effects: node.effects.map(numbered), nested: node.nested.map(numbered),
      inspected: node.inspected.map(numbered))
  }
  func numbered(_ source: Source) -> Source {
    switch source {
    case .followUp(let node): .followUp(numbered(node))
    case .work(let nodes): .work(nodes.map(numbered))
    case .merge(let sources): .merge(sources.map(numbered))
    }
  }
  return roots.map(numbered)
}

/// The order in which a store reduces: each root is sent, then all effects run to their end.
private func reduced(_ roots: [Node]) -> [Int] {
  let simulation = Simulation()
  var send: ((Node) -> Void)?
  let store = simulation.counted([Int]()) {
    Reduce<[Int], Node> { state, node in
      state.append(node.number)
      for node in node.nested { send?(node) }
      return .combining(node.effects)
    }
  }
  send = { [unowned store] in _ = store.send($0) }
  let observation = store.observe { [unowned store] event in
    for node in event.step?.action.inspected ?? [] { store.send(node) }
  }
  defer { observation.cancel() }
  for root in roots { store.send(root) }
  simulation.drain()
  return store.state
}

extension Effect<Node> {
  fileprivate static func combining(_ sources: [Source]) -> Effect {
    sources.reduce(.none) { effect, source in
      switch source {
      case .followUp(let node): .merge(effect, .send(node))
      case .work(let nodes):
        .merge(effect, .run(name: "work") { send in for node in nodes { await send(node) } })
      case .merge(let sources): .merge(effect, .combining(sources))
      }
    }
  }
}

/// The order of the rules: one queue, and effects that begin in their order once the queue is empty. An
/// effect continues after each of its actions is reduced with all follow-ups.
private func queued(_ roots: [Node]) -> [Int] {
  var order: [Int] = []
  var effects: [[Node]] = []
  func start(_ sources: [Source], _ queue: inout [Node]) {
    for source in sources {
      switch source {
      case .followUp(let node): queue.append(node)
      case .work(let nodes): effects.append(nodes)
      case .merge(let sources): start(sources, &queue)
      }
    }
  }
  func reduceAll(_ node: Node) {
    var queue = [node]
    while !queue.isEmpty {
      let node = queue.removeFirst()
      order.append(node.number)
      start(node.effects, &queue)
      queue += node.nested + node.inspected
    }
  }
  for root in roots { reduceAll(root) }
  while !effects.isEmpty {
    for node in effects.removeFirst() { reduceAll(node) }
  }
  return order
}
