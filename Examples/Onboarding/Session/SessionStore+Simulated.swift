import CairnApp
import CairnSimulation
import CairnStorage

extension SessionStore {
  /// A store in the memory of a simulated world, with the contents that belong to a start.
  ///
  /// `signed-in` and `locked` contain Ada Lovelace, whose PIN is 1234.
  static func simulated(
    _ start: String, seed: UInt64, in memory: WorldMemory
  ) throws(UsageError) -> SessionStore {
    let file =
      switch start {
      case "new": MemoryFile(nil)
      case "signed-in": MemoryFile(ada(seed: seed, locks: false))
      case "locked": MemoryFile(ada(seed: seed, locks: true))
      case "damaged": MemoryFile("{ this is not JSON")
      default: throw UsageError("there is no start \"\(start)\"")
      }
    return SessionStore(keeping: memory.keep(file))
  }

  private static func ada(seed: UInt64, locks: Bool) -> Session {
    Session(
      firstName: "Ada", lastName: "Lovelace", email: "ada@example.com",
      telephone: "+44 20 7946 0000", locks: locks,
      pinHash: PasswordHasher.seededHash(of: "1234", seed: seed))
  }

  /// The same store, which can also fail, take a second or never answer. Each call is a choice.
  func unreliable(_ choices: Choices) -> SessionStore {
    SessionStore(
      load: { [load] in
        do {
          try await choices.answer(
            "load", ["works": .success(()), "is slow": .slow(.seconds(1), .success(()))])
        } catch {
          // The effect was cancelled. Its answer is ignored.
          return .signedOut(note: nil)
        }
        return await load()
      },
      save: { [save] session throws(SessionError) in
        try await Self.ask(choices, "save", doing: "saving")
        try await save(session)
      },
      update: { [update] change throws(SessionError) in
        try await Self.ask(choices, "save", doing: "saving")
        return try await update(change)
      },
      remove: { [remove] () throws(SessionError) in
        try await Self.ask(choices, "remove", doing: "removing")
        try await remove()
      })
  }

  private static func ask(
    _ choices: Choices, _ question: String, doing: String
  ) async throws(SessionError) {
    let full = SessionError(reason: "No space left", doing: doing, path: "the session")
    do {
      try await choices.answer(
        question,
        [
          "works": .success(()), "fails": .failure(full),
          "is slow": .slow(.seconds(1), .success(())), "never answers": .never,
        ])
    } catch {
      throw full
    }
  }

  /// The same store, whose operations each take some time on a clock.
  func taking(_ time: Duration, on clock: any Clock<Duration>) -> SessionStore {
    SessionStore(
      load: { [load] in
        do {
          try await clock.sleep(for: time)
        } catch {
          // The effect was cancelled. Its answer is ignored, and a damaged file must not be renamed.
          return .signedOut(note: nil)
        }
        return await load()
      },
      save: { [save] session throws(SessionError) in
        try await Self.pass(time, on: clock, before: "saving")
        try await save(session)
      },
      update: { [update] change throws(SessionError) in
        try await Self.pass(time, on: clock, before: "saving")
        return try await update(change)
      },
      remove: { [remove] () throws(SessionError) in
        try await Self.pass(time, on: clock, before: "removing")
        try await remove()
      })
  }

  /// Sleeps. Throws if the effect was cancelled, so that its operation does not happen.
  private static func pass(
    _ time: Duration, on clock: any Clock<Duration>, before doing: String
  ) async throws(SessionError) {
    do {
      try await clock.sleep(for: time)
    } catch {
      throw SessionError(reason: "Cancelled", doing: doing, path: "the session")
    }
  }
}

extension Guarded: SharedSessionFile where Value: SessionFile {}
