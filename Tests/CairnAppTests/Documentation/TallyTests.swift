import Cairn
import CairnApp
import CairnSimulation
import Testing

/// Tests of the section "One feature, two interfaces" of the page "SwiftUI".
struct TallyTests {
  @Test func `a terminal shows the title, the message and the choices of an alert`() throws {
    let simulation = Simulation()
    let program = TallyProgram(Launch(.simulated(start: "new"), in: simulation))
    let driver = Driver(program, in: simulation)
    func type(_ line: String) throws {
      driver.send(try #require(driver.screen.parse(line).action, "\(line)"))
    }
    for line in ["increment", "increment", "reset"] { try type(line) }
    #expect(
      driver.screen.lines() == [
        "Reset the count?", "",
        "  The count of 2 will be lost.", "",
        "  reset  Reset (destructive)",
        "  keep   Keep",
      ])
    // An alert is compared as a value.
    #expect(
      driver.state.alert
        == AlertState(
          "Reset the count?", message: "The count of 2 will be lost.",
          buttons: [
            ButtonState("Reset", role: .destructive, action: .reset),
            ButtonState("Keep", role: .cancel, action: .keep),
          ]))
    try type("keep")
    #expect(driver.screen.lines().contains("  Count: 2"))
    try type("reset")
    try type("reset")
    #expect(
      driver.screen.lines() == [
        "Tally", "",
        "  Count: 0", "",
        "  increment",
        "  reset      disabled: the count is zero",
      ])
  }
}
