// Written by cover --swift.
import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import CairnTrail
import Testing

@testable import workout

/// The choices of the trail, in order; after them the first options, and the longest delays.
private struct TrailChoices: ChoiceSource {
  var choices: ArraySlice<String>
  var delays: ArraySlice<String>

  mutating func index(for choice: ChoicePoint) -> Int {
    guard let next = choices.popFirst() else { return 0 }
    let answers = choice.options.map { "\(choice.question): \($0)".filter { $0 != "\"" } }
    if let index = answers.firstIndex(of: next.filter { $0 != "\"" }) { return index }
    return (Int(next.prefix { $0 != "/" }) ?? 1) - 1
  }

  mutating func delay(in range: ClosedRange<Duration>) -> Duration {
    delays.popFirst().flatMap { try? DurationSyntax.parse($0) } ?? range.upperBound
  }
}

@Test func `workout: starting-to-profile by input`() throws {
  let simulation = Simulation(
    choices: TrailChoices(
      choices: ["1/2", "1/2", "1/2", "1/2", "1/2", "1/2", "a cancelled write: takes place"],
      delays: [
        "1s", "500ms", "1s", "500ms", "500ms", "500ms", "500ms", "1s", "500ms", "500ms", "500ms",
        "1s", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms",
        "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms",
        "500ms", "500ms", "500ms", "500ms", "500ms",
      ]))
  simulation.choices.answerTime = try DurationSyntax.parse("0s")...DurationSyntax.parse("1s")
  let options = try OptionValues([], among: WorkoutApp.options)
  let launch = Launch(.simulated(start: "new"), options: options, in: simulation)
  let app = try WorkoutApp(launch)
  func makeStore() -> TestStoreOf<WorkoutApp.Root> {
    TestStore(app.state, exhaustivity: .off, simulation: simulation) { app.reducer }
  }
  var store = makeStore()
  func start() {
    if let action = app.firstAction { store.send(action) }
    store.skipReceived()
  }
  start()
  let steps: [(line: String, screen: String)] = [
    ("> retry", "starting"),
    ("@ 500ms", "get-started"),
    ("! next", "get-started"),
    ("> email Registered@Email.com", "get-started"),
    ("> email \" \"", "get-started"),
    ("@ restart", "starting"),
    ("@ restart", "starting"),
    ("@ 500ms", "get-started"),
    ("> email Registered@Email.com", "get-started"),
    ("> next", "get-started"),
    ("! next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "login"),
    ("! login", "login"),
    ("> email Registered@Email.com", "login"),
    ("> email \" \"", "login"),
    ("! login", "login"),
    ("> password password", "login"),
    ("! login", "login"),
    ("> email Registered@Email.com", "login"),
    ("> email \" \"", "login"),
    ("> cancel", "get-started"),
    ("> email ada@example.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "signup"),
    ("! signup", "signup"),
    ("> email Registered@Email.com", "signup"),
    ("> email \" \"", "signup"),
    ("! signup", "signup"),
    ("> password password", "signup"),
    ("! signup", "signup"),
    ("> email Registered@Email.com", "signup"),
    ("! signup", "signup"),
    ("> email \" \"", "signup"),
    ("> gender female", "signup"),
    ("! signup", "signup"),
    ("> email Registered@Email.com", "signup"),
    ("> email \" \"", "signup"),
    ("> password password", "signup"),
    ("> cancel", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "signup"),
    ("> password password", "signup"),
    ("> gender female", "signup"),
    ("> password password", "signup"),
    ("> signup", "signup"),
    ("! email Registered@Email.com", "signup"),
    ("! password password", "signup"),
    ("! gender female", "signup"),
    ("! signup", "signup"),
    ("@ 1s", "signup"),
    ("@ restart", "starting"),
    ("@ 500ms", "get-started"),
    ("> email Registered@Email.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "login"),
    ("> password password", "login"),
    ("> login", "login"),
    ("! email Registered@Email.com", "login"),
    ("! password password", "login"),
    ("! login", "login"),
    ("@ 1s", "login"),
    ("@ 500ms", "profile"),
    ("> logout", "profile"),
    ("! logout", "profile"),
    ("@ restart", "starting"),
    ("@ 500ms", "get-started"),
    ("> email Registered@Email.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "login"),
    ("@ restart", "starting"),
    ("@ 500ms", "get-started"),
    ("> email ada@example.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "signup"),
    ("> gender female", "signup"),
    ("! signup", "signup"),
    ("> email Registered@Email.com", "signup"),
    ("> email \" \"", "signup"),
    ("! signup", "signup"),
    ("> gender female", "signup"),
    ("> email Registered@Email.com", "signup"),
    ("> password password", "signup"),
    ("> signup", "signup"),
    ("@ 1s", "signup"),
    ("> cancel", "get-started"),
    ("> email Registered@Email.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "login"),
    ("> password s3cret", "login"),
    ("> login", "login"),
    ("@ 1s", "login"),
    ("@ 500ms", "login"),
    ("> password password", "login"),
    ("> login", "login"),
    ("@ 1s", "login"),
    ("@ 500ms", "profile"),
    ("> logout", "profile"),
    ("@ 500ms", "profile"),
    ("@ 500ms", "get-started"),
    ("> email Registered@Email.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "login"),
    ("> password password", "login"),
    ("> login", "login"),
    ("@ 1s", "login"),
    ("@ 500ms", "profile"),
    ("@ 500ms", "profile"),
    ("@ restart", "starting"),
    ("@ 500ms", "profile"),
    ("> logout", "profile"),
    ("@ 500ms", "get-started"),
    ("> email ada@example.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "signup"),
    ("> password s3cret", "signup"),
    ("> gender female", "signup"),
    ("> signup", "signup"),
    ("@ 1s", "signup"),
    ("> cancel", "get-started"),
    ("> email \" \"", "get-started"),
    ("@ 500ms", "get-started"),
    ("> email ada@example.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "login"),
    ("> password s3cret", "login"),
    ("> login", "login"),
    ("@ 1s", "login"),
    ("@ 500ms", "profile"),
    ("> logout", "profile"),
    ("@ 500ms", "profile"),
    ("@ 500ms", "get-started"),
    ("> email ada@example.com", "get-started"),
    ("> next", "get-started"),
    ("@ 1s", "get-started"),
    ("@ 500ms", "login"),
    ("> password s3cret", "login"),
    ("> login", "login"),
    ("@ 1s", "login"),
    ("@ 500ms", "profile"),
    ("@ 500ms", "profile"),
    ("@ restart", "starting"),
    ("@ 500ms", "profile"),
  ]
  for (line, id) in steps {
    let isEvent = line.hasPrefix("@ event ")
    let text = String(line.dropFirst(isEvent ? 8 : 2))
    let events = Screen("events", "Events") { return WorkoutApp.events }
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
