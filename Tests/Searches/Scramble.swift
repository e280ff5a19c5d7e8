import Cairn
import CairnApp
import CairnSimulation

/// An app with random effects, which `--seed` determines: two buttons that start, order, cancel, debounce and
/// throttle them; replies that start more of them; memory, answers and child tasks within them. With `--asks`, the
/// reducer itself receives an answer and reads the memory. With `--follows`, the effects have inputs, do not wait, and
/// come with actions that start more of them, so that equal effects of several actions meet.
struct Scramble: App {
  struct State: Hashable {
    var pressed: Set<Int> = []
    var noted: [Int] = []
    /// Its order is not recorded.
    var count = 0
  }

  enum Action: Sendable {
    case press(Int)
    case note(Int)
    case count
  }

  /// What an effect does, one after another.
  indirect enum Deed: Sendable {
    case sleep(Int)
    case note(Int)
    case count
    case remember(Int)
    case recall
    case choose(Int)
    /// With `--stops`, cancels the effects of an id.
    case yield(Int)
    case children(Deed, Deed)
    case cleanUp(Int)
  }

  /// A random effect.
  indirect enum Plan: Sendable {
    case run([Deed])
    /// With an input that says what it does.
    case declared([Deed])
    case send(Int)
    case merge([Plan])
    case concatenate([Plan])
    case cancellable(Plan, id: Int)
    case cancel(id: Int)
    case debounced(Plan)
    case throttled(Plan, latest: Bool)
  }

  static let name = "scramble"
  static let summary = "Does at random what a seed determines."
  static let options = [
    AppOption("--seed", value: "N", help: "determines the effects"),
    AppOption("--ranges", help: "sleeps take ranges of time"),
    AppOption("--stops", help: "effects cancel others in place of yielding"),
    AppOption("--asks", help: "an answer or the memory decides what a button starts"),
    AppOption("--follows", help: "effects have inputs, do not wait, and come with actions"),
  ]

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) throws(UsageError) {
    let asks = launch.options.has("--asks")
    reducer = Self.reducer(
      UInt64(launch.options["--seed"] ?? "") ?? 0, launch, depth: asks ? 1 : 2,
      hasRanges: launch.options.has("--ranges"), hasStops: launch.options.has("--stops"),
      asks: asks, follows: launch.options.has("--follows"))
  }

  /// - Parameter depth: the depth of the effects of the buttons; with 1, replies have none.
  static func reducer(
    _ seed: UInt64, _ launch: Launch, depth: Int = 2, hasRanges: Bool = false,
    hasStops: Bool = false, asks: Bool = false, follows: Bool = false
  ) -> Reduce<State, Action> {
    let (plans, replies) = follows ? followed(seed) : plans(seed, depth)
    let world = World(
      clock: launch.clock, choices: launch.choices, box: launch.memory.keep([Int]()),
      hasRanges: hasRanges, hasStops: hasStops)
    return Reduce { state, action in
      switch action {
      case .press(let number):
        guard state.pressed.insert(number).inserted else { return .none }
        return world.effect(plans[asks ? world.draw(number) : number])
      case .note(let note):
        guard state.noted.count < (follows ? 3 : 4) else { return .none }
        state.noted.append(note)
        return replies[note].map(world.effect) ?? .none
      case .count:
        state.count = min(state.count + 1, 5)
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("scramble", "Scramble") {
        for number in 0..<2 {
          Button(
            "press-\(number)",
            disabledBecause: state.pressed.contains(number) ? "it was pressed" : nil,
            .press(number))
        }
      }
    ]
  }

  /// All logs of up to three notes.
  private static let logs: [[Int]] = {
    var logs: [[Int]] = [[]]
    for _ in 0..<3 { logs += logs.flatMap { log in (0..<3).map { log + [$0] } } }
    return Set(logs).sorted { "\($0)" < "\($1)" }
  }()

  /// Logs of up to three notes, and counts.
  static var reachable: [AppProperty<State>] {
    let ofLogs = logs.map { log in AppProperty<State>.reachable("\(log)") { $0.noted == log } }
    return ofLogs + (1...3).map { count in .reachable("count \(count)") { $0.count == count } }
  }

  struct World: Sendable {
    let clock: any Clock<Duration>
    let choices: Choices
    let box: Guarded<[Int]>
    let hasRanges: Bool
    let hasStops: Bool

    /// A number or the other, by an answer, or by the memory.
    func draw(_ number: Int) -> Int {
      let remembered = box.withLock { $0.last ?? 0 } % 2
      return choices.choose("draw", ["own": number, "memory": remembered, "other": 1 - number])
    }

    func effect(_ plan: Plan) -> Effect<Action> {
      switch plan {
      case .run(let deeds):
        .run(name: "run") { send in try await self.run(deeds, send) }
      case .declared(let deeds):
        .run(name: "run", input: "\(deeds)") { _, send in try await self.run(deeds, send) }
      case .send(let note): .send(.note(note))
      case .merge(let plans): .merge(plans.map(effect))
      case .concatenate(let plans): .concatenate(plans.map(effect))
      case .cancellable(let plan, let id): effect(plan).cancellable(id: id)
      case .cancel(let id): .cancel(id: id)
      case .debounced(let plan): effect(plan).debounced(id: "wait", for: .seconds(1), on: clock)
      case .throttled(let plan, let latest):
        effect(plan).throttled(id: "while", for: .seconds(1), on: clock, latest: latest)
      }
    }

    private func run(_ deeds: [Deed], _ send: Send<Action>) async throws {
      for deed in deeds { try await run(deed, send) }
    }

    private func run(_ deed: Deed, _ send: Send<Action>) async throws {
      switch deed {
      case .sleep(let time):
        let longest = Duration.seconds(hasRanges ? time + 1 : time)
        try await choices.answer("sleep", ["done": .slow(.seconds(time)...longest, .success(()))])
      case .note(let note): await send(.note(note))
      case .count: await send(.count)
      case .remember(let value): box.withLock { $0 = Array(($0 + [value]).suffix(2)) }
      case .recall: await send(.note(box.withLock { $0.last ?? 0 }))
      case .choose(let value):
        if choices.choose("toss", ["heads": true, "tails": false]) { await send(.note(value)) }
      case .yield(let id) where hasStops: await send.cancel(id: id)
      case .yield: await Task.yield()
      case .children(let one, let other):
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await self.run(one, send) }
          group.addTask { try await self.run(other, send) }
          try await group.waitForAll()
        }
      case .cleanUp(let value):
        do {
          try await clock.sleep(for: .seconds(1))
        } catch {
          box.withLock { $0 = [value] }
          throw error
        }
      }
    }
  }

  /// The effects of the buttons and of the replies.
  private static func plans(
    _ seed: UInt64, _ depth: Int = 2
  ) -> (buttons: [Plan], replies: [Plan?]) {
    var random = SplitMix64(seed: seed)
    let buttons = (0..<2).map { _ in plan(depth, &random) }
    let replies = (0..<3).map { _ in
      depth < 2 || Int.random(in: 0..<4, using: &random) > 0 ? nil : plan(1, &random)
    }
    return (buttons, replies)
  }

  /// Whether an effect has several tasks.
  static func hasChildren(_ seed: Int) -> Bool { "\(plans(UInt64(seed)))".contains("children") }

  private static func plan(_ depth: Int, _ random: inout SplitMix64) -> Plan {
    guard depth > 0 else { return .run((0..<2).map { _ in deed(1, &random) }) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: return .merge((0..<2).map { _ in plan(depth - 1, &random) })
    case 4: return .concatenate((0..<2).map { _ in plan(depth - 1, &random) })
    case 5, 6:
      return .cancellable(plan(depth - 1, &random), id: Int.random(in: 0..<2, using: &random))
    case 7: return .cancel(id: Int.random(in: 0..<2, using: &random))
    case 8: return .debounced(plan(depth - 1, &random))
    case 9: return .throttled(plan(depth - 1, &random), latest: Bool.random(using: &random))
    default: return .run((0..<2).map { _ in deed(1, &random) })
    }
  }

  /// The same, with `--follows`: merged notes, and note 2, which starts more of them.
  private static func followed(_ seed: UInt64) -> (buttons: [Plan], replies: [Plan?]) {
    var random = SplitMix64(seed: seed)
    let buttons = (0..<2).map { _ in follower(1, &random) }
    return (buttons, [nil, nil, follower(1, &random)])
  }

  private static func follower(_ depth: Int, _ random: inout SplitMix64) -> Plan {
    let number = Int.random(in: 0..<4, using: &random)
    guard depth == 0 else {
      return .merge((0..<2 + number / 2).map { _ in follower(depth - 1, &random) })
    }
    return number == 3 ? .send(2) : .declared([number == 2 ? .choose(2) : .note(number)])
  }

  private static func deed(_ depth: Int, _ random: inout SplitMix64) -> Deed {
    let number = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: return .sleep(1 + number / 2)
    case 3...4: return .note(number)
    case 5: return .count
    case 6: return .remember(number)
    case 7: return .recall
    case 8: return .choose(number)
    case 9: return .yield(number % 2)
    case 10: return .cleanUp(number)
    default:
      guard depth > 0 else { return .note(number) }
      return .children(deed(0, &random), deed(0, &random))
    }
  }
}
