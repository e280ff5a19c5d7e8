import Cairn
import CairnSimulation
import TestSupport
import Testing

/// The laws of the page "Effects", on all that can be observed: which actions arrive when, which
/// work begins, ends and is cancelled, and when the store is idle.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct EffectLawTests {
  /// One effect of each kind. Of several in one test each has a number of its own.
  enum Sample: CaseIterable {
    case none, send, work, input, named, replacing, cancel, background, shielded, merged,
      inSequence, throttled

    func effect(_ number: Int, _ clock: any Clock<Duration>) -> Effect<String> {
      let work = Effect<String>.run(name: "work \(number)") { send in
        try await clock.sleep(for: .seconds(number))
        await send("done \(number)")
      }
      let said = Effect.send("said \(number)")
      return switch self {
      case .none: .none
      case .send: said
      case .work: work
      case .input:
        .run(name: "work \(number)", input: number) { number, send in
          try await clock.sleep(for: .seconds(number))
          await send("done \(number)")
        }
      case .named: work.cancellable(id: "it")
      case .replacing: work.cancellable(id: "it", cancelInFlight: true)
      case .cancel: .cancel(id: "it")
      case .background: work.background
      case .shielded: work.shielded
      case .merged: .merge(work, said)
      case .inSequence: .concatenate(said, work)
      case .throttled: work.throttled(id: "window", for: .seconds(6), on: clock, latest: true)
      }
    }
  }

  @Test func `work with an input is like work that captures it`() throws {
    struct Down: Error { let reason: String }
    try requireSame({ Sample.input.effect(2, $0) }, { Sample.work.effect(2, $0) })
    let trace = trace { _ in
      .run(name: "work", input: "down") { reason, _ in
        throw Down(reason: reason)
      } catch: {
        await $1("\($0)")
      }
    }
    #expect(trace.contains { $0.contains("Down(reason: \"down\")") }, "\(trace)")
  }

  private let joins: [([Effect<String>]) -> Effect<String>] = [
    Effect<String>.merge, Effect<String>.concatenate,
  ]

  private typealias Make = (any Clock<Duration>) -> Effect<String>

  /// Starts work named "it" and a throttled effect, then the effect, and two seconds and a half later
  /// cancels "it".
  private func trace(_ make: Make) -> [String] {
    let simulation = Simulation()
    let effect = make(simulation.clock)
    let before = Effect.merge(
      Sample.named.effect(4, simulation.clock), Sample.throttled.effect(5, simulation.clock))
    let store = simulation.counted(0) {
      Reduce<Int, String> { state, action in
        state += 1
        return switch action {
        case "before": before
        case "start": effect
        case "cancel": .cancel(id: "it")
        default: .none
        }
      }
    }
    let log = Log()
    let observation = store.observe { event in
      let changes = event.changes
      let what =
        switch event {
        case .step(let step): step.action
        case .finished(let ended, _): "\(ended.name) ends"
        case .cancelled: "cancelled"
        }
      log.note(
        "\(simulation.clock.now.offset): \(what), begins \(changes.started.map(\.name)),"
          + " cancels \(changes.cancelled), drops \(changes.dropped)")
    }
    defer { observation.cancel() }
    store.send("before")
    store.send("start")
    log.note(store.isIdle ? "idle" : "busy")
    simulation.advance(by: .milliseconds(2500))
    store.send("cancel")
    log.note(store.isIdle ? "idle" : "busy")
    simulation.advance(by: .seconds(30))
    #expect(store.running.isEmpty)
    return log.all
  }

  private func requireSame(_ left: Make, _ right: Make, _ samples: Sample...) throws {
    try #require(trace(left) == trace(right), "\(samples)")
  }

  @Test(arguments: Sample.allCases)
  func `nothing is neutral in merge and concatenate, on both sides`(sample: Sample) throws {
    for join in joins {
      try requireSame({ join([.none, sample.effect(1, $0)]) }, { sample.effect(1, $0) }, sample)
      try requireSame({ join([sample.effect(1, $0), .none]) }, { sample.effect(1, $0) }, sample)
      try requireSame({ _ in join([]) }, { _ in .none })
    }
    try requireSame({ .none.merged(with: sample.effect(1, $0)) }, { sample.effect(1, $0) }, sample)
    try requireSame({ sample.effect(1, $0).merged(with: .none) }, { sample.effect(1, $0) }, sample)
  }

  @Test func `every operator adds no work to none`() throws {
    let laws: [(Make, Make)] = [
      ({ _ in Effect<Int>.none.map { "\($0)" } }, { _ in .none }),
      ({ _ in .none.cancellable(id: "it") }, { _ in .none }),
      ({ _ in .none.cancellable(id: "it", cancelInFlight: true) }, { _ in .cancel(id: "it") }),
      ({ .none.debounced(id: "it", for: .seconds(1), on: $0) }, { _ in .cancel(id: "it") }),
      (
        { .none.throttled(id: "window", for: .seconds(6), on: $0, latest: true) },
        { _ in .none }
      ),
      (
        { .none.throttled(id: "other", for: .seconds(6), on: $0, latest: false) },
        { _ in .none }
      ),
      ({ _ in .none.background }, { _ in .none }),
      ({ _ in .none.shielded }, { _ in .none }),
    ]
    for (left, right) in laws { try requireSame(left, right, .none) }
  }

  /// The program `semantics` compares trees of up to five nodes with the rules. Here, each two of the places have all
  /// pairs.
  @Test(.gate, arguments: Sample.allCases.indices)
  func `merge and concatenate are associative`(row: Int) throws {
    let all = Sample.allCases
    for column in all.indices {
      let (first, second, third) = (all[row], all[column], all[(row + column) % all.count])
      for join in joins {
        try requireSame(
          { join([join([first.effect(1, $0), second.effect(2, $0)]), third.effect(3, $0)]) },
          { join([first.effect(1, $0), join([second.effect(2, $0), third.effect(3, $0)])]) },
          first, second, third)
      }
    }
  }

  @Test(arguments: Sample.allCases)
  func `map keeps the effect, and two maps are the map of both`(sample: Sample) throws {
    try requireSame({ sample.effect(1, $0).map { $0 } }, { sample.effect(1, $0) })
    try requireSame(
      { sample.effect(1, $0).map { $0 + "!" }.map { $0 + "?" } },
      { sample.effect(1, $0).map { $0 + "!" + "?" } })
  }

  @Test(arguments: Sample.allCases)
  func `map goes into merge and concatenate`(first: Sample) throws {
    for second in Sample.allCases {
      for join in joins {
        try requireSame(
          { join([first.effect(1, $0), second.effect(2, $0)]).map { $0 + "!" } },
          { join([first.effect(1, $0).map { $0 + "!" }, second.effect(2, $0).map { $0 + "!" }]) },
          first, second)
      }
    }
  }

  @Test(arguments: Sample.allCases.filter { $0 != .replacing })
  func `an id given to a merge is given to each of its effects`(first: Sample) throws {
    for second in Sample.allCases where second != .replacing {
      try requireSame(
        { .merge(first.effect(1, $0), second.effect(3, $0)).cancellable(id: "it") },
        {
          .merge(
            first.effect(1, $0).cancellable(id: "it"), second.effect(3, $0).cancellable(id: "it"))
        },
        first, second)
    }
  }

  @Test(arguments: Sample.allCases)
  func `cancelInFlight is to cancel first`(sample: Sample) throws {
    try requireSame(
      { sample.effect(1, $0).cancellable(id: "it", cancelInFlight: true) },
      { .merge(.cancel(id: "it"), sample.effect(1, $0).cancellable(id: "it")) }, sample)
  }

  @Test(arguments: Sample.allCases)
  func `background or shielded twice is once, and changes no action`(sample: Sample) throws {
    try requireSame(
      { sample.effect(1, $0).background.background }, { sample.effect(1, $0).background })
    func actions(_ make: Make) -> [String] { trace(make).filter { $0 != "idle" && $0 != "busy" } }
    #expect(actions { sample.effect(1, $0).background } == actions { sample.effect(1, $0) })
    try requireSame({ sample.effect(1, $0).shielded.shielded }, { sample.effect(1, $0).shielded })
    try requireSame({ sample.effect(1, $0).shielded }, { sample.effect(1, $0) })
  }
}
