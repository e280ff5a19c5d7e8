// Written by cover --swift.
import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import CairnTrail
import Testing

@testable import timeline

@Test func `timeline: login-feed by input`() throws {
  let simulation = Simulation()
  let options = try OptionValues([], among: TimelineApp.options)
  let launch = Launch(.simulated(start: "new"), options: options, in: simulation)
  let app = try TimelineApp(launch)
  func makeStore() -> TestStoreOf<TimelineApp.Root> {
    TestStore(app.state, exhaustivity: .off, simulation: simulation) { app.reducer }
  }
  var store = makeStore()
  func start() {
    if let action = app.firstAction { store.send(action) }
    store.skipReceived()
  }
  start()
  let steps: [(line: String, screen: String)] = [
    ("@ event expired", "login"),
    ("> login", "login"),
    ("@ event expired", "login"),
    ("> username ada", "login"),
    ("> login", "login"),
    ("> password lovelace", "login"),
    ("> login", "feed"),
    ("> refresh", "feed"),
    ("> logout", "login"),
    ("> username ada", "login"),
    ("> password lovelace", "login"),
    ("> login", "feed"),
    ("@ event expired", "login"),
    ("@ event expired", "login"),
  ]
  for (line, id) in steps {
    let isEvent = line.hasPrefix("@ event ")
    let text = String(line.dropFirst(isEvent ? 8 : 2))
    let events = Screen("events", "Events") { return TimelineApp.events }
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
