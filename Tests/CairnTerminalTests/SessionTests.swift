import Cairn
import CairnApp
import Testing
@testable import CairnTerminal

/// What a session answers where a whole program would need luck: effects that are in flight.
@Suite struct SessionTests {
  @Test func `undoing and redoing name the effects that they drop`() {
    let clock = WallClock()
    let session = Session(Alarm(clock: clock.simulation.clock), clock: clock)
    #expect(session.answer(to: "set") == .screen(remark: nil))
    #expect(session.answer(to: "set") == .screen(remark: nil))
    #expect(session.driver.effects.count == 2)
    #expect(
      session.answer(to: ":undo")
        == .screen(
          remark: """
            undone: set (files are left as they are; effects in flight were dropped: "ring" (effect 1, \
            started by action 1: .set), "ring" (effect 2, started by action 2: .set))
            """))
    #expect(session.driver.effects.isEmpty)
    #expect(
      session.answer(to: ":redo")
        == .screen(remark: "redone: set (files are left as they are)"))
  }
}

/// Rings an hour after it was set.
private struct Alarm: App, Reducer {
  enum Action { case set, rang }

  static let name = "alarm"
  static let summary = "Rings."
  let clock: any Clock<Duration>
  let state = 0
  var reducer: Alarm { self }

  init(clock: any Clock<Duration>) { self.clock = clock }

  init(_ launch: Launch) { self.init(clock: launch.clock) }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .set:
      state += 1
      return .run(name: "ring") { [clock] send in
        try? await clock.sleep(for: .seconds(3600))
        await send(.rang)
      }
    case .rang:
      state -= 1
      return .none
    }
  }

  func screens(of state: Int) -> [Screen<Action>] {
    [Screen("alarm", "Alarm") { Button("set", .set) }]
  }
}
