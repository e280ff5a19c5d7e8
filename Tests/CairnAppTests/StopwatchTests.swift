import CairnApp
import CairnSimulation
import Testing

struct StopwatchTests {
  @Test func `a stopwatch reads the time since it was made, however often it is read`() {
    let simulation = Simulation()
    simulation.advance(by: .seconds(2))
    let clock: any Clock<Duration> = simulation.clock
    let elapsed = clock.stopwatch()
    #expect(elapsed() == .zero)
    simulation.advance(by: .milliseconds(1500))
    #expect(elapsed() == .milliseconds(1500))
    simulation.advance(by: .milliseconds(1))
    #expect(elapsed() == .milliseconds(1501))
    #expect(clock.stopwatch()() == .zero)
  }
}
