import CairnApp
import CairnSimulation
import Testing

struct DriverTests {
  private let simulation = Simulation()
  private let app: DiaryApp
  private let driver: Driver<Diary>

  init() throws {
    app = try DiaryApp(Launch(.simulated(start: "new"), in: simulation))
    driver = Driver(app, in: simulation)
  }

  @Test func `a restored state drops the effects in flight, background ones included`() {
    let before = driver.checkpoint
    driver.send(.entryChanged("x"))
    driver.send(.save)
    driver.send(.tick)
    #expect(driver.restore(before).map(\.name) == ["saving", "ticking"])
    #expect(driver.state == before.state)
    simulation.advance(by: .seconds(5))
    #expect(driver.state == before.state)
    #expect(app.disk.read() == nil)
  }

  @Test func `a restored state keeps changes that effects made outside`() throws {
    let before = driver.checkpoint
    driver.send(.entryChanged("x"))
    driver.send(.save)
    try driver.idle()
    #expect(driver.restore(before).isEmpty)
    #expect(app.disk.read() == "x")
  }

  @Test func `idle throws the effects that do not finish`() {
    driver.send(.wait)
    let error = #expect(throws: NotIdleError<Diary.Action>.self) { try driver.idle() }
    #expect(error?.effects.map(\.name) == ["waiting"])
  }
}
