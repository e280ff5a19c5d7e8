import Cairn
import CairnSimulation
import CairnStorage
import CairnTesting
import Testing

@testable import onboarding

/// The sign-up, from screen to screen.
struct FlowTests {
  /// An action of a screen below, as from a second key before the first one has its effect.
  @Test(arguments: [
    (Root.State.ada(at: .terms), Root.Action.onboarding(.next), Root.Action?.none),
    (.ada(at: .personalInfo), .path(.credentials(.next)), .path(.credentials(.completed))),
  ])
  func `two quick nexts push one screen`(
    state: Root.State, next: Root.Action, completed: Root.Action?
  ) {
    let store = TestStore(state)
    store.send(next)
    if let completed { store.receive(.equal(completed)) }
    store.finish()
  }

  @Test func `with a note of any length Welcome has at most 12 lines, and shows a short one whole`()
  {
    let note = Array(repeating: "onboarding", count: 40).joined(separator: " ")
    for (note, isWhole) in [(note, true), (String(repeating: "漢字 ", count: 1_000), false)] {
      let screen = TestStore(.onboarding(Onboarding.State(rules: Rules(), note: note))).screen
      #expect(screen.names == ["next"] && screen.notes == [note])
      #expect(screen.lines().joined().contains("…") != isWhole)
      #expect(screen.lines().count <= 12)
    }
  }
}

struct RootTests {
  private static let damagedNote =
    "The saved session onboarding.json could not be understood and was kept as "
    + "onboarding.json.damaged."

  @Test func `a second start cancels the loading of the first`() {
    let simulation = Simulation()
    let store = TestStore(
      .starting,
      sessions: .memory(holding: "{") { $0.taking(.seconds(2), on: simulation.clock) },
      simulation: simulation)
    store.send(.started)
    store.advance(by: .seconds(1))
    store.send(.started)
    store.advance(by: .seconds(2))
    store.receive(.equal(.loaded(.signedOut(note: Self.damagedNote)))) {
      $0 = .onboarding(Onboarding.State(rules: Rules(), note: Self.damagedNote))
    }
    #expect(store.screen.notes == [Self.damagedNote])
    store.finish()
  }

  @Test(arguments: [Root.State.ada(at: .newPIN), .main(Main.State(session: .grace))])
  func `once started, neither a start nor a late answer changes anything`(state: Root.State) {
    let store = TestStore(state, sessions: .memory(initial: .ada))
    store.send(.started)
    store.send(.loaded(.signedIn(.ada)))
    store.send(.locked(wrongTries: 0))
    store.send(.loaded(.signedOut(note: "late")))
    store.finish()
  }
}

struct ConfirmPINTests {
  @Test(arguments: ["471", "47110", " 4711", "４７１１"])
  func `a confirmation that is close to the PIN is reported, and the field is emptied`(
    confirmation: String
  ) {
    let store = TestStore(.ada(at: .confirmPIN, confirming: Secret(confirmation)))
    store.type("next") {
      $0.top(.confirmPIN) {
        $0.confirmation = ""
        $0.phase = .editing(problem: "PINs do not match")
      }
    }
    #expect(store.screen.notes == ["PINs do not match"])
    store.type("confirm 4711") {
      $0.top(.confirmPIN) {
        $0.confirmation = "4711"
        $0.phase = .editing(problem: nil)
      }
    }
    store.finish()
  }

  @Test func `values are saved without surrounding white space`() {
    let credentials = Credentials.State(rules: Rules(), email: " a@b.cd\t", password: "secret")
    let personalInfo = PersonalInfo.State(
      rules: Rules(), firstName: "\u{3000}Ada  Augusta ", lastName: "\nLovelace", telephone: " 1 ")
    #expect(
      Profile(credentials, personalInfo).session(pinHash: "hash")
        == Session(
          firstName: "Ada  Augusta", lastName: "Lovelace", email: "a@b.cd", telephone: "1",
          locks: false, pinHash: "hash"))
  }

  @Test func `after the screens are popped during a save, no reply arrives`() {
    let simulation = Simulation()
    let sessions = SessionStore.memory(holding: nil) {
      $0.taking(.seconds(2), on: simulation.clock)
    }
    let store = TestStore(.ada(at: .confirmPIN), sessions: sessions, simulation: simulation)
    store.type("next") { $0.top(.confirmPIN) { $0.phase = .submitting } }
    store.send(.path(.personalInfo(.back))) {
      $0.pop()
      $0.pop()
      $0.pop {
        $0.personalInfo = PersonalInfo.State(
          rules: Rules(), firstName: "Ada", lastName: "Lovelace", telephone: "+44 20 7946 0000")
      }
    }
    store.advance(by: .seconds(3))
    store.finish()
  }
}
