import Cairn
import CairnApp
import Testing

@testable import CairnTerminal

/// Sealed states are walls for the commands of a session.
@Suite struct SealedTests {
  private func session(
    _ world: Launch.World = .real, isLocked: Bool = false, isVirtual: Bool = false
  ) -> Session<Diary> {
    let clock = WallClock(isVirtual: isVirtual)
    return Session(
      Diary(isLocked: isLocked, clock: clock.simulation.clock), in: world, clock: clock)
  }

  private func lockedSession() -> Session<Diary> {
    let session = session()
    for line in ["write the truth", "lock"] { _ = session.answer(to: line) }
    return session
  }

  @Test(arguments: [
    ":state", ":diff", ":diff 1", ":stack", ":effects", ":undo", ":redo", ":goto 0", ":history",
    ":save no.trail", ":explore", ":graph",
  ])
  func `a sealed state refuses the commands that would show or leave it`(line: String) {
    let session = lockedSession()
    let name = line.prefix { $0 != " " }
    #expect(
      session.answer(to: line)
        == .refused("\(name) is not available: the app has sealed this screen"))
  }

  @Test func `every command is either refused in a sealed state or harmless there`() {
    let harmless = ColonCommand.allCases.filter { !$0.isSealable }
    #expect(harmless == [.help, .actions, .advance, .load, .quit])
    for command in [":help", ":actions", ":help state"] {
      guard case .text(let lines) = lockedSession().answer(to: command) else {
        Issue.record("\(command) is refused")
        continue
      }
      #expect(!lines.joined().contains("truth"))
    }
  }

  @Test func `a sealed state ends the history, also if it was passed between two actions`() throws {
    let session = session()
    for leave in ["lock", "leave"] {
      _ = session.answer(to: "write the truth")
      #expect(session.travel.steps.count == 1)
      _ = session.answer(to: leave)
      if leave == "lock" { _ = session.answer(to: "unlock") }
      #expect(session.screen.id == "diary")
      #expect(session.travel.steps.isEmpty)
      #expect(
        session.answer(to: ":undo")
          == .refused("there is nothing to undo; the app has sealed what was before"))
      #expect(
        session.answer(to: ":history")
          == .text(["no input was typed yet; the app has sealed what was before"]))
      guard case .refused = session.answer(to: ":goto 1"),
        case .refused(let reason) = session.answer(to: ":save no.trail")
      else {
        Issue.record("a step before the sealed state is there")
        return
      }
      #expect(reason.contains("the app has sealed inputs since then"))
    }
    // What follows is a history of its own.
    _ = session.answer(to: "write a lie")
    _ = session.answer(to: "write nothing")
    #expect(session.answer(to: ":diff") != .refused(""))
    guard case .screen(let remark?) = session.answer(to: ":undo") else { return }
    #expect(remark.hasPrefix("undone: write nothing"))
    #expect(session.driver.state.text == "a lie")
  }

  @Test func `waiting in a sealed state forgets nothing again`() {
    let session = lockedSession()
    session.forgetSealed()
    let sealings = session.sealings
    #expect(sealings > 0)
    for _ in 1...3 { session.forgetSealed() }
    #expect(session.sealings == sealings)
    _ = session.answer(to: "unlock")
    session.forgetSealed()
    #expect(session.sealings == sealings + 1)
  }

  @Test func `a session that starts sealed cannot go back, and in the real world not ahead`() {
    let real = session(isLocked: true)
    let refusal = Session<Diary>.Answer.refused(
      "time cannot be moved ahead: the app has sealed this screen")
    #expect(real.answer(to: ":advance 10s") == refusal)
    #expect(real.clock.now < .seconds(9))
    _ = real.answer(to: "unlock")
    #expect(real.screen.id == "diary")
    #expect(
      real.answer(to: ":undo")
        == .refused("there is nothing to undo; the app has sealed what was before"))
    #expect(real.answer(to: ":advance 10s") == .screen(remark: "10 s passed"))
    let simulated = session(.simulated(start: "new"), isLocked: true)
    #expect(simulated.answer(to: ":advance 10s") == .screen(remark: "10 s passed"))
    let virtual = session(isLocked: true, isVirtual: true)
    #expect(virtual.answer(to: ":advance 10s") == .screen(remark: "10 s passed"))
  }
}

/// A diary that can be locked, and left: an action that sends another one, past a sealed state.
private struct Diary: App, Reducer {
  struct State: Hashable {
    var text = ""
    var isLocked = false
    var isLeaving = false
  }

  enum Action: Equatable {
    case write(String)
    case lock, unlock, leave, left
  }

  static let name = "diary"
  static let summary = "Keeps a text."
  let clock: any Clock<Duration>
  let state: State
  var reducer: Diary { self }

  init(isLocked: Bool, clock: any Clock<Duration>) {
    state = State(isLocked: isLocked)
    self.clock = clock
  }

  init(_ launch: Launch) { self.init(isLocked: false, clock: launch.clock) }

  static func isSealed(_ state: State) -> Bool { state.isLocked || state.isLeaving }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let text): state.text = text
    case .lock: state.isLocked = true
    case .unlock: state.isLocked = false
    case .leave:
      state.isLeaving = true
      return .send(.left)
    case .left: state = State()
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    if state.isLocked { return [Screen("lock", "Locked") { Button("unlock", .unlock) }] }
    return [
      Screen("diary", "Diary") {
        Field("write", state.text) { .write($0) }
        Button("lock", .lock)
        Button("leave", .leave)
      }
    ]
  }
}
