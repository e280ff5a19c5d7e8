import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import CairnTrail
import Synchronization
import Testing

/// The ways to run a case.
enum Way: String, CaseIterable, Sendable {
  case simulation = "a store of a simulation"
  case testStore = "a TestStore"
  case mainActor = "a store of the main actor"
  case mainActorLater = "a store of the main actor whose effects begin in tasks of their own"
  case actor = "a store of another actor"
  case trail = "a trail, and the replay of its journal"

  /// The notes of a case, and those that the rules require.
  func run(_ tested: Case) async -> (notes: [Note], expected: [Note]) {
    let expected = Model.notes(of: tested)
    let visible = expected.filter { $0 != .dismissed }
    let hasIssue = expected.contains { if case .issue = $0 { true } else { false } }
    switch self {
    case .simulation: return (tested.simulated(), visible)
    case .mainActor: return (await onMainActor(tested, isImmediate: true), visible)
    case .mainActorLater: return (await onMainActor(tested, isImmediate: false), visible)
    case .actor: return (await Owner().notes(of: tested), visible)
    // An issue fails a test, and so does an input for a handle in a trail.
    case .testStore where hasIssue: return ([], [])
    case .testStore: return (tested.asserted(expected), visible.map(\.withoutEffects))
    case .trail where hasIssue || tested.script.contains { $0.isCancellation }: return ([], [])
    case .trail:
      let replayed = visible.compactMap(\.replayed)
      return (tested.played(expected), visible.map(\.withoutEffects) + replayed)
    }
  }
}

extension Note {
  /// Without the number of effects, which a way checks by itself.
  fileprivate var withoutEffects: Note {
    guard case .settled(let time, let isPresent, let cancelled, _) = self else { return self }
    return .settled(at: time, isPresent: isPresent, cancelled: cancelled)
  }

  /// A replay reduces the actions again, without time.
  fileprivate var replayed: Note? {
    guard case .reduced(let act, at: _, let isPresent) = self else { return nil }
    return .reduced(act, at: 0, isPresent: isPresent)
  }
}

extension Store<Features.State, Features.Action> {
  fileprivate func settled(in world: World) {
    let foreground = running.count { !$0.isBackground }
    world.settled(
      isPresent: world.tested.place.isPresent(in: untrackedState),
      foreground: isIdle == (foreground == 0) ? foreground : nil)
  }
}

extension World {
  fileprivate convenience init(_ tested: Case, clock: VirtualClock) {
    self.init(tested, clock: clock) { Int(clock.now.offset.components.seconds) }
  }
}

// MARK: Stores

extension Case {
  fileprivate func simulated() -> [Note] {
    let simulation = Simulation()
    let world = World(self, clock: simulation.clock)
    RuntimeIssue.$reporter.withValue(world.reporter) {
      let store = simulation.store(Features.State()) { Features(world: world) }
      var handles: [SendTask] = []
      for event in events {
        if let act = event?.act {
          let handle = store.send(place.action(act))
          if act == .go { handles.append(handle) }
        }
        if event == .cancelFirst { handles.removeFirst().cancel() }
        if event == .cancelLast { handles.removeLast().cancel() }
        simulation.drain()
        if event == .time { simulation.advance(by: .seconds(Times.step)) }
        if event == nil { simulation.advance(by: .seconds(Times.end)) }
        store.settled(in: world)
      }
    }
    return world.notes
  }

  /// A store of an actor. Its effects in flight are its names.
  fileprivate func live(isolation: isolated any Actor, isGated: Bool = false) async -> [Note] {
    let clock = ManualClock(isGated: isGated)
    let world = World(self, clock: clock, manual: clock) { clock.seconds }
    await RuntimeIssue.$reporter.withValue(world.reporter) {
      await live(in: world, clock, isolation: isolation)
    }
    return world.notes
  }

  private func live(
    in world: World, _ clock: ManualClock, isolation: isolated any Actor
  ) async {
    let store = Store(Features.State(), isolation: isolation) { Features(world: world) }
    store.inspector = { _ in clock.note() }
    func settle() async {
      await clock.settle(isolation: isolation) { store.running.map(\.name) }
    }
    var handles: [SendTask] = []
    for event in events {
      if let act = event?.act {
        let handle = store.send(place.action(act))
        if act == .go { handles.append(handle) }
      }
      if event == .cancelFirst { handles.removeFirst().cancel() }
      if event == .cancelLast { handles.removeLast().cancel() }
      await settle()
      if event == nil || event == .time {
        let end = clock.seconds + (event == nil ? Times.end : Times.step)
        while clock.wake(upTo: end) { await settle() }
      }
      store.settled(in: world)
    }
    for handle in handles { await handle.finish() }
    await store.finish()
  }
}

@MainActor private func onMainActor(_ tested: Case, isImmediate: Bool) async -> [Note] {
  await EffectStart.$isImmediate.withValue(isImmediate) {
    await tested.live(isolation: MainActor.shared)
  }
}

/// An actor with a store. Its effects run in parallel, and begin one at a time.
private actor Owner {
  func notes(of tested: Case) async -> [Note] { await tested.live(isolation: self, isGated: true) }
}

// MARK: Tests

extension Case {
  /// A test that asserts the expected actions and states; the texts of its failures are notes.
  fileprivate func asserted(_ expected: [Note]) -> [Note] {
    let simulation = Simulation()
    let world = World(self, clock: simulation.clock)
    withKnownIssue(isIntermittent: true) {
      let store = TestStore(Features.State(), simulation: simulation) { Features(world: world) }
      test(store, in: world, expected)
      store.finish()
    } matching: { issue in
      world.note(.failed(issue.comments.map(\.rawValue).joined(separator: "\n")))
      return true
    }
    return world.notes
  }

  private func test(
    _ store: TestStore<Features.State, Features.Action>, in world: World, _ expected: [Note]
  ) {
    /// The state after an action, or after a dismissal; `nil` if it is the same.
    func change(_ act: Act?) -> ((inout Features.State) -> Void)? {
      var state = store.state
      world.muted {
        guard let act else { return place.dismiss(in: &state) }
        _ = Features(world: world).reduce(into: &state, action: place.action(act))
      }
      return state == store.state ? nil : { [state] in $0 = state }
    }
    var handles: [TestStoreTask<Features.State, Features.Action>] = []
    var expected = expected[...]
    for event in events {
      if let act = event?.act {
        let handle = store.send(place.action(act), change: change(act))
        if act == .go { handles.append(handle) }
        expected = expected.dropFirst()
      }
      if event == .cancelFirst { handles.removeFirst().cancel() }
      if event == .cancelLast { handles.removeLast().cancel() }
      if event == .time { store.advance(by: .seconds(Times.step)) }
      if event == nil { store.advance(by: .seconds(Times.end)) }
      while let note = expected.popFirst() {
        if case .reduced(let act, _, _) = note {
          store.receive(place.action(act), change: change(act))
        } else if note == .dismissed {
          store.receive(.dismissal, change: change(nil))
        } else if case .settled = note {
          break
        }
      }
      world.settled(isPresent: place.isPresent(in: store.state))
    }
  }
}

// MARK: Trails and journals

extension Case {
  /// A trail, and then the replay of its journal.
  fileprivate func played(_ expected: [Note]) -> [Note] {
    let start = SemanticsApp.Start(self)
    do {
      return try SemanticsApp.$start.withValue(start) { try played(expected, start) }
    } catch {
      return [.failed("\(error)")]
    }
  }

  private func played(_ expected: [Note], _ start: SemanticsApp.Start) throws -> [Note] {
    let counts = expected.compactMap { note in
      if case .settled(_, _, _, let foreground?) = note { foreground } else { nil }
    }
    let lines = zip(events, counts).map { event, count in
      let line = event?.act.map { "> \($0)" } ?? "@ \(event == nil ? Times.end : Times.step)s"
      return "\(line)\n? effects \(count)\n"
    }
    var text = ""
    var player = try TrailPlayer<SemanticsApp>(
      try Trail.parse(lines.joined(), file: "a.trail"),
      journal: JournalWriter(coding: ActionCoding()) { text += $0 })
    let world = start.world
    for _ in lines {
      player.play(upTo: 2)
      world?.settled(isPresent: player.screen.contains { $0.contains("present") })
    }
    player.playToEnd()
    var notes = world?.notes ?? []
    if let failure = player.failure { notes.append(.failed("\(failure)")) }
    let journal = try Journal(
      parsing: Array(text.utf8), file: "a.journal", of: SemanticsApp.self, coding: ActionCoding())
    var replay = try JournalPlayer<SemanticsApp>(journal)
    if let problem = replay.play(to: journal.count) { notes.append(.failed(problem)) }
    return notes + (start.world?.notes ?? [])
  }
}

/// The features as an app.
struct SemanticsApp: App {
  final class Start: Sendable {
    let tested: Case
    private let last = Mutex<World?>(nil)

    init(_ tested: Case) { self.tested = tested }

    var world: World? {
      get { last.withLock { $0 } }
      set { last.withLock { $0 = newValue } }
    }
  }

  @TaskLocal static var start: Start?
  static let name = "semantics"
  static let summary = "Returns an effect."
  static let properties: [AppProperty<Features.State>] = []

  let state = Features.State()
  let reducer: Features

  init(_ launch: Launch) throws(UsageError) {
    guard let start = Self.start, let clock = launch.clock as? VirtualClock else {
      throw UsageError("There is no case.")
    }
    reducer = Features(world: World(start.tested, clock: clock))
    start.world = reducer.world
  }

  func screens(of state: Features.State) -> [Screen<Features.Action>] {
    let place = reducer.world.tested.place
    return [
      Screen("case", "Case") {
        Text(place.isPresent(in: state) ? "present" : "removed")
        Button("go", place.action(.go))
        Button("stop", place.action(.stop))
        Button("toggle", place.action(.toggle))
      }
    ]
  }
}
