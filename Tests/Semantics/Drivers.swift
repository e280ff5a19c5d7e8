import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Synchronization

/// A way to run a case.
struct Way: Sendable, CustomStringConvertible {
  let description: String
  /// Every which case is compared: the slower, the fewer.
  let stride: (gate: Int, sample: Int)
  /// The notes of a case, and those that the rules require; none if the case is not for this way.
  let run: @Sendable (Case) async -> (notes: [Note], expected: [Note])

  static let all = [
    Way(description: "a store of a simulation", stride: (1, 1999)) {
      ($0.simulated(), Model.visibleNotes(of: $0))
    },
    Way(description: "a store of the main actor", stride: (16, 2999)) {
      (await onMainActor($0, isImmediate: true), Model.visibleNotes(of: $0))
    },
    Way(description: "a store of the main actor, effects in tasks of their own", stride: (16, 2999))
    {
      (await onMainActor($0, isImmediate: false), Model.visibleNotes(of: $0))
    },
    Way(description: "a store of another actor", stride: (16, 2999)) {
      (await Owner().notes(of: $0), Model.visibleNotes(of: $0))
    },
    Way(description: "a trail, and the replay of its journal", stride: (64, 2_503)) { tested in
      let expected = Model.notes(of: tested)
      // An issue fails a trail, and a trail has no handles.
      if expected.contains(where: \.isIssue) || tested.script.contains(where: \.isCancellation) {
        return ([], [])
      }
      let visible = Model.visibleNotes(of: tested)
      return (
        tested.played(expected), visible.map(\.withoutEffects) + visible.compactMap(\.replayed)
      )
    },
  ]
}

extension Model {
  /// Without the dismissals, which no reducer sees.
  static func visibleNotes(of tested: Case) -> [Note] {
    notes(of: tested).filter { $0 != .dismissed }
  }
}

extension Note {
  /// Without the number of effects, which a way checks by itself.
  var withoutEffects: Note {
    guard case .settled(let time, let isPresent, let cancelled, _) = self else { return self }
    return .settled(at: time, isPresent: isPresent, cancelled: cancelled)
  }

  var isIssue: Bool { if case .issue = self { true } else { false } }

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
  convenience init(_ tested: Case, clock: VirtualClock) {
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
    let observation = store.observe { _ in clock.note() }
    defer { observation.cancel() }
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
