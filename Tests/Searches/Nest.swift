import Cairn
import CairnApp
import CairnSimulation

/// Random features in a sheet and in a stack, buttons that show and remove them, a number that is typed, and
/// a save of it that a restart interrupts.
struct Nest: App, Reducer {
  struct State: Hashable {
    var sheet: Scramble.State?
    var path: StackState<Scramble.State> = []
    var typed = 0
    var isMarked = false
  }

  enum Action: Sendable {
    case sheet(Scramble.Action)
    case path(StackAction<Scramble.Action>)
    case present, dismiss, push, pop, mark, save
    case type(Int)
  }

  static let name = "nest"
  static let summary = "Shows and removes features at random."
  static let options = [AppOption("--seed", value: "N", help: "determines the effects")]
  static let samples = ["typed": ["1", "2"]]
  static let properties: [AppProperty<State>] =
    (0..<3).map { note in
      .reachable("a note \(note) in the sheet") { $0.sheet?.noted == [note] }
    } + [
      .always("a mark has a sheet") { !$0.isMarked || $0.sheet != nil },
      .never("a page below a sheet") { !$0.path.isEmpty && $0.sheet != nil },
      .noLeakedEffect, .settles,
    ]

  let features: [Reduce<Scramble.State, Scramble.Action>]
  let saved: Guarded<Int>
  let clock: any Clock<Duration>
  /// Whether a button is disabled whose action the reducer does not refuse.
  let isCareless: Bool
  var reducer: Nest { self }
  var state: State { State(typed: saved.withLock(\.self)) }

  init(_ launch: Launch) {
    let seed = UInt64(launch.options["--seed"] ?? "") ?? 0
    features = [seed, seed + 1000].map { Scramble.reducer($0, launch, depth: 1) }
    (saved, clock) = (launch.memory.keep(0), launch.clock)
    isCareless = seed.isMultiple(of: 5)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .present: state.sheet = state.sheet ?? Scramble.State()
      case .dismiss:
        state.sheet = nil
        state.isMarked = false
      case .push: if state.path.isEmpty { state.path.push(Scramble.State()) }
      case .pop: state.path.pop()
      case .mark: if isCareless || state.sheet != nil { state.isMarked = true }
      case .type(let number): state.typed = number
      case .save:
        return .run(name: "save") { [saved, clock, typed = state.typed] _ in
          do {
            try await clock.sleep(for: .seconds(1))
            saved.withLock { $0 = typed }
          } catch {
            // Half of the save took place.
            saved.withLock { $0 = -typed }
          }
        }
        .cancellable(id: "save", cancelInFlight: true)
      case .sheet, .path: break
      }
      return .none
    }
    .ifLet(\.sheet, CasePath(Action.sheet) { if case .sheet(let x) = $0 { x } else { nil } }) {
      features[0]
    }
    .forEach(\.path, CasePath(Action.path) { if case .path(let x) = $0 { x } else { nil } }) {
      features[1]
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    let root = Screen<Action>("nest", "Nest") {
      Field("typed", "\(state.typed)") { .type(Int($0) ?? 0) }
      Button("save", .save)
      Button("present", .present)
      Button("push", .push)
      Button("mark", disabledBecause: state.sheet == nil ? "there is no sheet" : nil, .mark)
      Button("dismiss", .dismiss)
    }
    let pages = state.path.ids.map { id in
      Screen<Action>("page", "Page") {
        Button("pop", .pop)
        for number in 0..<2 {
          Button("press-\(number)", .path(.element(id: id, action: .press(number))))
        }
      }
    }
    guard state.sheet != nil else { return [root] + pages }
    let sheet = Screen<Action>("sheet", "Sheet") {
      Field("typed", "\(state.typed)") { .type(Int($0) ?? 0) }
      Button("dismiss", .dismiss)
      Button("mark", .mark)
      for number in 0..<2 { Button("press-\(number)", .sheet(.press(number))) }
    }
    return [root] + pages + [sheet]
  }
}

/// An app with three timers and a table, which `--seed` or `--table` determines: to which mode a button or a
/// timer leads, and which timers start and stop then.
struct Timers: App {
  enum Action: Hashable, Sendable {
    case press(Int)
    case fire(Int)
  }

  struct Move {
    var mode: Int
    var starts: [Int] = []
    var stops: [Int] = []
  }

  struct Table: Sendable {
    /// In tenths of a second.
    var times = [0, 0, 0]
    var background: Set<Int> = []
    /// Whether a timer that starts again takes the place of the one in flight.
    var replaces = true
    /// By mode, the moves of its buttons.
    var presses: [Int: [Move]] = [:]
    /// By mode and timer; without a move, nothing changes.
    var fires: [Int: [Int: Move]] = [:]
  }

  static let name = "timers"
  static let summary = "Starts and stops timers as a table says."
  static let options = [
    AppOption("--seed", value: "N", help: "determines a random table"),
    AppOption("--table", value: "NAME", help: "one of the tables"),
    AppOption("--reads-clock", help: "a timer reads the clock when it fires"),
  ]

  let state = 0
  let reducer: Reduce<Int, Action>
  private let table: Table

  init(_ launch: Launch) throws(UsageError) {
    let seed = UInt64(launch.options["--seed"] ?? "") ?? 0
    let table = launch.options["--table"].flatMap { Self.tables[$0] } ?? Self.table(seed)
    self.table = table
    let readsClock = launch.options["--reads-clock"] != nil
    reducer = Reduce { [clock = launch.clock] mode, action in
      let move: Move? =
        switch action {
        case .press(let button): table.presses[mode]?[button]
        case .fire(let timer): table.fires[mode]?[timer]
        }
      guard let move else { return .none }
      mode = move.mode
      let stops = move.stops.map { Effect<Action>.cancel(id: $0) }
      let starts = move.starts.map { timer in
        let effect = Effect<Action>.run(name: "timer \(timer)", input: timer) { timer, send in
          try await clock.sleep(for: .milliseconds(100 * table.times[timer]))
          if readsClock { _ = clock.now }
          await send(.fire(timer))
        }
        .cancellable(id: timer, cancelInFlight: table.replaces)
        return table.background.contains(timer) ? effect.background : effect
      }
      return .merge(stops + starts)
    }
  }

  func screens(of mode: Int) -> [Screen<Action>] {
    [
      Screen("mode-\(mode)", "Mode \(mode)") {
        for button in (table.presses[mode] ?? []).indices {
          Button("press-\(button)", .press(button))
        }
      }
    ]
  }

  /// Properties about each of the first modes, and the general ones.
  static var checked: [AppProperty<Int>] {
    let modes = (0..<4).flatMap { mode -> [AppProperty<Int>] in
      [
        .alwaysReachable(screen: "mode-\(mode)"), .reachable("mode \(mode)") { $0 == mode },
        .always("never mode \(mode)") { $0 != mode }, .noDeadEnd(unless: { $0 == mode }),
        .eventually("mode \(mode)") { $0.state == mode },
        .leadsTo("mode \(mode)", "another") {
          $0.state == mode
        } then: {
          $0.state != mode
        },
        .leadsTo("a move", "mode \(mode)") {
          $0.state > 0
        } then: {
          $0.state == mode
        },
      ]
    }
    return modes + [.noDeadEnd(), .settles, .everyInputHasEffect, .noRuntimeIssue]
  }

  /// A table with four modes.
  private static func table(_ seed: UInt64) -> Table {
    var random = SplitMix64(seed: seed)
    func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    func move() -> Move {
      Move(
        mode: Int.random(in: 0..<4, using: &random), starts: (0..<3).filter { _ in isOne(in: 3) },
        stops: (0..<3).filter { _ in isOne(in: 5) })
    }
    var table = Table()
    table.times = (0..<3).map { _ in Int.random(in: 1...7, using: &random) }
    table.background = Set((0..<3).filter { _ in isOne(in: 6) })
    for mode in 0..<4 {
      table.presses[mode] = (0..<2).filter { _ in !isOne(in: 3) }.map { _ in move() }
      table.fires[mode] = [:]
      for timer in 0..<3 where !isOne(in: 3) { table.fires[mode]?[timer] = move() }
    }
    return table
  }

  private static let tables = [
    // Timer 0 leads from modes 3 and 5 to mode 7, from which no step leads further. Timer 1 leads from mode 5 to
    // mode 6, if it is the first; it cannot be after timer 2, which leads to mode 3, too.
    "late": Table(
      times: [20, 15, 6, 0],
      presses: [
        0: [Move(mode: 1, starts: [0])],
        1: [Move(mode: 4), Move(mode: 2, starts: [2])],
        3: [Move(mode: 5, starts: [1])],
        4: [Move(mode: 3)],
      ],
      fires: [
        1: [0: Move(mode: 6)], 2: [0: Move(mode: 6), 2: Move(mode: 3)], 3: [0: Move(mode: 7)],
        4: [0: Move(mode: 6)], 5: [0: Move(mode: 7), 1: Move(mode: 6)],
      ]),
    // Two equal timers that start again. One after the other, they lead to mode 4 and back; at the same time,
    // nothing changes.
    "together": Table(
      times: [10, 0, 0], background: [0], replaces: false,
      presses: [
        0: [Move(mode: 1, starts: [0]), Move(mode: 2)],
        1: [Move(mode: 3, starts: [0])],
        2: [Move(mode: 3, starts: [0, 0])],
      ],
      fires: [
        1: [0: Move(mode: 1, starts: [0])], 3: [0: Move(mode: 4, starts: [0])],
        4: [0: Move(mode: 3, starts: [0])],
      ]),
    // While timer 0 runs, timer 1 starts and fires again and again.
    "repeated": Table(
      times: [20, 3, 0],
      presses: [
        0: [Move(mode: 1, starts: [0])], 1: [Move(mode: 2, starts: [1])],
        2: [Move(mode: 2, starts: [1])],
      ],
      fires: [
        1: [0: Move(mode: 0)], 2: [0: Move(mode: 0, stops: [1]), 1: Move(mode: 1)],
      ]),
  ]
}
