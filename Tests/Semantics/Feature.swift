import Cairn
import CairnApp
import Synchronization

/// The world of one run: the effect, its clock, and what is observed.
final class World: Sendable {
  struct Notes {
    var notes: [Note] = []
    var cancelled: [Leaf] = []
    var isMuted = false
  }

  let tested: Case
  let clock: any Clock<Duration>
  /// The clock of a store that runs in real time; `nil` in a simulation.
  let manual: ManualClock?
  /// The time in seconds.
  let time: @Sendable () -> Int
  private let contents = Mutex(Notes())

  init(
    _ tested: Case, clock: any Clock<Duration>, manual: ManualClock? = nil,
    time: @escaping @Sendable () -> Int
  ) {
    (self.tested, self.clock, self.manual, self.time) = (tested, clock, manual, time)
  }

  var notes: [Note] { contents.withLock { $0.notes } }

  func note(_ note: Note) { contents.withLock { if !$0.isMuted { $0.notes.append(note) } } }

  /// Runs a reducer without notes.
  func muted(_ body: () -> Void) {
    contents.withLock { $0.isMuted = true }
    body()
    contents.withLock { $0.isMuted = false }
  }

  func noteCancellation(of leaf: Leaf) { contents.withLock { $0.cancelled.append(leaf) } }

  func settled(isPresent: Bool, foreground: Int? = nil) {
    let cancelled = contents.withLock { contents in
      defer { contents.cancelled = [] }
      return contents.cancelled.sorted()
    }
    note(
      .settled(at: time(), isPresent: isPresent, cancelled: cancelled, foreground: foreground))
  }

  var reporter: RuntimeIssue.Reporter {
    RuntimeIssue.Reporter { [self] issue in
      note(
        .issue(
          issue.message.contains("is for a screen that is not there")
            ? .undelivered
            : issue.message.contains("can dismiss it")
              ? .undismissable : issue.message.contains("Failure()") ? .thrown : .other))
    }
  }
}

struct Failure: Error {}

// MARK: The feature

struct Feature: Reducer {
  struct State: Hashable {
    var gos = 0
    var heard = 0
  }

  let world: World

  func reduce(into state: inout State, action: Act) -> Effect<Act> {
    switch action {
    case .go:
      state.gos += 1
      return world.effect(of: world.tested.tree, Leaf(go: state.gos, path: 1))
    case .stop: return .cancel(id: ID.x)
    case .said, .toggle: state.heard += 1
    case .chained(let leaf):
      state.heard += 1
      return world.work(
        [.sleep, .send], catches: false, Leaf(go: leaf.go, path: -leaf.path))
    }
    return .none
  }
}

extension World {
  /// The effect of a tree.
  func effect(of tree: Tree, _ leaf: Leaf) -> Effect<Act> {
    func inside(_ tree: Tree, _ side: Int = 0) -> Effect<Act> {
      effect(of: tree, Leaf(go: leaf.go, path: 2 * leaf.path + side))
    }
    switch tree {
    case .none, .pause: return .none
    case .send: return .send(.said(leaf, 0))
    case .chain: return .send(.chained(leaf))
    case .run(let steps, let catches): return work(steps, catches: catches, leaf)
    case .cancel(let id): return .cancel(id: id)
    case .dismiss: return .dismiss
    case .joined(.merge, let one, let other): return .merge(inside(one), inside(other, 1))
    case .joined(.concatenate, let one, let other):
      return .concatenate(inside(one), inside(other, 1))
    case .modified(let modifier, let tree):
      let effect = inside(tree)
      switch modifier {
      case .cancellable(let id, let cancelInFlight):
        return effect.cancellable(id: id, cancelInFlight: cancelInFlight)
      case .debounced(let id):
        return effect.debounced(id: id, for: .seconds(Times.pause(id)), on: clock)
      case .throttled(let id, let latest):
        let window = Duration.seconds(Times.window(id))
        return effect.throttled(id: id, for: window, on: clock, latest: latest)
      case .background: return effect.background
      case .shielded: return effect.shielded
      }
    }
  }

  func work(_ steps: [Tree.Step], catches: Bool, _ leaf: Leaf) -> Effect<Act> {
    let name = "\(leaf)"
    guard catches else { return .run(name: name) { try await self.perform(steps, leaf, $0) } }
    return .run(name: name) {
      try await self.perform(steps, leaf, $0)
    } catch: { _, send in
      await send(.said(leaf, 0))
    }
  }

  private nonisolated(nonsending) func perform(
    _ steps: [Tree.Step], _ leaf: Leaf, _ send: Send<Act>
  ) async throws {
    try await manual?.begin("\(leaf)")
    defer { manual?.end() }
    note(.begins(leaf, at: time()))
    var said = 0
    for step in steps {
      switch step {
      case .send:
        await send(.said(leaf, said))
        said += 1
      case .sleep, .nap:
        do {
          try await sleep()
        } catch {
          noteCancellation(of: leaf)
          if step == .sleep { throw error }
        }
      case .fail: throw Failure()
      }
    }
  }

  private nonisolated(nonsending) func sleep() async throws {
    if let manual { return try await manual.sleep(for: Times.sleep) }
    try await clock.sleep(for: .seconds(Times.sleep))
  }
}

// MARK: The tree of features

/// A root with a child, an optional child and a stack. The feature is one of them; the others do nothing.
struct Features: Reducer {
  struct State: Hashable {
    var own = Feature.State()
    var child = Feature.State()
    var sheet: Feature.State? = Feature.State()
    var path: StackState<Feature.State> = [Feature.State(), Feature.State()]
    /// The number of features that were presented.
    var made = 0
  }

  enum Action: Codable, Hashable {
    case own(Act)
    case child(Act)
    case sheet(Act)
    case path(StackAction<Act>)
    case toggle

    var act: Act {
      switch self {
      case .own(let act), .child(let act), .sheet(let act), .path(.element(id: _, action: let act)):
        act
      case .toggle: .toggle
      }
    }
  }

  let world: World

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Feature(world: world) }
    Reduce { state, action in
      var effect = Effect<Action>.none
      switch action {
      case .own(let act):
        effect = Feature(world: world).reduce(into: &state.own, action: act).map { .own($0) }
      case .toggle:
        world.tested.place.toggle(in: &state)
        effect = .cancel(id: ID.x)
      case .child, .sheet, .path: break
      }
      world.note(
        .reduced(
          action.act, at: world.time(), isPresent: world.tested.place.isPresent(in: state)))
      return effect
    }
    .ifLet(\.sheet, .sheet) { Feature(world: world) }
    .forEach(\.path, .path) { Feature(world: world) }
  }
}

extension Place {
  func isPresent(in state: Features.State) -> Bool {
    switch self {
    case .root, .child: true
    case .sheet: state.sheet != nil
    case .screen: !state.path.isEmpty
    }
  }

  /// Removes the feature, or presents it anew. The root and the child stay, and the sheet goes.
  func toggle(in state: inout Features.State) {
    let isPresent = self == .screen ? !state.path.isEmpty : state.sheet != nil
    if !isPresent { state.made += 1 }
    let new = Feature.State(gos: 10 * state.made)
    if self == .screen {
      if isPresent { state.path.popToRoot() } else { state.path = [new, Feature.State()] }
    } else {
      state.sheet = isPresent ? nil : new
    }
  }

  /// Removes the feature.
  func dismiss(in state: inout Features.State) {
    if self == .sheet { state.sheet = nil }
    if self == .screen { state.path.popToRoot() }
  }

  /// An action for the feature. The bottom screen has the id 0.
  func action(_ act: Act) -> Features.Action {
    if act == .toggle { return .toggle }
    return switch self {
    case .root: .own(act)
    case .child: .child(act)
    case .sheet: .sheet(act)
    case .screen: .path(.element(id: 0, action: act))
    }
  }
}

extension CasePath<Features.Action, Act> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
  static var sheet: Self { Self(Root.sheet) { if case .sheet(let x) = $0 { x } else { nil } } }
}

extension CasePath<Features.Action, StackAction<Act>> {
  static var path: Self { Self(Root.path) { if case .path(let x) = $0 { x } else { nil } } }
}
