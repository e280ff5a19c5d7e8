import CairnDump
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

struct MainTests {
  private let signedIn = Root.State.main(Main.State(session: .adaSignedUp))

  @Test func `Main greets the user by name`() {
    let lines = TestStore(signedIn).screen.lines()
    #expect(lines.first?.hasPrefix("Main ") == true)
    #expect(lines.first?.hasSuffix(" 7/7") == true)
    #expect(lines.contains("  Hello, Ada Lovelace!"))
  }

  @Test func `details shows and hides e-mail address and telephone number`() {
    let store = TestStore(signedIn)
    let details = ["  E-mail: ada@example.com", "  Telephone: +44 20 7946 0000"]
    #expect(!details.contains(where: store.screen.lines().contains))
    store.type("details") { $0.modify(.main) { $0.showsDetails = true } }
    #expect(details.allSatisfy(store.screen.lines().contains))
    store.type("details") { $0.modify(.main) { $0.showsDetails = false } }
    store.finish()
  }

  @Test func `lock is saved, ticked and unticked`() async {
    let sessions = SessionStore.memory(initial: .adaSignedUp)
    let store = TestStore(signedIn, sessions: sessions)
    for isLocked in [true, false] {
      store.type("lock") {
        $0.modify(.main) {
          $0.session.locks = isLocked
          $0.phase = .saving
        }
      }
      store.receive(.equal(.main(.lockSaved))) {
        $0.modify(.main) { $0.phase = .ready(problem: nil) }
      }
      var saved = Session.adaSignedUp
      saved.locks = isLocked
      #expect(await sessions.load() == .signedIn(saved))
    }
    store.finish()
  }

  @Test func `a lock that cannot be saved is unticked, with the reason`() async {
    let trouble = Trouble()
    let sessions = SessionStore.memory(initial: .adaSignedUp).having(trouble)
    let reason =
      "No space left on device (saving onboarding.json). Free some space and try again."
    let store = TestStore(signedIn, sessions: sessions)
    store.type("lock") {
      $0.modify(.main) {
        $0.session.locks = true
        $0.phase = .saving
      }
    }
    store.receive(.equal(.main(.lockNotSaved(reason: reason)))) {
      $0.modify(.main) {
        $0.session.locks = false
        $0.phase = .ready(problem: reason)
      }
    }
    #expect(store.screen.notes == [reason])
    #expect(await sessions.load() == .signedIn(.adaSignedUp))
    trouble.end()
    store.type("lock") {
      $0.modify(.main) {
        $0.session.locks = true
        $0.phase = .saving
      }
    }
    #expect(store.screen.notes == [])
    store.receive(.equal(.main(.lockSaved))) {
      $0.modify(.main) { $0.phase = .ready(problem: nil) }
    }
    store.finish()
  }

  @Test func `while the lock is saved, lock and sign-out are refused`() {
    let simulation = Simulation()
    let store = TestStore(
      signedIn, sessions: .memory().taking(.seconds(2), on: simulation.clock),
      simulation: simulation)
    store.type("lock") {
      $0.modify(.main) {
        $0.session.locks = true
        $0.phase = .saving
      }
    }
    store.refuse("lock", "lock is disabled: saving")
    store.refuse("sign-out", "sign-out is disabled: saving")
    #expect(store.screen.lines().contains("  … Saving…"))
    store.type("details") { $0.modify(.main) { $0.showsDetails = true } }
    store.advance(by: .seconds(2))
    store.receive(.equal(.main(.lockSaved))) {
      $0.modify(.main) { $0.phase = .ready(problem: nil) }
    }
    store.finish()
  }

  @Test func `sign-out leaves nothing of the user, in state or in the store`() async {
    let sessions = SessionStore.memory(initial: .adaSignedUp)
    let store = TestStore(signedIn, sessions: sessions)
    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    store.receive(.equal(.main(.signedOut))) { $0 = .ada(at: .welcome) }
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
    let dump = dumped(store.state)
    for typed in ["Ada", "Lovelace", "ada@example.com", "7946", "seeded-"] {
      #expect(!dump.contains(typed))
    }
  }

  @Test func `while signing out, lock and sign-out are refused`() {
    let simulation = Simulation()
    let store = TestStore(
      signedIn, sessions: .memory().taking(.seconds(2), on: simulation.clock),
      simulation: simulation)
    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    store.refuse("lock", "lock is disabled: signing out")
    store.refuse("sign-out", "sign-out is disabled: signing out")
    #expect(store.screen.lines().contains("  … Signing out…"))
    store.advance(by: .seconds(2))
    store.receive(.equal(.main(.signedOut))) { $0 = .ada(at: .welcome) }
    store.finish()
  }

  @Test func `a failed sign-out is reported, and the screen stays`() async {
    let sessions = SessionStore.memory(initial: .adaSignedUp).having(Trouble())
    let reason =
      "No space left on device (removing onboarding.json). Free some space and try again."
    let store = TestStore(signedIn, sessions: sessions)
    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    store.receive(.equal(.main(.notSignedOut(reason: reason)))) {
      $0.modify(.main) { $0.phase = .ready(problem: reason) }
    }
    #expect(store.screen.notes == [reason])
    store.finish()
    #expect(await sessions.load() == .signedIn(.adaSignedUp))
  }

  @Test func `sign-out keeps the rules strict`() {
    let strict = Rules(isStrict: true)
    let store = TestStore(signedIn, rules: strict)
    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    store.receive(.equal(.main(.signedOut))) { $0 = .ada(at: .welcome, rules: strict) }
    store.finish()
  }
}
