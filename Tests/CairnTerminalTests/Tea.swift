import Cairn
import CairnApp

@testable import CairnTerminal

/// An app with the name of its type.
protocol TestApp: App {}

extension TestApp {
  static var name: String { "\(Self.self)".lowercased() }
  static var summary: String { "Is for tests." }
}

/// Brews tea: a screen with a picker, a second screen, a slow effect and an effect in the background. The
/// kitchen can be locked, and left: an action that sends another one, past a sealed state.
struct Tea: TestApp, Reducer {
  struct State: Hashable {
    var kind = "green"
    var pin: Secret = ""
    var isOpen = false
    var cups = 0
    var isBrewing = false
    var seal: Seal?
  }

  enum Seal { case locked, leaving }

  enum Action: Equatable {
    case kind(String)
    case pin(Secret)
    case open, close, brew, brewed, watch, watched, lock, unlock, leave, left
  }

  let clock: any Clock<Duration>
  var state = State()
  var reducer: Tea { self }

  static func isSealed(_ state: State) -> Bool { state.seal != nil }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .kind(let kind): state.kind = kind
    case .pin(let pin): state.pin = pin
    case .open: state.isOpen = true
    case .close: state.isOpen = false
    case .brew:
      guard !state.isBrewing else { return .none }
      state.isBrewing = true
      return .run(name: "brew") { [clock] send in
        try? await clock.sleep(for: .seconds(3))
        await send(.brewed)
      }
    case .brewed:
      state.isBrewing = false
      state.cups += 1
    case .watch:
      return .run(name: "watch") { [clock] send in
        try? await clock.sleep(for: .seconds(9000))
        await send(.watched)
      }
      .background
    case .watched where state.seal == .locked:
      // Open between two reductions.
      state.seal = nil
      return .send(.lock)
    case .watched: break
    case .lock: state.seal = .locked
    case .unlock: state.seal = nil
    case .leave:
      state.seal = .leaving
      return .send(.left)
    case .left: state = State()
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    if state.seal == .locked { return [Screen("lock", "Locked") { Button("unlock", .unlock) }] }
    let kitchen = Screen<Action>("kitchen", "Kitchen", step: 1, of: 2) {
      Text("Cups: \(state.cups)")
      Picker("kind", state.kind, of: ["green", "black", "earl grey"]) { .kind($0) }
      Field("pin", secure: state.pin) { .pin($0) }
      Button("brew", disabledBecause: state.isBrewing ? "the kettle is on" : nil, .brew)
      Button("watch", .watch)
      Button("open", .open)
      Button("lock", .lock)
      Button("leave", .leave)
    }
    let cupboard = Screen<Action>("cupboard", "Cupboard") { Button("close", .close) }
    return state.isOpen ? [kitchen, cupboard] : [kitchen]
  }
}

extension Tea {
  init(_ launch: Launch) { self.init(clock: launch.clock) }
}

extension Session<Tea> {
  /// In virtual time.
  convenience init(
    in world: Launch.World = .real, isLocked: Bool = false, isVirtual: Bool = true,
    stepLimit: Int = 1000
  ) {
    let clock = WallClock(isVirtual: isVirtual)
    let tea = Tea(
      clock: clock.simulation.clock, state: Tea.State(seal: isLocked ? .locked : nil))
    self.init(tea, in: world, clock: clock, stepLimit: stepLimit)
  }
}

extension Session {
  /// A session of an app as it is launched, in virtual time.
  static func launched(
    in world: Launch.World = .real, options: [String] = [],
    clock: WallClock = WallClock(isVirtual: true)
  ) throws -> Session {
    let values = try OptionValues(options, among: A.options)
    let app = try A(Launch(world, options: values, in: clock.simulation))
    return Session(app, in: world, options: options, clock: clock)
  }

  /// The joined answers to these lines. The answer of a screen is its remark.
  func answers(_ lines: String...) -> String {
    lines.map { line in
      let answers = allAnswers(to: line)
      let before = answers.dropLast().filter { $0 != .screen(remark: nil) }
      return (before + answers.suffix(1)).map(text).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The answers to all parts of a line, without a wait for effects between them.
  func allAnswers(to line: String) -> [Answer] {
    var (answers, rest) = answer(toFirstOf: line)
    while let others = rest {
      let next = answer(toFirstOf: others)
      answers += next.answers
      rest = next.rest
    }
    return answers
  }

  func answer(to line: String) -> Answer {
    allAnswers(to: line).last ?? .screen(remark: nil)
  }

  func text(of answer: Answer) -> String {
    switch answer {
    case .screen(let remark): remark ?? "screen"
    case .text(let lines), .report(let lines): lines.joined(separator: "\n")
    case .written(let text, file: _): text
    case .refused(let reason): "refused: \(reason)"
    case .quit: "quit"
    }
  }
}
