import Cairn
import CairnApp
import CairnSimulation

@testable import CairnExplorer

/// Random features in a sheet and in a stack, buttons that show and remove them, a number that is typed, and
/// a save of it that a restart interrupts.
struct Nest: Reducer {
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

  let features: [Reduce<Scramble.State, Scramble.Action>]
  let saved: Guarded<Int>
  let clock: any Clock<Duration>
  /// Whether a button is disabled whose action the reducer does not refuse.
  let isCareless: Bool

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
}

struct NestApp: App {
  static let name = "nest"
  static let summary = "Shows and removes features at random."
  static let options = [AppOption("--seed", value: "N", help: "determines the effects")]
  static let samples = ["typed": ["1", "2"]]
  static let properties: [AppProperty<Nest.State>] =
    (0..<3).map { note in
      .reachable("a note \(note) in the sheet") { $0.sheet?.noted == [note] }
    } + [
      .always("a mark has a sheet") { !$0.isMarked || $0.sheet != nil },
      .never("a page below a sheet") { !$0.path.isEmpty && $0.sheet != nil },
      .noLeakedEffect, .settles,
    ]

  let reducer: Nest

  init(_ launch: Launch) {
    let seed = UInt64(launch.options["--seed"] ?? "") ?? 0
    reducer = Nest(
      features: [seed, seed + 1000].map { Scramble.reducer($0, launch, depth: 1) },
      saved: launch.memory.keep(0), clock: launch.clock, isCareless: seed.isMultiple(of: 5))
  }

  var state: Nest.State { Nest.State(typed: reducer.saved.withLock(\.self)) }

  func screens(of state: Nest.State) -> [Screen<Nest.Action>] {
    let root = Screen<Nest.Action>("nest", "Nest") {
      Field("typed", "\(state.typed)") { .type(Int($0) ?? 0) }
      Button("save", .save)
      Button("present", .present)
      Button("push", .push)
      Button("mark", disabledBecause: state.sheet == nil ? "there is no sheet" : nil, .mark)
      Button("dismiss", .dismiss)
    }
    let pages = state.path.ids.map { id in
      Screen<Nest.Action>("page", "Page") {
        Button("pop", .pop)
        for number in 0..<2 {
          Button("press-\(number)", .path(.element(id: id, action: .press(number))))
        }
      }
    }
    guard state.sheet != nil else { return [root] + pages }
    let sheet = Screen<Nest.Action>("sheet", "Sheet") {
      Field("typed", "\(state.typed)") { .type(Int($0) ?? 0) }
      Button("dismiss", .dismiss)
      Button("mark", .mark)
      for number in 0..<2 { Button("press-\(number)", .sheet(.press(number))) }
    }
    return [root] + pages + [sheet]
  }
}
