import Cairn
import CairnApp
import CairnSimulation

/// An app with a random table, which `--seed` determines: what its buttons do to the mode, to a sheet and to the memory,
/// and which effects start. Effects have inputs, write late, read the clock, cancel each other and are cancelled; the
/// sheet comes and goes with its own; the app restarts with what was remembered.
struct Wild: App {
  struct Sheet: Hashable, Identifiable {
    let id: Int
    var taps = 0
    var log: [Int] = []
  }

  struct State: Hashable {
    var mode = 0
    var presses = 0
    var log: [Int] = []
    var sheet: Sheet?
  }

  enum SheetAction: Sendable {
    case tap(Int)
    case note(Int)
  }

  enum Action: Sendable {
    case press(Int)
    case note(Int)
    case sheet(SheetAction)
  }

  /// What an effect does, one after another.
  enum Deed: Sendable {
    /// A request that takes this many seconds, or one more.
    case wait(Int, isRange: Bool, isRead: Bool)
    case sleep(Int)
    case note(Int)
    case remember(Int)
    case recall
    case toss(Int)
    case yield
    case stop(Int)
    /// Until three seconds after the beginning of the effect.
    case untilDeadline
    /// What it writes when it is cancelled.
    case cleanUp(Int, after: Int)
    /// Whether two seconds have passed since its beginning.
    case readClock
  }

  indirect enum Plan: Sendable {
    case run([Deed], hasInput: Bool)
    case send(Int)
    case merge([Plan])
    case concatenate([Plan])
    case cancellable(Plan, id: Int, replaces: Bool)
    case cancel(Int)
    case debounced(Plan)
    case throttled(Plan, latest: Bool)
    case background(Plan)
    case shielded(Plan)
  }

  enum SheetMove: Sendable { case stays, opens, closes, renews }

  struct Move: Sendable {
    let mode: Int
    let sheet: SheetMove
    /// The reducer itself asks, or reads the memory.
    let asks: Bool
    let looks: Bool
    let plan: Plan
  }

  struct Table: Sendable {
    /// By mode and button.
    var moves: [[Move]] = []
    var replies: [Plan?] = []
    var taps: [Plan] = []
    var presses = 2
    var startsFromMemory = false
    /// A note that closes the sheet.
    var closing: Int?
  }

  static let name = "wild"
  static let summary = "Does at random what a table says."
  static let options = [AppOption("--seed", value: "N", help: "determines the table")]

  let state: State
  let reducer: WildReducer

  init(_ launch: Launch) {
    let table = Self.table(UInt64(launch.options["--seed"] ?? "") ?? 0)
    let box = launch.memory.keep([Int]())
    let remembered = table.startsFromMemory ? box.withLock(\.self) : []
    state = State(log: remembered)
    reducer = WildReducer(
      table: table, world: World(clock: launch.clock, choices: launch.choices, box: box))
  }

  func screens(of state: State) -> [Screen<Action>] {
    let table = reducer.table
    let root = Screen<Action>("mode-\(state.mode)", "Mode \(state.mode)") {
      for number in 0..<2 {
        Button(
          "press-\(number)",
          disabledBecause: state.presses < table.presses ? nil : "it was pressed",
          .press(number))
      }
    }
    guard let sheet = state.sheet else { return [root] }
    let page = Screen<Action>("sheet-\(sheet.id)", "Sheet") {
      for number in 0..<2 {
        Button(
          "tap-\(number)", disabledBecause: sheet.taps == 0 ? nil : "it was tapped",
          .sheet(.tap(number)))
      }
      for number in 0..<2 where state.presses < table.presses {
        Button("press-\(number)", .press(number))
      }
    }
    return [root, page]
  }

  struct World: Sendable {
    let clock: any Clock<Duration>
    let choices: Choices
    let box: Guarded<[Int]>

    func effect<Action: Sendable>(
      _ plan: Plan, _ note: @escaping @Sendable (Int) -> Action
    ) -> Effect<Action> {
      func effects(_ plans: [Plan]) -> [Effect<Action>] { plans.map { effect($0, note) } }
      return switch plan {
      case .run(let deeds, hasInput: true):
        .run(name: "run", input: "\(deeds)") { _, send in
          try await run(deeds, send, note, on: clock)
        }
      case .run(let deeds, hasInput: false):
        .run(name: "run") { send in try await run(deeds, send, note, on: clock) }
      case .send(let number): .send(note(number))
      case .merge(let plans): .merge(effects(plans))
      case .concatenate(let plans): .concatenate(effects(plans))
      case .cancellable(let plan, let id, let replaces):
        effect(plan, note).cancellable(id: id, cancelInFlight: replaces)
      case .cancel(let id): .cancel(id: id)
      case .debounced(let plan):
        effect(plan, note).debounced(id: "wait", for: .seconds(1), on: clock)
      case .throttled(let plan, let latest):
        effect(plan, note).throttled(id: "while", for: .seconds(1), on: clock, latest: latest)
      case .background(let plan): effect(plan, note).background
      case .shielded(let plan): effect(plan, note).shielded
      }
    }

    private func run<Action: Sendable, C: Clock<Duration>>(
      _ deeds: [Deed], _ send: Send<Action>, _ note: @Sendable (Int) -> Action, on clock: C
    ) async throws {
      let begin = deeds.contains(where: \.readsClock) ? clock.now : nil
      for deed in deeds {
        switch deed {
        case .wait(let time, let isRange, let isRead):
          let range = Duration.seconds(time)...Duration.seconds(isRange ? time + 1 : time)
          try await choices.answer("wait", ["done": .slow(range, .success(()))], isRead: isRead)
        case .sleep(let time): try await clock.sleep(for: .seconds(time))
        case .note(let number): await send(note(number))
        case .remember(let value): box.withLock { $0 = Array(($0 + [value]).suffix(2)) }
        case .recall: await send(note(box.withLock { $0.last ?? 0 }))
        case .toss(let number):
          if choices.choose("toss", ["heads": true, "tails": false]) { await send(note(number)) }
        case .yield: await Task.yield()
        case .stop(let id): await send.cancel(id: id)
        case .untilDeadline:
          if let begin {
            try await clock.sleep(until: begin.advanced(by: .seconds(3)), tolerance: nil)
          }
        case .cleanUp(let value, let time):
          do {
            try await clock.sleep(for: .seconds(1))
          } catch {
            if time > 0 {
              try? await choices.answer(
                "clean up", ["done": .slow(.seconds(time), .success(()))])
            }
            box.withLock { $0 = Array(($0 + [value]).suffix(2)) }
            throw error
          }
        case .readClock:
          if let begin {
            await send(note(begin.duration(to: clock.now) >= .seconds(2) ? 1 : 0))
          }
        }
      }
    }
  }
}

extension Wild.Deed {
  var readsClock: Bool {
    switch self {
    case .untilDeadline, .readClock: true
    default: false
    }
  }
}

struct WildReducer: Reducer {
  typealias State = Wild.State
  typealias Action = Wild.Action

  let table: Wild.Table
  let world: Wild.World

  var body: some ReducerOf<Self> {
    Reduce { [table, world] state, action in
      switch action {
      case .press(let button):
        guard state.presses < table.presses else { return .none }
        state.presses += 1
        let move = table.moves[state.mode][button]
        state.mode = move.mode
        switch move.sheet {
        case .stays: break
        case .opens: state.sheet = state.sheet ?? Wild.Sheet(id: 0)
        case .closes: state.sheet = nil
        case .renews: state.sheet = state.sheet.map { Wild.Sheet(id: 1 - $0.id) }
        }
        if move.asks, world.choices.choose("draw", ["yes": true, "no": false]) { return .none }
        if move.looks { state.add(world.box.withLock { $0.last ?? 2 }) }
        return world.effect(move.plan) { .note($0) }
      case .note(let number):
        state.add(number)
        return table.replies[number].map { world.effect($0) { .note($0) } } ?? .none
      case .sheet(.note(table.closing)):
        state.sheet = nil
        return .none
      case .sheet: return .none
      }
    }
    .ifLet(\.sheet, CasePath(Action.sheet) { if case .sheet(let x) = $0 { x } else { nil } }) {
      Reduce { [table, world] sheet, action in
        switch action {
        case .tap(let number):
          guard sheet.taps == 0 else { return .none }
          sheet.taps = 1
          return world.effect(table.taps[number]) { .note($0) }
        case .note(let number):
          sheet.log = Array((sheet.log + [number]).suffix(2))
          return .none
        }
      }
    }
  }
}

extension Wild.State {
  mutating func add(_ number: Int) { log = Array((log + [number]).suffix(2)) }
}

// MARK: The table

extension Wild {
  static func table(_ seed: UInt64) -> Table {
    var random = Draws(random: SplitMix64(seed: seed))
    var table = Table()
    table.presses = random.isOne(in: 3) ? 3 : 2
    table.startsFromMemory = random.isOne(in: 2)
    table.closing = random.isOne(in: 3) ? random.pick(3) : nil
    table.moves = (0..<2).map { _ in (0..<2).map { _ in random.move() } }
    table.replies = (0..<3).map { $0 == 0 || random.isOne(in: 2) ? nil : random.plan(1, notes: $0) }
    table.taps = (0..<2).map { _ in random.plan(1, notes: 3) }
    return table
  }

  struct Draws {
    var random: SplitMix64

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func isOne(in count: Int) -> Bool { pick(count) == 0 }

    mutating func move() -> Move {
      let sheets: [SheetMove] = [.stays, .stays, .stays, .opens, .opens, .closes, .renews]
      return Move(
        mode: pick(2), sheet: sheets[pick(sheets.count)], asks: isOne(in: 8), looks: isOne(in: 8),
        plan: plan(2, notes: 3))
    }

    /// - Parameter notes: the number of notes, so that replies end.
    mutating func plan(_ depth: Int, notes: Int) -> Plan {
      guard depth > 0 else {
        return isOne(in: 4)
          ? .send(pick(notes))
          : .run((0...pick(3)).map { _ in deed(notes) }, hasInput: isOne(in: 2))
      }
      switch pick(16) {
      case 0...2: return .merge((0..<2).map { _ in plan(depth - 1, notes: notes) })
      case 3, 4: return .concatenate((0..<2).map { _ in plan(depth - 1, notes: notes) })
      case 5...7:
        return .cancellable(
          plan(depth - 1, notes: notes), id: pick(2), replaces: isOne(in: 2))
      case 8: return .cancel(pick(2))
      case 9: return .debounced(plan(depth - 1, notes: notes))
      case 10: return .throttled(plan(depth - 1, notes: notes), latest: isOne(in: 2))
      case 11: return .background(plan(depth - 1, notes: notes))
      case 12: return .shielded(plan(depth - 1, notes: notes))
      default: return plan(0, notes: notes)
      }
    }

    mutating func deed(_ notes: Int) -> Deed {
      switch pick(15) {
      case 0...2: .wait(pick(2), isRange: isOne(in: 3), isRead: isOne(in: 3))
      case 3: .sleep(1 + pick(2))
      case 4, 5: .note(pick(notes))
      case 6, 7: .remember(pick(3))
      case 8: notes == 3 ? .recall : .note(pick(notes))
      case 9: .toss(pick(notes))
      case 10: .yield
      case 11: .stop(pick(2))
      case 12: .untilDeadline
      case 13: .cleanUp(pick(3), after: pick(3))
      default: notes > 1 ? .readClock : .yield
      }
    }
  }
}
