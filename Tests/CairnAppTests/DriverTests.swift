import Cairn
import CairnApp
import CairnSimulation
import Testing

/// The events that the observer of a driver receives.
struct DriverObserverTests {
  @Test func `every event is observed before it takes effect`() throws {
    var events: [String] = []
    let simulation = Simulation()
    let app = Lamp(Launch(.simulated(start: "new"), in: simulation))
    let driver = Driver(app, in: simulation) { event, isOn, time in
      let text =
        switch event {
        case .action(let action, from: let source): "\(action) from \(source)"
        case .dismissal(of: let action, let depth): "dismissal by \(action), \(depth) deep"
        case .restart: "restart"
        case .restored(let number): "back to \(number)"
        case .end: "end"
        }
      events.append("\(time.components.seconds)s \(isOn): \(text)")
    }
    driver.send(.blink)
    simulation.advance(by: .seconds(2))
    let on = driver.checkpoint
    driver.send(.toggle)
    _ = driver.restore(on)
    #expect(driver.state)
    driver.restart()
    driver.end()
    #expect(
      events == [
        "0s false: started from start", "0s false: blink from person",
        "0s false: toggle from effect", "2s true: toggle from person", "2s false: back to 3",
        "2s true: restart", "2s false: started from start", "2s false: end",
      ])
  }

  @Test func `the first action is that of the process that starts`() throws {
    let simulation = Simulation()
    let driver = Driver(Diary(Launch(.simulated(start: "new"), in: simulation)), in: simulation)
    #expect(driver.state == ["welcome"])
    driver.send("saved")
    driver.restart()
    #expect(driver.state == ["welcome back"])
  }

  /// Keeps what is sent.
  private struct Diary: App {
    static let name = "diary"
    static let summary = "Keeps words."
    let state: [String] = []
    let reducer: Reduce<[String], String>
    private let saved: Guarded<String>
    var firstAction: String? { saved.withLock { $0.isEmpty } ? "welcome" : "welcome back" }

    init(_ launch: Launch) {
      saved = launch.memory.keep("")
      reducer = Reduce { [saved] state, action in
        state.append(action)
        if action == "saved" { saved.withLock { $0 = action } }
        return .none
      }
    }

    func screens(of state: [String]) -> [Screen<String>] { [Screen("diary", "Diary") {}] }
  }

  private struct Lamp: App, Reducer {
    enum Action { case started, toggle, blink }

    static let name = "lamp"
    static let summary = "Switches a lamp."
    let state = false
    var reducer: Lamp { self }
    let firstAction: Action? = .started

    init(_ launch: Launch) {}

    func reduce(into state: inout Bool, action: Action) -> Effect<Action> {
      if action == .toggle { state.toggle() }
      return action == .blink ? .send(.toggle) : .none
    }

    func screens(of state: Bool) -> [Screen<Action>] {
      [Screen("lamp", "Lamp") { Button("toggle", .toggle) }]
    }
  }
}

struct StopwatchTests {
  @Test func `a stopwatch reads the time since it was made, however often it is read`() {
    let simulation = Simulation()
    simulation.advance(by: .seconds(2))
    let clock: any Clock<Duration> = simulation.clock
    let elapsed = clock.stopwatch()
    for expected in 0...2 {
      #expect(elapsed() == .milliseconds(expected) && elapsed() == .milliseconds(expected))
      simulation.advance(by: .milliseconds(1))
    }
    #expect(clock.stopwatch()() == .zero)
  }
}

struct TimeTravelTests {
  private var travel = TimeTravel<Int>()

  init() {
    travel.record("one", before: 0, after: 1)
    travel.record("two", before: 1, after: 2)
  }

  @Test func `undo gives the input and the state before it, and redo the undone state`() {
    var travel = travel
    #expect(travel.redo() == nil)
    // Time has changed the state since the last input.
    #expect(travel.undo(from: 20) ?? ("", -1) == ("two", 1))
    #expect(travel.undo(from: 1) ?? ("", -1) == ("one", 0))
    #expect(travel.undo(from: 0) == nil && travel.position == 0)
    #expect(travel.redo() ?? ("", -1) == ("one", 1))
    #expect(travel.redo() ?? ("", -1) == ("two", 20))
    #expect(travel.redo() == nil && travel.position == 2)
    // Recording discards undone steps.
    _ = travel.undo(from: 20)
    travel.record("three", before: 1, after: 3)
    #expect(travel.steps.map(\.input) == ["one", "three"])
    #expect(travel.redo() == nil)
    #expect(travel.undo(from: 3) ?? ("", -1) == ("three", 1))
  }

  @Test func `going to a step undoes or redoes all between`() {
    var travel = travel
    let back = travel.go(to: 0, from: 20)
    #expect(back?.inputs == ["two", "one"])
    #expect(back?.state == 0)
    let forth = travel.go(to: 2, from: 0)
    #expect(forth?.inputs == ["one", "two"])
    // Includes the changes that time made before the undo.
    #expect(forth?.state == 20)
    #expect(travel.go(to: 1, from: 20)?.state == 1)
    // There is nowhere else to go.
    for position in [-1, 1, 3] { #expect(travel.go(to: position, from: 1) == nil) }
    #expect(travel.position == 1)
  }

  @Test func `the state at every step can be looked at without going there`() {
    var travel = travel
    #expect((-1...3).map { travel.state(at: $0, current: 20) } == [nil, 0, 1, 20, nil])
    _ = travel.go(to: 0, from: 20)
    #expect((0...2).map { travel.state(at: $0, current: 5) } == [5, 1, 20])
  }
}

struct OptionValuesTests {
  private let options = [
    AppOption("--state", value: "FILE", help: ""), AppOption("--strict", help: ""),
    AppOption("-v", help: ""),
  ]

  @Test(arguments: [["--state", "a.json", "--strict"], ["--strict", "--state=a.json"]])
  func `the value of an option is the next word or attached`(words: [String]) throws {
    let values = try OptionValues(words, among: options)
    #expect(values["--state"] == "a.json" && values["-v"] == nil)
    #expect(values.has("--strict") && !values.has("-v"))
    #expect(values.words(among: options) == ["--state=a.json", "--strict"])
    #expect(try OptionValues(values.words(among: options), among: options) == values)
  }

  @Test(arguments: [
    (["--state="], ""), (["--state", ""], ""), (["--state=a=b"], "a=b"), (["--state", "-v"], "-v"),
  ])
  func `a value is taken as it is`(words: [String], value: String) throws {
    #expect(try OptionValues(words, among: options)["--state"] == value)
  }

  @Test func `options and operands may be mixed, and two dashes end the options`() throws {
    let (values, operands) = try OptionValues.parse(
      ["replay", "-v", "-", "a.trail", "--", "--strict", "--"], among: options)
    #expect(operands == ["replay", "-", "a.trail", "--strict", "--"])
    #expect(values.words(among: options) == ["-v"])
  }

  @Test(arguments: [
    (["--strct"], "unknown option --strct; did you mean --strict?"),
    (["--strct=x"], "unknown option --strct; did you mean --strict?"),
    (["\u{1B}[2J"], #""\u{1B}[2J" is not an option; there are: --state, --strict, -v"#),
    (["-v", "x", "y"], #""x" is not an option; there are: --state, --strict, -v"#),
    (["-v", "-v"], "the option -v is given twice; give it once"),
    (["--state=a", "--state", "a"], "the option --state is given twice; give it once"),
    (["--strict="], "the option --strict takes no value"),
    (["-v", "--state"], "the option --state needs a value: --state FILE"),
    (["-v"], "unknown option -v; there are none"),
  ])
  func `wrong options are refused with a suggestion`(words: [String], message: String) {
    let among = message.hasSuffix("none") ? [] : options
    let error = #expect(throws: UsageError.self) { try OptionValues(words, among: among) }
    #expect(error?.description == message)
  }
}

struct ValidationTests {
  @Test(arguments: [
    ("", ""), (" ", ""), ("a", "a"), (" a ", "a"), ("\t a  b\u{3000}\n", "a  b"),
    ("👩🏽‍🚀 ", "👩🏽‍🚀"),
  ])
  func `surrounding white space is trimmed`(text: String, trimmed: String) {
    #expect(text.trimmed == trimmed)
    #expect([text.isBlank, Secret(text).isBlank] == [trimmed.isEmpty, trimmed.isEmpty])
  }
}
