import CairnDump
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

struct MainTests {
  private let signedIn = Root.State.main(Main.State(session: .adaSignedUp))

  @Test func `lock is saved, ticked and unticked, and unticked with the reason if it fails`() async
  {
    let trouble = Trouble(nil)
    let sessions = SessionStore.memory(initial: .adaSignedUp).having(trouble)
    let store = TestStore(signedIn, sessions: sessions)
    var saved = Session.adaSignedUp
    func toggle(_ isLocked: Bool) {
      store.type("lock") {
        $0.modify(.main) {
          $0.session.locks = isLocked
          $0.phase = .saving
        }
      }
    }
    for isLocked in [true, false] {
      toggle(isLocked)
      store.receive(.equal(.main(.lockSaved))) {
        $0.modify(.main) { $0.phase = .ready(problem: nil) }
      }
      saved.locks = isLocked
      #expect(await sessions.load() == .signedIn(saved))
    }
    trouble.begin()
    toggle(true)
    store.receive(.equal(.main(.lockNotSaved(reason: Trouble.problem())))) {
      $0.modify(.main) {
        $0.session.locks = false
        $0.phase = .ready(problem: Trouble.problem())
      }
    }
    #expect(store.screen.notes == [Trouble.problem()])
    #expect(await sessions.load() == .signedIn(.adaSignedUp))
    store.finish()
  }

  @Test func `sign-out leaves nothing of the user, and the rules stay`() async {
    let strict = Rules(isStrict: true)
    let sessions = SessionStore.memory(initial: .adaSignedUp)
    let store = TestStore(signedIn, sessions: sessions, rules: strict)
    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    store.receive(.equal(.main(.signedOut))) { $0 = .ada(at: .welcome, rules: strict) }
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
    let dump = dumped(store.state)
    for typed in ["Ada", "Lovelace", "ada@example.com", "7946", "seeded-"] {
      #expect(!dump.contains(typed))
    }
  }

  @Test func `a failed sign-out is reported, and the screen stays`() async {
    let sessions = SessionStore.memory(initial: .adaSignedUp).having(Trouble())
    let store = TestStore(signedIn, sessions: sessions)
    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    let problem = Trouble.problem("removing")
    store.receive(.equal(.main(.notSignedOut(reason: problem)))) {
      $0.modify(.main) { $0.phase = .ready(problem: problem) }
    }
    #expect(store.screen.notes == [problem])
    store.finish()
    #expect(await sessions.load() == .signedIn(.adaSignedUp))
  }
}
