import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import CairnTrail
import Testing

@testable import onboarding

@Test func `onboarding shows main`() throws {
  let simulation = Simulation()
  let options = try OptionValues([], among: OnboardingApp.options)
  let launch = Launch(.simulated(start: "new"), options: options, in: simulation)
  let app = try OnboardingApp(launch)
  func makeStore() -> TestStoreOf<OnboardingApp.Root> {
    TestStore(app.state, exhaustivity: .off, simulation: simulation) { app.reducer }
  }
  var store = makeStore()
  func start() {
    if let action = app.firstAction { store.send(action) }
    store.skipReceived()
  }
  start()
  let steps: [(line: String, screen: String)] = [
    ("> next", "terms"),
    ("> accept", "terms"),
    ("> next", "credentials"),
    ("> email ada@example.com", "credentials"),
    ("> password correct horse", "credentials"),
    ("> next", "personal-info"),
    ("> first-name Ada", "personal-info"),
    ("> last-name Lovelace", "personal-info"),
    ("> telephone +44 20 7946 0000", "personal-info"),
    ("> next", "new-pin"),
    ("> pin 1234", "new-pin"),
    ("> next", "confirm-pin"),
    ("> confirm 1234", "confirm-pin"),
    ("> next", "main"),
  ]
  for (line, id) in steps {
    let isEvent = line.hasPrefix("@ event ")
    let text = String(line.dropFirst(isEvent ? 8 : 2))
    let events = Screen("events", "Events") { return OnboardingApp.events }
    let screen = isEvent ? events : try #require(app.screens(of: store.state).last)
    if line == "@ restart" {
      simulation.restart { store = makeStore() }
      start()
    } else if line == "@ idle" {
      while !store.effects.isEmpty, let next = simulation.nextDeadline {
        store.advance(by: simulation.clock.now.duration(to: next))
        store.skipReceived()
      }
    } else if line.hasPrefix("@ "), !isEvent {
      store.advance(by: try DurationSyntax.parse(text))
    } else if case .action(let action, name: _) = screen.parse(text) {
      #expect(!line.hasPrefix("! "), "this line is not refused: \(line)")
      if !line.hasPrefix("! ") { store.send(action) }
    } else {
      #expect(line.hasPrefix("! "), "this line is refused: \(line)")
    }
    store.skipReceived()
    #expect(app.screens(of: store.state).last?.id == id, "after \(line)")
  }
}
