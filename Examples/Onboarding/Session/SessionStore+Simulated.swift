import CairnApp
import CairnSimulation
import CairnStorage
import CairnTerminal

extension SessionStore {
  /// A store in the memory of a simulated world, with the contents that belong to a start.
  ///
  /// `signed-in` and `locked` contain Ada Lovelace, whose PIN is 1234, and so does the copy of
  /// `damaged-copy`.
  ///
  /// - Parameters:
  ///   - choices: The choices of the answers of the storage.
  ///   - latency: The time of each operation.
  ///   - isUnreliable: Whether it can fail, be slow or never answer.
  static func simulated(
    _ start: String, in memory: WorldMemory, _ choices: Choices,
    latency: Duration? = nil, isUnreliable: Bool = false
  ) throws(UsageError) -> SessionStore {
    let contents =
      switch start {
      case "new": usedDisk
      case "signed-in": disk(with: ada(locks: false), on: usedDisk)
      case "locked": disk(with: ada(locks: true), on: usedDisk)
      case "damaged": disk(holding: damage, on: usedDisk)
      case "damaged-copy": disk(holding: damage, on: diskWithCopy)
      default: throw UsageError("there is no start \"\(start)\"")
      }
    let disk = memory.keep(contents, as: simulatedPath)
    let base = Base(in: memory)
    let storage = FileStorage(simulated: simulatedPath, format: .session) { body in
      disk.withLock { body(&$0) }
    } fault: { operation in
      let isRead = operation == .load
      if let latency { try await choices.sleep(for: latency...latency, isRead: isRead) }
      guard isUnreliable else {
        return try await choices.answer(
          question(about: operation), ["works": .success(nil)], isRead: isRead)
      }
      let text = disk.withLock { $0[simulatedPath] }
      let isOpen = text?.contains("\"locks\" : false") == true
      let fault = try await fault(of: operation, isOpen: isOpen, choices)
      if case .anotherProgram = fault { base.set(outdated) }
      return fault
    }
    return SessionStore(storage, path: simulatedPath, base: base)
  }

  /// A version that no session has. Every version that another program has changed counts as this one,
  /// so that a search does not tell them apart.
  private static let outdated: FileVersion = {
    var disk = SimulatedDisk()
    let saved = try? FileStorage<Int>.change(simulatedPath, on: &disk) { $0 = 0 }
    return saved?.version ?? .none
  }()

  /// A disk that was used before: it has the lock of the session, as after a sign-out.
  private static let usedDisk = disk(
    with: nil, on: disk(with: ada(locks: false), on: SimulatedDisk(hasLinks: false)))

  private static func disk(with session: Session?, on disk: SimulatedDisk) -> SimulatedDisk {
    var disk = disk
    _ = try? FileStorage.change(simulatedPath, format: .session, on: &disk) { $0 = session }
    return disk
  }

  private static let damage = #"{"storage":1"#

  /// A disk with hard links, on which Ada has locked her session: there is a copy of it.
  private static let diskWithCopy = disk(
    with: ada(locks: true), on: disk(with: ada(locks: false), on: SimulatedDisk()))

  private static func disk(holding text: String, on disk: SimulatedDisk) -> SimulatedDisk {
    var disk = disk
    disk[simulatedPath] = text
    return disk
  }

  private static func ada(locks: Bool) -> Session {
    Session(
      firstName: "Ada", lastName: "Lovelace", email: "ada@example.com",
      telephone: "+44 20 7946 0000", locks: locks,
      pinHash: PasswordHasher.seededHash(of: "1234", seed: StoragePlace.hashSeed))
  }

  /// Chooses what happens in an operation of an unreliable storage.
  ///
  /// Another program acts only while the session does not ask for the PIN, which keeps the search small.
  ///
  /// - Parameter isOpen: Whether there is a session that does not ask for the PIN.
  private static func fault(
    of operation: StorageOperation, isOpen: Bool, _ choices: Choices
  ) async throws -> StorageFault? {
    let question = question(about: operation)
    let works = Answer<StorageFault?>.success(nil)
    let slow = Answer<StorageFault?>.slow(.zero ... .seconds(1), works)
    if operation == .load {
      return try await choices.answer(
        question, ["works": works, "is slow": slow], isRead: true)
    }
    let fails = Answer<StorageFault?>.success(
      operation == .remove ? .fails(.unlink, .inputOutput) : .fails(.write, .noSpace))
    guard isOpen else {
      return try await choices.answer(
        question, ["works": works, "fails": fails, "is slow": slow, "never answers": .never])
    }
    let change = operation == .remove ? changed { $0?.locks = true } : changed { $0 = nil }
    return try await choices.answer(
      question,
      [
        "works": works, "fails": fails, "is slow": slow, "never answers": .never,
        "another program changes it first": .success(change),
      ])
  }

  private static func question(about operation: StorageOperation) -> String {
    operation == .update ? "save" : operation.rawValue
  }

  /// Another program changes the session first.
  private static func changed(_ change: @escaping @Sendable (inout Session?) -> Void)
    -> StorageFault
  {
    .anotherProgram { disk in
      _ = try? FileStorage.change(simulatedPath, format: .session, on: &disk, change)
    }
  }
}
