// Written by cover --swift.
import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import CairnTrail
import Testing

@testable import accounts

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

@Test func `accounts: starting-to-images by input`() throws {
  let simulation = Simulation(
    choices: TrailChoices(
      choices: [
        "images: works", "1/2", "images: works", "images: is empty", "images: works",
        "images: is broken", "images: fails", "images: is too large",
      ],
      delays: [
        "500ms", "1s", "1s", "1s", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms",
        "1s", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "500ms", "1s", "500ms",
        "500ms", "500ms", "500ms", "500ms",
      ]))
  simulation.choices.answerTime = try DurationSyntax.parse("0s")...DurationSyntax.parse("1s")
  let options = try OptionValues([], among: AccountsApp.options)
  let launch = Launch(.simulated(start: "new"), options: options, in: simulation)
  let app = try AccountsApp(launch)
  func makeStore() -> TestStoreOf<AccountsApp.Root> {
    TestStore(app.state, exhaustivity: .off, simulation: simulation) { app.reducer }
  }
  var store = makeStore()
  func start() {
    if let action = app.firstAction { store.send(action) }
    store.skipReceived()
  }
  start()
  let steps: [(line: String, screen: String)] = [
    ("@ 500ms", "login"),
    ("> email ada@example.com", "login"),
    ("> password s3cret-pw!", "login"),
    ("> login", "login"),
    ("> go-signup", "signup"),
    ("> email ada@example.com", "signup"),
    ("> password s3cret-pw!", "signup"),
    ("> first-name Ada", "signup"),
    ("> last-name Lovelace", "signup"),
    ("> mobile +60 12-345 6789", "signup"),
    ("> gender female", "signup"),
    ("> signup", "signup"),
    ("! email ada@example.com", "signup"),
    ("! password s3cret-pw!", "signup"),
    ("! first-name Ada", "signup"),
    ("! last-name Lovelace", "signup"),
    ("! mobile +60 12-345 6789", "signup"),
    ("! gender female", "signup"),
    ("! signup", "signup"),
    ("! back", "signup"),
    ("@ restart", "starting"),
    ("@ restart", "starting"),
    ("@ 500ms", "login"),
    ("> login", "login"),
    ("@ restart", "starting"),
    ("@ 500ms", "login"),
    ("> go-signup", "signup"),
    ("> signup", "signup"),
    ("> back", "login"),
    ("> email ada@example.com", "login"),
    ("> password s3cret-pw!", "login"),
    ("> login", "login"),
    ("@ 500ms", "login"),
    ("@ restart", "starting"),
    ("@ 500ms", "login"),
    ("> go-signup", "signup"),
    ("> email ada@example.com", "signup"),
    ("> password an0ther-pw!", "signup"),
    ("> mobile +60 12-345 6789", "signup"),
    ("> gender female", "signup"),
    ("> signup", "signup"),
    ("@ 500ms", "signup"),
    ("@ 500ms", "home"),
    ("> edit", "edit"),
    ("> mobile +60 12-345 6789", "edit"),
    ("> save", "edit"),
    ("! mobile +60 12-345 6789", "edit"),
    ("! save", "edit"),
    ("! cancel", "edit"),
    ("@ 500ms", "home"),
    ("> images", "images"),
    ("> back", "home"),
    ("> logout", "home"),
    ("! edit", "home"),
    ("! images", "home"),
    ("! logout", "home"),
    ("@ 500ms", "login"),
    ("> email ada@example.com", "login"),
    ("> password an0ther-pw!", "login"),
    ("> login", "login"),
    ("@ 500ms", "login"),
    ("! email ada@example.com", "login"),
    ("! password s3cret-pw!", "login"),
    ("> login", "login"),
    ("> go-signup", "login"),
    ("@ 500ms", "home"),
    ("@ restart", "starting"),
    ("@ 500ms", "home"),
    ("> edit", "edit"),
    ("> cancel", "home"),
    ("> edit", "edit"),
    ("@ restart", "starting"),
    ("@ 500ms", "home"),
    ("> images", "images"),
    ("@ 500ms", "images"),
    ("@ restart", "starting"),
    ("@ 500ms", "home"),
    ("> images", "images"),
    ("@ 500ms", "images"),
    ("> retry", "images"),
    ("> back", "home"),
    ("> images", "images"),
    ("@ 500ms", "images"),
    ("> retry", "images"),
    ("@ 500ms", "images"),
    ("> retry", "images"),
    ("@ 500ms", "images"),
    ("> back", "home"),
    ("> edit", "edit"),
    ("> mobile 015-345 6789", "edit"),
    ("> save", "edit"),
    ("> cancel", "home"),
    ("> logout", "home"),
    ("@ 500ms", "login"),
    ("> go-signup", "signup"),
    ("> email ada@example.com", "signup"),
    ("> password s3cret-pw!", "signup"),
    ("> mobile +60 12-345 6789", "signup"),
    ("> gender female", "signup"),
    ("> signup", "signup"),
    ("@ 500ms", "signup"),
  ]
  for (line, id) in steps {
    let isEvent = line.hasPrefix("@ event ")
    let text = String(line.dropFirst(isEvent ? 8 : 2))
    let events = Screen("events", "Events") { return AccountsApp.events }
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
