import Cairn
import CairnSimulation
import Testing

/// A store and its effects against a dictionary of effects.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct CancellationPropertyTests {
  @Test func `effects live as long as their place, their id and their store say`() throws {
    try expect(
      Property(longest: 8, StageOperation.random) { operations throws(Violation) in
        try StageBench.run(operations)
      })
  }
}

/// What the owner of the store does. A screen is counted back from the one that was pushed last,
/// so that actions for popped ones are sent as well.
private enum StageOperation {
  case sendToRoot([Deed])
  case sendToScreen(Int, [Deed])
  case sendToSheet(Int, [Deed])
  case collect, runJobs, drain, advanceToNext
  case advance(seconds: Int)

  static func random(_ random: inout SeededGenerator) -> StageOperation {
    switch random.pick(16) {
    case 0...3: .sendToRoot(Deed.list(&random))
    case 4...7: .sendToScreen(random.pick(3), Deed.list(&random))
    case 8...10: .sendToSheet(random.pick(3), Deed.list(&random))
    case 11: .collect
    case 12: .runJobs
    case 13: .drain
    case 14: .advanceToNext
    default: .advance(seconds: random.pick(5))
    }
  }

  var isDraining: Bool {
    switch self {
    case .drain, .advance, .advanceToNext: true
    case .sendToRoot, .sendToScreen, .sendToSheet, .collect, .runJobs: false
    }
  }
}

private enum StageBench {
  private typealias StageStore = Store<Stage.State, Stage.Action>

  /// Two screens, the upper one with a sheet.
  private static let start: [StageOperation] = [
    .sendToRoot([.change(.replaceAll(2)), .change(.setSheet(1, isThere: true))])
  ]

  static func run(_ operations: [StageOperation]) throws(Violation) {
    let effects = EffectCensus()
    let simulation = Simulation()
    weak var ended: StageStore?
    var violation: Violation?
    // Dismissals of the root and actions for screens that are gone are reported: not of interest.
    let ignore: @Sendable (RuntimeIssue) -> Void = { _ in }
    RuntimeIssue.$reporter.withValue(.init(ignore)) {
      let store = simulation.counted(Stage.State()) {
        Stage(clock: simulation.clock, effects: effects)
      }
      ended = store
      violation = firstViolation(operations, simulation, store, effects)
    }
    if let violation { throw violation }
    guard ended == nil else { throw Violation("the store is alive after its end") }
    simulation.drain()
    try require(Lives.current?.screens.number, 0, "the screens alive after the end are")
    try require(effects.living.number, 0, "the effects alive after the end are")
  }

  private static func firstViolation(
    _ operations: [StageOperation], _ simulation: Simulation, _ store: StageStore,
    _ effects: EffectCensus
  ) -> Violation? {
    var model = EffectsModel()
    var trace: [EffectsModel.Line] = []
    let observation = store.observe { event in
      event.step.map { trace.append(EffectsModel.Line($0)) }
    }
    defer { observation.cancel() }
    for operation in start + operations {
      apply(operation, to: &model, simulation, store)
      do throws(Violation) {
        for (line, expected) in zip(trace, model.trace) {
          try require(line, expected, "what came of an action was")
        }
        try require(trace.count, model.trace.count, "the number of actions was")
        trace = []
        model.forgetTrace()
        try check(store, effects, model, isDrained: operation.isDraining)
      } catch {
        return error
      }
    }
    return nil
  }

  private static func check(
    _ store: StageStore, _ effects: EffectCensus, _ model: EffectsModel, isDrained: Bool
  ) throws(Violation) {
    let screens = store.state.path.map {
      EffectsModel.Screen(number: $0.number, hasSheet: $0.sheet != nil)
    }
    try require(screens, model.screens, "the screens are")
    let alive = screens.count + screens.count { $0.hasSheet }
    try require(Lives.current?.screens.number, alive, "the screens and sheets alive are")
    try require(store.running.map(\.number), model.inFlight, "the effects in flight are")
    try require(store.isIdle, model.inFlight.isEmpty, "being idle is")
    try require(effects.begun.number, model.begun, "the effects that began are")
    // Until then a cancelled effect has not had the time to end.
    guard isDrained else { return }
    try require(effects.living.number, model.inFlight.count, "the effects alive are")
  }

  private static func apply(
    _ operation: StageOperation, to model: inout EffectsModel, _ simulation: Simulation,
    _ store: StageStore
  ) {
    switch operation {
    case .sendToRoot(let deeds):
      model.send(deeds, to: .root)
      store.send(.here(deeds))
    case .sendToScreen(let screen, let deeds), .sendToSheet(let screen, let deeds):
      let number = max(model.made - 1 - screen, 0)
      var (place, action) = (EffectsModel.Place.screen(number), Scene.Action.here(deeds))
      if case .sendToSheet = operation { (place, action) = (.sheet(number), .sheet(.here(deeds))) }
      model.send(deeds, to: place)
      store.send(.path(.element(id: store.state.given[number], action: action)))
    case .collect:
      store.drain()
    case .runJobs:
      model.runJobs()
      simulation.runJobs()
    case .drain:
      model.runJobs()
      simulation.drain()
    case .advance(let seconds):
      model.advance(by: seconds)
      simulation.advance(by: .seconds(seconds))
    case .advanceToNext:
      model.advanceToNext()
      simulation.advanceToNext()
    }
  }
}

extension EffectsModel.Line {
  fileprivate init(_ step: Step<Stage.Action>) {
    let effect: Int? =
      switch step.origin {
      case .owner, .replay: nil
      case .effect(_, let number): number
      }
    self.init(
      deeds: step.action.deeds, effect: effect, isReduced: step.outcome == .reduced,
      isDismissal: step.outcome == .dismissed,
      started: step.changes.started.map(\.number), cancelled: step.changes.cancelled,
      dropped: step.changes.dropped.map(\.deeds))
  }
}
