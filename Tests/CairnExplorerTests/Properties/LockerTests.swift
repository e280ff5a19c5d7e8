import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// Every kind of property, refuted by an app that violates it.
@Suite struct LockerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: Locker.Flaw
    let property: String
    /// The other properties that it violates.
    var others: [String] = []
    let steps: String
    /// The prefix of the player's problem with the last line, if it is not the violated property.
    var problem: String?

    var testDescription: String { flaw.rawValue }
  }

  static let cases = [
    Case(
      flaw: .pinInState, property: "no secret after locking",
      steps: "> pin 1234\n> open\n> lock\n"),
    Case(
      flaw: .pinInMemory, property: "no secret after locking",
      steps: "> pin 1234\n> open\n> lock\n"),
    Case(
      flaw: .deadButton, property: "every input has an effect",
      steps: "# This input has no effect in any state; disable it.\n! knock\n",
      problem: "the line should be refused, but is accepted on the screen \"door\""),
    Case(
      flaw: .goneDrawer, property: "no runtime issue",
      others: ["every input has an effect"], steps: "> pin 1234\n> open\n> peek\n",
      problem: """
        "path" (action 3) is for a screen that is not there: \
        screen #0 is not in \\State.path: it is empty.
        """),
    Case(
      flaw: .leakedLight, property: "no leaked effect",
      steps: """
        > pin 1234
        > open
        > drawer
        > light
        > close
        # The screen that started the effect no longer exists.
        ? effects 0

        """, problem: "expected: 0\nactual:   1"),
    Case(
      flaw: .openToAll, property: "every step: the right PIN opens", steps: "> pin 9876\n> open\n"),
    Case(
      flaw: .jam, property: "always reachable: the screen open",
      steps: "> pin 9876\n> open\n# The screen is not reachable from here.\n? screen open\n",
      problem: "expected: open\nactual:   blocked"),
    Case(
      flaw: .unguardedOpen, property: "refused means unchanged", steps: "! open\n",
      problem: """
        the screen refuses the line (open is disabled: a PIN is needed), but the reducer does not: \
        its action changed the state or the effects
        guards belong to the reducer; the screen only mirrors them
        """),
    Case(
      flaw: .blankAfterDamage, property: "no dead end",
      others: ["always reachable: the screen open", "no leaked effect"],
      steps: """
        > pin 1234
        > open
        @ restart
        # Dead end: no input changes the state, and no effect is in flight: the next line fails.
        ? effects 1

        """, problem: "expected: 1\nactual:   0"),
    Case(
      flaw: .wrongWayBack, property: "close undoes drawer",
      steps: "> pin 1234\n> open\n> drawer\n> close\n",
      problem: "locker violates a property: close undoes drawer\n- pin: ••••\n+ pin: \"\""),
  ]

  private func explored(_ flaw: Locker.Flaw?) throws -> AppExploration<Locker> {
    var model = AppModel<Locker>.bare(options: flaw.map { ["--flaw=\($0.rawValue)"] } ?? [])
    // A restart, or an action of a disabled input, would hide the other flaws.
    if flaw == nil || flaw == .unguardedOpen { model.without.remove(.disabled) }
    if flaw == nil || flaw == .blankAfterDamage { model.without.remove(.restarts) }
    return try model.explore()
  }

  @Test func `without a flaw everything is proved`() throws {
    let exploration = try explored(nil)
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.screens == ["door", "open", "drawer"])
    #expect(Self.cases.map(\.flaw) == Locker.Flaw.allCases, "every flaw has a case")
  }

  @Test(arguments: cases)
  func `a flaw violates its property, with a shortest trail that fails`(
    _ expected: Case
  ) throws {
    let exploration = try explored(expected.flaw)
    #expect(Set(exploration.refuted) == Set([expected.property] + expected.others))
    #expect(exploration.limit == nil)
    #expect(
      exploration[expected.property]?.trail == """
        % app locker
        % options --flaw=\(expected.flaw.rawValue)
        # This does not hold: \(expected.property)
        \(expected.steps)
        """)
    let failure = try #require(try exploration.playedTrail(of: expected.property))
    let problem = expected.problem ?? "locker violates a property: \(expected.property)"
    #expect(failure.problem.hasPrefix(problem), "\(failure.problem)")
    #expect(expected.steps.hasSuffix("\(failure.source)\n"))
    if expected.flaw == .goneDrawer {
      // The remark of a runtime issue is its message.
      let remark = try #require(exploration[expected.property]?.remark)
      #expect(failure.problem.hasPrefix(remark.prefix { $0 != "(" }), "\(remark)")
    }
  }
}

/// A locker with a PIN and drawers, correct or with one flaw, which an option selects.
struct Locker: TestApp, Reducer {
  enum Flaw: String, CaseIterable, Sendable {
    /// The PIN stays in the state when the locker is closed.
    case pinInState = "pin-in-state"
    /// The PIN stays in the memory of a stand-in when the locker is closed.
    case pinInMemory = "pin-in-memory"
    /// A button without effect.
    case deadButton = "dead-button"
    /// A button for a drawer while no drawer is open.
    case goneDrawer = "gone-drawer"
    /// The light of a drawer outlives the drawer.
    case leakedLight = "leaked-light"
    /// Any PIN opens the locker.
    case openToAll = "open-to-all"
    /// A wrong PIN blocks the locker permanently.
    case jam
    /// `open` is disabled without a PIN, but the reducer enters another one.
    case unguardedOpen = "unguarded-open"
    /// The end of the process while the locker opens leads to an empty screen.
    case blankAfterDamage = "blank-after-damage"
    /// Closing a drawer removes the PIN.
    case wrongWayBack = "wrong-way-back"
  }

  struct State: Hashable {
    var pin: Secret = ""
    var isOpen = false
    /// Whether a blocked locker is being shaken.
    var isShaken: Bool?
    /// Whether the locker was damaged when it was opened.
    var isBlank = false
    var path: StackState<Drawer.State> = []
  }

  enum Action: Sendable {
    case pinChanged(Secret)
    case open, shake, nothing, drawer, lock
    case path(StackAction<Drawer.Action>)

    static let path = CasePath(Self.path) { if case .path(let x) = $0 { x } else { nil } }
  }

  static let options = [AppOption("--flaw", value: "NAME", help: "the mistake that is in it")]
  static let samples = ["pin": ["1234", "9876"]]
  static let properties: [AppProperty<State>] =
    .standard() + [
      .alwaysReachable(screen: "open"), .backUndoes("drawer", with: "close"),
      .noSecret("locking") { before, after in before.isOpen && !after.isOpen },
      .step("the right PIN opens") { before, step, after in
        before.isOpen || !after.isOpen || step == .input("open") && before.pin == "1234"
      },
    ]

  let flaw: Flaw?
  let log: Guarded<String>
  let clock: any Clock<Duration>
  var reducer: Locker { self }
  var state: State { State(isBlank: log.withLock { $0 == "opening" }) }

  init(_ launch: Launch) {
    flaw = launch.options["--flaw"].flatMap(Flaw.init)
    (log, clock) = (launch.memory.keep(""), launch.clock)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pinChanged(let pin): state.pin = pin
      case .open: return open(&state)
      case .shake: state.isShaken?.toggle()
      case .drawer: if state.isOpen, state.path.isEmpty { state.path.push(Drawer.State()) }
      case .lock: state = State(pin: flaw == .pinInState ? state.pin : "")
      case .path(.element(_, .light)) where flaw == .leakedLight: return Drawer.light(on: clock)
      case .path(.element(_, .close)) where flaw == .wrongWayBack: state.pin = ""
      case .nothing, .path: break
      }
      return .none
    }
    .forEach(\.path, Action.path) { Drawer(clock: clock) }
  }

  private func open(_ state: inout State) -> Effect<Action> {
    guard state.pin == "1234" || flaw == .openToAll else {
      if flaw == .jam { state.isShaken = false }
      if flaw == .unguardedOpen, state.pin.isEmpty { state.pin = "9876" }
      return .none
    }
    state.isOpen = true
    switch flaw {
    case .pinInMemory:
      return .run(name: "log") { [log, pin = state.pin] _ in
        log.withLock { $0 = "opened with \(pin.reveal())" }
      }
    case .blankAfterDamage:
      return .run(name: "log") { [log, clock] _ in
        log.withLock { $0 = "opening" }
        try await clock.sleep(for: .seconds(1))
        log.withLock { $0 = "" }
      }
      .cancellable(id: "log", cancelInFlight: true)
    default: return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Field("pin", secure: state.pin) { .pinChanged($0) }
    Button("open", disabledBecause: state.pin.isEmpty ? "a PIN is needed" : nil, .open)
    if flaw == .deadButton { Button("knock", .nothing) }
  }

  func screens(of state: State) -> [Screen<Action>] {
    if state.isBlank { return [Screen("blank", "Blank") {}] }
    if state.isShaken != nil {
      return [Screen("blocked", "Blocked") { Button("shake", .shake) }]
    }
    guard state.isOpen else { return [Screen("door", "Door") { return elements(of: state) }] }
    let open = Screen<Action>("open", "Open") {
      Button("drawer", .drawer)
      if flaw == .goneDrawer { Button("peek", .path(.element(id: 0, action: .light))) }
      Button("lock", .lock)
    }
    let drawers = state.path.ids.map { id in
      Screen<Action>("drawer", "Drawer") {
        Button("light", .path(.element(id: id, action: .light)))
        Button("close", .path(.element(id: id, action: .close)))
      }
    }
    return [open] + drawers
  }
}

/// A screen above the open locker.
struct Drawer: Reducer {
  struct State: Hashable {}
  enum Action: Sendable { case light, close }

  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .light: Self.light(on: clock)
    case .close: .dismiss
    }
  }

  /// Stays on for a second.
  static func light<Sent>(on clock: any Clock<Duration>) -> Effect<Sent> {
    Effect<Sent>.run(name: "light") { _ in try await clock.sleep(for: .seconds(1)) }
      .cancellable(id: "light", cancelInFlight: true)
  }
}
