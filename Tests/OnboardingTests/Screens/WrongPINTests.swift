import Cairn
import CairnSimulation
import CairnStorage
import CairnTesting
import Synchronization
import Testing

@testable import onboarding

/// Wrong PINs: waits, the count on disk, and the removal of the session.
struct WrongPINTests {
  private let simulation = Simulation()

  private func store(
    wrongTries: Int = 0, sessions: SessionStore
  ) -> TestStore<Root.State, Root.Action> {
    let store = TestStore(
      .unlock(Unlock.State(pin: "0815", wrongTries: wrongTries)), sessions: sessions,
      simulation: simulation)
    store.exhaustivity = .off
    return store
  }

  private func start(_ sessions: SessionStore) -> TestStore<Root.State, Root.Action> {
    let store = TestStore(.starting, sessions: sessions, simulation: simulation)
    store.exhaustivity = .off
    store.send(.started)
    return store
  }

  private func session(wrongTries: Int) -> Session { .adaSignedUp.locked(wrongTries: wrongTries) }

  @Test func `the tenth wrong PIN removes the session, and Welcome says so`() async {
    let sessions = SessionStore.memory(initial: session(wrongTries: 9))
    let store = store(wrongTries: 9, sessions: sessions)
    store.type("unlock")
    store.receive(.equal(.unlock(.wrongPIN(tries: 10))))
    let note = "The PIN was wrong 10 times. The session was removed."
    store.receive(.equal(.unlock(.removed(note: note))))
    #expect(store.screen.id == "welcome" && store.screen.notes == [note])
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
  }

  @Test func `if the session cannot be removed, no PIN is tried any more`() {
    let trouble = Trouble(hasBegun: false)
    let sessions = SessionStore.memory(initial: session(wrongTries: 9)).having(trouble)
    let store = store(wrongTries: 9, sessions: sessions)
    store.type("unlock")
    trouble.begin()
    store.receive(.equal(.unlock(.wrongPIN(tries: 10))))
    store.skipReceived()
    #expect(store.screen.id == "unlock")
    let reason = "the PIN was wrong 10 times; sign out"
    store.refuse("pin 4711", "pin is disabled: \(reason)")
    store.refuse("unlock", "unlock is disabled: \(reason)")
    trouble.end()
    store.type("sign-out")
    store.receive(.equal(.unlock(.signedOut)))
    #expect(store.screen.id == "welcome")
    store.finish()
  }

  @Test func `a wrong PIN is on disk before it is compared`() {
    let saved = Mutex<[Int]>([])
    var sessions = SessionStore.memory(initial: session(wrongTries: 3))
    sessions.update = { [update = sessions.update] change throws(StorageError) in
      let session = try await update(change)
      saved.withLock { $0.append(session?.wrongTries ?? -1) }
      return session
    }
    let compared = Mutex<[Int]>([])
    var hasher = PasswordHasher.seeded(1)
    hasher.matches = { [matches = hasher.matches] pin, hash throws(PasswordError) in
      compared.withLock { $0 = saved.withLock(\.self) }
      return try await matches(pin, hash)
    }
    let store = TestStore(
      Root.State.unlock(Unlock.State(pin: "0815", wrongTries: 3)), simulation: simulation
    ) { [sessions, hasher, simulation] in
      Root(store: sessions, hasher: hasher, clock: simulation.clock)
    }
    store.exhaustivity = .off
    store.type("unlock")
    store.receive(.equal(.unlock(.wrongPIN(tries: 4))))
    #expect(compared.withLock { $0 } == [4])
    #expect(saved.withLock { $0 } == [4])
  }

  @Test func `a try that cannot be counted is not compared`() {
    let store = store(
      sessions: .memory(initial: session(wrongTries: 0)).having(Trouble()))
    store.type("pin 4711")
    store.type("unlock")
    store.receive(.equal(.unlock(.notChecked(reason: Trouble.problem))))
    #expect(store.screen.id == "unlock")
    store.finish()
  }

  @Test func `ten right PINs keep the session if saving fails after the file was replaced`() async {
    let trouble = Trouble()
    var sessions = SessionStore.memory(initial: session(wrongTries: 3))
    sessions.update = { [update = sessions.update] change throws(StorageError) in
      let changed = try await update(change)
      try trouble.check("saving")
      return changed
    }
    let store = store(wrongTries: 3, sessions: sessions)
    store.type("pin 4711")
    for _ in 1...10 {
      store.type("unlock")
      store.receive(.case(.unlock))
    }
    #expect(await sessions.load() == .signedIn(session(wrongTries: 3)))
    trouble.end()
    store.type("unlock")
    store.receive(.equal(.unlock(.unlocked(session(wrongTries: 0)))))
    store.finish()
  }

  @Test func `a damaged hash is reported, and costs no try`() async {
    var damaged = session(wrongTries: 4)
    damaged.pinHash = "seeded-"
    let sessions = SessionStore.memory(initial: damaged)
    let store = store(wrongTries: 4, sessions: sessions)
    store.type("unlock")
    store.receive(
      .equal(
        .unlock(
          .notChecked(
            reason: "The saved hash is damaged: no PIN can match it (hashing the PIN)"))))
    store.finish()
    #expect(await sessions.load() == .signedIn(damaged))
  }

  @Test func `a start after ten wrong PINs removes the session`() async {
    let sessions = SessionStore.memory(initial: session(wrongTries: 10))
    let store = start(sessions)
    store.receive(.equal(.locked(wrongTries: 10)))
    store.skipReceived()
    #expect(store.screen.id == "welcome")
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
  }

  @Test func `a session that another program removed is gone`() {
    let store = store(sessions: .memory())
    store.type("unlock")
    store.receive(.equal(.unlock(.removed(note: nil))))
    #expect(store.screen.id == "welcome")
    store.finish()
  }
}
