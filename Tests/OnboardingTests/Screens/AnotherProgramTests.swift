import Cairn
import CairnSimulation
import CairnTesting
import Synchronization
import TestSupport
import Testing

@testable import CairnStorage
@testable import onboarding

/// The lock screen while another program of the user changes the session.
struct AnotherProgramTests {
  private let simulation = Simulation()
  private let sessions: SessionStore

  private static let ada = Session.adaSignedUp.locked(wrongTries: 1)

  init() {
    sessions = .memory(initial: Self.ada)
  }

  /// The lock screen with a PIN. The right one is 4711.
  ///
  /// - Parameter meanwhile: runs before a PIN is compared.
  private func store(
    pin: Secret = "4711", wrongTries: Int = 1,
    meanwhile: @escaping @Sendable () async throws(StorageError) -> Void = {}
  ) -> TestStore<Root.State, Root.Action> {
    var hasher = PasswordHasher.seeded(1)
    hasher.matches = { [matches = hasher.matches] pin, hash throws(PasswordError) in
      do throws(StorageError) {
        try await meanwhile()
      } catch {
        Issue.record(error)
      }
      return try await matches(pin, hash)
    }
    let store = TestStore(
      Root.State.unlock(Unlock.State(pin: pin, wrongTries: wrongTries)), simulation: simulation
    ) { [sessions, hasher, simulation] in
      Root(store: sessions, hasher: hasher, clock: simulation.clock)
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `a session that is removed during the check does not come back`() async {
    let store = store { [sessions] () throws(StorageError) in _ = try await sessions.remove() }
    store.type("unlock")
    store.receive(.equal(.unlock(.replaced)))
    store.receive(.equal(.loaded(.signedOut(note: nil))))
    #expect(store.screen.id == "welcome")
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
  }

  @Test func `a user who signs up during the check keeps session and count`() async {
    let grace = Session.grace.locked(wrongTries: 3)
    let store = store { [sessions] () throws(StorageError) in try await sessions.save(grace) }
    store.type("unlock")
    store.receive(.equal(.unlock(.replaced)))
    store.receive(.equal(.locked(wrongTries: 3)))
    store.receive(.equal(.unlock(.appeared)))
    store.refuse("pin 4711", "pin is disabled: wait 2 s after 3 wrong PINs")
    store.advance(by: .seconds(2))
    store.skipReceived()
    store.finish()
    #expect(await sessions.load() == .signedIn(grace))
  }

  @Test func `a change of the session during the check is shown`() async {
    let store = store { [sessions] () throws(StorageError) in
      _ = try await sessions.update { $0.telephone = "555-0100" }
    }
    var changed = Session.adaSignedUp.locked(wrongTries: 0)
    changed.telephone = "555-0100"
    store.type("unlock")
    store.receive(.equal(.unlock(.unlocked(changed))))
    store.finish()
    #expect(await sessions.load() == .signedIn(changed))
  }

  @Test func `wrong PINs in another program cause their wait before a PIN is compared`()
    async throws
  {
    _ = try await sessions.update { $0.wrongTries = 5 }
    let store = store()
    store.type("unlock")
    store.receive(.equal(.unlock(.notCompared(tries: 5))))
    let lines = store.screen.lines(width: 200)
    #expect(lines.contains { $0.contains("This PIN was not compared; enter it again") })
    store.refuse("pin 4711", "pin is disabled: wait 8 s after 5 wrong PINs")
    #expect(await sessions.load() == .signedIn(Session.adaSignedUp.locked(wrongTries: 5)))
    store.advance(by: .seconds(8))
    store.receive(.equal(.unlock(.waited)))
    store.type("pin 4711")
    store.type("unlock")
    store.receive(.equal(.unlock(.unlocked(Session.adaSignedUp.locked(wrongTries: 0)))))
    store.finish()
  }

  @Test(arguments: [10, 11])
  func `ten wrong PINs in another program remove the session`(tries: Int) async throws {
    _ = try await sessions.update { $0.wrongTries = tries }
    let store = store()
    store.type("unlock")
    store.receive(.equal(.unlock(.notCompared(tries: tries))))
    store.receive(.case(.unlock))
    #expect(store.screen.id == "welcome")
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
  }

  @Test func `the right PIN in another program sets the count here to zero too`() async throws {
    _ = try await sessions.update { $0.wrongTries = 0 }
    let store = store(pin: "0815", wrongTries: 7)
    store.type("unlock")
    store.receive(.equal(.unlock(.wrongPIN(tries: 1))))
    store.finish()
  }

  /// The problem of counting a try after one; `nil` if it was counted.
  private func failure(of store: SessionStore) async -> StorageProblem? {
    do throws(StorageError) {
      _ = try await store.countTry(after: 1)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test func `a try that could not be saved takes back no try of another program`() async throws {
    let disk = Mutex(SimulatedDisk())
    func program(_ fault: StorageFault? = nil) -> SessionStore {
      let path = SessionStore.simulatedPath
      let storage = FileStorage(simulated: path, format: .session) { body in
        disk.withLock { body(&$0) }
      } fault: { operation in
        operation == .update ? fault : nil
      }
      return SessionStore(storage, path: path, base: SessionStore.Base(.none))
    }
    let (one, two) = (program(.fails(.write, .noSpace)), program())
    try await two.save(Self.ada)
    _ = await one.load()
    var sessions = one
    sessions.update = { [one, two] change throws(StorageError) in
      do throws(StorageError) {
        return try await one.update(change)
      } catch {
        // The other program counts a try between the failure and the taking back.
        _ = try await two.update { $0.wrongTries += 1 }
        throw error
      }
    }
    #expect(await failure(of: sessions) == .system(.noSpace))
    #expect(await two.load() == .signedIn(Session.adaSignedUp.locked(wrongTries: 2)))
  }

  @Test func `a try that is saved although saving failed is taken back`() async throws {
    try await withTemporaryFolder { folder in
      // Every second synchronization is that of the folder, after the file was replaced.
      let synchronizations = Counter()
      let isBroken = Mutex(false)
      let storage = FileStorage(
        folder["session.json"], format: .session, clock: ContinuousClock(), patience: .seconds(5),
        interference: Interference(failure: { call in
          guard call == .synchronize, isBroken.withLock({ $0 }) else { return nil }
          return synchronizations.next() % 2 == 0 ? .inputOutput : nil
        }))
      let store = SessionStore(storage, path: "session.json", base: SessionStore.Base(.none))
      try await store.save(Self.ada)
      isBroken.withLock { $0 = true }
      for _ in 1...3 {
        #expect(await failure(of: store) == .system(.inputOutput))
      }
      isBroken.withLock { $0 = false }
      #expect(synchronizations.value == 12)
      #expect(await store.load() == .signedIn(Self.ada))
    }
  }

  @Test func `a try without a comparison is taken back only from its user`() async {
    let sessions = sessions
    let grace = Session.grace.locked(wrongTries: 4)
    var damaged = Self.ada
    damaged.pinHash = "seeded-"
    let initial = damaged
    do throws(StorageError) { try await sessions.save(initial) } catch { Issue.record(error) }
    let store = store { () throws(StorageError) in try await sessions.save(grace) }
    store.type("unlock")
    store.receive(.case(.unlock))
    store.finish()
    #expect(await sessions.load() == .signedIn(grace))
  }
}
