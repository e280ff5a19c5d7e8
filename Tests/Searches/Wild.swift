import Cairn
import CairnApp
import CairnSimulation

/// An app with a random table, which `--seed` determines: what its buttons do to the mode, to a sheet and to the memory,
/// and which effects start. Effects have inputs, several tasks and streams, write late, read the clock, resume and cancel
/// each other and are cancelled; the sheet comes and goes with its own; the app restarts with what was remembered.
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
    /// Two child tasks at once; the first error cancels the other one.
    indirect case group([Deed], [Deed])
    /// A child task notes what another one sends through a stream.
    indirect case pipe([Deed])
    /// Resumes the other effect of a meeting.
    case offer(Int)
  }

  indirect enum Plan: Sendable {
    case run([Deed], hasInput: Bool)
    /// A note after each of these times.
    case stream([Int])
    /// Effects that begin after these seconds: one notes the first number that another one offers from then on.
    case meeting(Int, Int, [Deed])
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
      case .stream(let times):
        .stream(of: Ticks(times: times, clock: clock), name: "stream") { note($0) }
      case .meeting(let wait, let otherWait, let deeds): meeting(wait, otherWait, deeds, note)
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

    private func meeting<Action: Sendable>(
      _ wait: Int, _ otherWait: Int, _ deeds: [Deed], _ note: @escaping @Sendable (Int) -> Action
    ) -> Effect<Action> {
      let listener = Guarded<AsyncStream<Int>.Continuation?>(nil)
      return .merge(
        .run(name: "listen") { send in
          if wait > 0 { try await clock.sleep(for: .seconds(wait)) }
          let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
          listener.withLock { $0 = continuation }
          for await number in numbers.prefix(1) { await send(note(number)) }
        },
        .run(name: "offer") { send in
          if otherWait > 0 { try await clock.sleep(for: .seconds(otherWait)) }
          try await run(deeds, send, note, on: clock) { number in
            _ = listener.withLock(\.self)?.yield(number)
          }
        })
    }

    private func run<Action: Sendable, C: Clock<Duration>>(
      _ deeds: [Deed], _ send: Send<Action>, _ note: @escaping @Sendable (Int) -> Action,
      on clock: C, offering offer: @escaping @Sendable (Int) -> Void = { _ in }
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
        case .offer(let number): offer(number)
        case .group(let first, let second):
          try await withThrowingTaskGroup { group in
            for deeds in [first, second] {
              group.addTask { try await run(deeds, send, note, on: clock, offering: offer) }
            }
            for try await _ in group {}
          }
        case .pipe(let deeds):
          let (numbers, pipe) = AsyncStream.makeStream(of: Int.self)
          async let consumer: Void = {
            for await number in numbers { await send(note(number)) }
          }()
          try await withTaskCancellationHandler {
            defer { pipe.finish() }
            for deed in deeds {
              if case .note(let number) = deed {
                pipe.yield(number)
              } else {
                try await run([deed], send, note, on: clock, offering: offer)
              }
            }
          } onCancel: {
            pipe.finish()
          }
          await consumer
        }
      }
    }
  }
}

/// A number after each of some times.
struct Ticks: AsyncSequence, Sendable {
  let times: [Int]
  let clock: any Clock<Duration>

  func makeAsyncIterator() -> AsyncStream<Int>.Iterator {
    let rest = Guarded(Array(times.enumerated()))
    return AsyncStream {
      guard let (number, time) = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return nil
      }
      try? await clock.sleep(for: .seconds(time))
      return Task.isCancelled ? nil : number
    }.makeAsyncIterator()
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
