/// An effect as a value, which the model interprets and from which the engine's effect is made.
indirect enum Tree: Hashable, Sendable, CustomStringConvertible {
  enum Step { case send, sleep, nap, fail }

  case none
  case send
  /// Sends an action that returns work of its own.
  case chain
  /// Work with these steps. `nap` is a sleep after which the work continues although it was cancelled.
  case run([Step], catches: Bool)
  /// The pause of a debounced effect, for the model alone.
  case pause(ID)
  case cancel(ID)
  case dismiss
  case joined(Join, Tree, Tree)
  case modified(Modifier, Tree)

  var description: String {
    switch self {
    case .none: "none"
    case .send: "send"
    case .chain: "chain"
    case .cancel(let id): "cancel(\(id))"
    case .dismiss: "dismiss"
    case .pause(let id): "pause(\(id))"
    case .run(let steps, let catches):
      "run(\(steps.map { "\($0)" }.joined(separator: " "))\(catches ? " catch" : ""))"
    case .joined(let join, let one, let other): "\(join)(\(one), \(other))"
    case .modified(let modifier, let tree): "\(tree).\(modifier)"
    }
  }

  enum Join { case merge, concatenate }

  enum Modifier: Hashable, CustomStringConvertible {
    case cancellable(ID, cancelInFlight: Bool)
    case debounced(ID)
    case throttled(ID, latest: Bool)
    case background, shielded

    var description: String {
      switch self {
      case .cancellable(let id, let cancelInFlight):
        "cancellable(\(id)\(cancelInFlight ? ", in flight" : ""))"
      case .debounced(let id): "debounced(\(id))"
      case .throttled(let id, let latest): "throttled(\(id)\(latest ? ", latest" : ""))"
      case .background: "background"
      case .shielded: "shielded"
      }
    }

    var id: ID? {
      switch self {
      case .cancellable(let id, _), .debounced(let id), .throttled(let id, _): id
      case .background, .shielded: nil
      }
    }
  }
}

enum ID: Hashable, Sendable { case x, y }

/// A leaf of a tree, by the path to it (1, and then 0 for the left and 1 for the right, in binary), and the
/// number of the action that returned the tree.
struct Leaf: Hashable, Codable, Comparable, CustomStringConvertible {
  let go: Int
  let path: Int

  static func < (one: Leaf, other: Leaf) -> Bool { (one.go, one.path) < (other.go, other.path) }
  var description: String { "\(go).\(path)" }
}

/// An action of the feature that returns the tree.
enum Act: Hashable, Codable, CustomStringConvertible {
  case go
  case stop
  case said(Leaf, Int)
  case chained(Leaf)
  /// An action of the parent: removes the feature, or presents it anew.
  case toggle

  var description: String {
    switch self {
    case .go: "go"
    case .stop: "stop"
    case .said(let leaf, let number): "said \(leaf) #\(number)"
    case .chained(let leaf): "chained \(leaf)"
    case .toggle: "toggle"
    }
  }
}

/// Where the feature is: the root, a child of a `Scope`, an optional child, or an element of a stack.
enum Place: Int, CaseIterable, Sendable {
  case root, child, sheet, screen

  var isRemovable: Bool { self == .sheet || self == .screen }
}

/// An event of a script, after a first `go`.
enum Event: String, CaseIterable, Sendable, CustomStringConvertible {
  case again, stop, time, toggle
  case cancelFirst = "cancel the first handle"
  case cancelLast = "cancel the last handle"

  var description: String { rawValue }
}

/// The times of a script, in seconds. Timers that begin at one time never end at one time, so that their order
/// is not a question.
enum Times {
  static let (step, sleep, end) = (4, 6, 60)

  static func pause(_ id: ID) -> Int { id == .x ? 3 : 2 }
  static func window(_ id: ID) -> Int { id == .x ? 5 : 7 }
}

/// An effect, its place and what happens to it.
struct Case: Sendable, CustomStringConvertible {
  var tree: Tree
  let place: Place
  var script: [Event]

  var description: String { "\(tree)\n  in the \(place), then \(script)" }
}

extension Event {
  var isCancellation: Bool { self == .cancelFirst || self == .cancelLast }

  /// The action of the event.
  var act: Act? {
    switch self {
    case .again: .go
    case .stop: .stop
    case .toggle: .toggle
    case .time, .cancelFirst, .cancelLast: nil
    }
  }
}

extension Case {
  /// A first `again`, the script, and `nil` for the time after it.
  var events: [Event?] { [.again] + script + [nil] }
}

/// What can be observed of a case.
enum Note: Equatable, CustomStringConvertible {
  case reduced(Act, at: Int, isPresent: Bool)
  case dismissed
  case begins(Leaf, at: Int)
  case issue(Problem)
  /// The failure of a test or a trail.
  case failed(String)
  /// After an event: the operations that have noticed their cancellation since the last one.
  case settled(
    at: Int, isPresent: Bool, cancelled: [Leaf], foreground: Int? = nil)

  var description: String {
    switch self {
    case .reduced(let act, let time, let isPresent):
      "\(time): \(act)\(isPresent ? "" : ", removed")"
    case .dismissed: "dismissed"
    case .begins(let leaf, let time): "\(time): \(leaf) begins"
    case .issue(let problem): "reports \(problem)"
    case .failed(let text): "fails: \(text)"
    case .settled(let time, let isPresent, let cancelled, let foreground):
      "\(time): -- \(isPresent ? "present" : "removed"), cancelled \(cancelled), in flight"
        + " \(foreground.map(String.init) ?? "?")"
    }
  }
}

enum Problem { case undelivered, undismissable, thrown, other }

// MARK: All trees and scripts, the small ones first

extension Tree {
  static let runs: [[Step]] = [
    [], [.send], [.sleep], [.send, .send], [.sleep, .send], [.send, .sleep],
    [.send, .sleep, .send],
    [.sleep, .send, .send], [.send, .send, .sleep], [.nap, .send], [.fail],
  ]

  static func leaves(_ id: ID) -> [Tree] {
    [.none, .send, .chain, .cancel(id), .dismiss] + runs.map { .run($0, catches: false) }
      + [.run([.sleep, .fail], catches: true)]
  }

  static func modifiers(_ id: ID) -> [Modifier] {
    [
      .cancellable(id, cancelInFlight: false), .cancellable(id, cancelInFlight: true),
      .debounced(id), .throttled(id, latest: false), .throttled(id, latest: true), .background,
      .shielded,
    ]
  }

  /// Every tree of a number of nodes.
  static func all(_ count: Int) -> [Tree] {
    guard count > 1 else { return leaves(.x) }
    var trees = all(count - 1).flatMap { tree in modifiers(.x).map { Tree.modified($0, tree) } }
    for left in 1..<max(count - 1, 1) {
      for one in all(left) {
        for other in all(count - 1 - left) {
          trees.append(.joined(.merge, one, other))
          trees.append(.joined(.concatenate, one, other))
        }
      }
    }
    return trees
  }

  /// A random tree of a number of nodes, with two ids.
  static func random(_ count: Int, _ generator: inout some RandomNumberGenerator) -> Tree {
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &generator)]
    }
    let id = pick([ID.x, .y])
    if count == 1 { return pick(leaves(id)) }
    if count == 2 || pick([true, false]) {
      return .modified(pick(modifiers(id)), random(count - 1, &generator))
    }
    let left = Int.random(in: 1...count - 2, using: &generator)
    return .joined(
      pick([.merge, .concatenate]), random(left, &generator), random(count - 1 - left, &generator))
  }

  /// Smaller trees.
  var parts: [Tree] {
    switch self {
    case .none: []
    case .send: [.none]
    case .chain, .run, .pause, .cancel, .dismiss: [.none, .send]
    case .joined(let join, let one, let other):
      [one, other] + one.parts.map { .joined(join, $0, other) }
        + other.parts.map { .joined(join, one, $0) }
    case .modified(let modifier, let tree): [tree] + tree.parts.map { .modified(modifier, $0) }
    }
  }

  /// Whether it is an effect of nothing.
  var isNone: Bool {
    switch self {
    case .none: true
    case .send, .chain, .run, .pause, .cancel, .dismiss: false
    case .joined(_, let one, let other): one.isNone && other.isNone
    // These two cancel their id.
    case .modified(.cancellable(_, cancelInFlight: true), _), .modified(.debounced, _): false
    case .modified(_, let tree): tree.isNone
    }
  }

  /// Whether it dismisses the feature within the reduction.
  var dismisses: Bool {
    switch self {
    case .none, .send, .chain, .run, .pause, .cancel: false
    case .dismiss: true
    case .joined(.merge, let one, let other): one.dismisses || other.dismisses
    case .joined(.concatenate, let one, let other): one.isNone ? other.dismisses : one.dismisses
    case .modified(.debounced, _), .modified(.throttled, _): false
    case .modified(_, let tree): tree.dismisses
    }
  }

  /// The rest after a cancellation of an id.
  func without(_ id: ID) -> Tree {
    switch self {
    case .none, .send, .chain, .run, .pause, .cancel, .dismiss: self
    case .joined(let join, let one, let other): .joined(join, one.without(id), other.without(id))
    // `.none.debounced(id: x, …)` is `.cancel(id: x)`, and stays. The pause of an effect that is cancelled stays.
    case .modified(.debounced(let own), let tree) where tree.isNone || own != id:
      tree.isNone || !tree.without(id).isNone
        ? .modified(.debounced(own), tree.without(id))
        : .modified(.cancellable(own, cancelInFlight: true), .pause(own))
    case .modified(let modifier, let tree):
      modifier.id == id ? .none : .modified(modifier, tree.without(id))
    }
  }
}

extension Case {
  /// Every script up to a number of events. A handle can be cancelled once.
  static func scripts(_ count: Int) -> [[Event]] {
    var scripts: [[Event]] = [[]]
    var last = scripts
    for _ in 0..<count {
      last = last.flatMap { script in
        let handles =
          1 + script.count { $0 == .again }
          - script.count { $0 == .cancelFirst || $0 == .cancelLast }
        let events = Event.allCases.filter { event in
          handles > (event == .cancelFirst ? 0 : event == .cancelLast ? 1 : -1)
        }
        return events.map { script + [$0] }
      }
      scripts += last
    }
    return scripts
  }

  /// Smaller cases.
  var parts: [Case] {
    script.indices.map { index in
      var part = self
      part.script.remove(at: index)
      return part
    }
      + tree.parts.map { tree in
        var part = self
        part.tree = tree
        return part
      }
  }
}
