import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CairnStorage

/// Two programs that use one file.
@Suite(.timeLimit(.minutes(10))) struct ConflictTests {
  private let folder = TemporaryFolder()

  @Test func `a save or a removal that is based on an older version is refused`() async throws {
    let (one, first) = try await folder.note()
    let two = FileStorage<Note>(folder["note.json"])
    let second = try await two.save(.new, basedOn: first.version)
    let error = await failure {
      try await one.save(Note(title: "mine"), basedOn: first.version)
    }
    #expect(
      error?.description
        == "Another program has changed the file (saving \(folder["note.json"])). "
        + "Start again, or load it again, to see the change.")
    #expect(await failure { try await one.remove(first.version) }?.problem == .changed)
    #expect(try await one.load() == second)
    // The value that the file has already is no conflict.
    #expect(try await one.save(.new, basedOn: first.version) == second)
    try await two.remove(second.version)
    let revival = await failure { try await one.save(.new, basedOn: first.version) }
    #expect(revival?.problem == .changed)
    #expect(folder.names() == [".note.json.lock"])
  }

  /// JSON keeps the order in which a value encodes its parts.
  @Test func `a save of a value that equals that of the file is no conflict`() async throws {
    struct Tags: Codable, Equatable, Sendable {
      var names: [String]

      static func == (left: Self, right: Self) -> Bool { Set(left.names) == Set(right.names) }
    }
    let (one, two) = (FileStorage<Tags>(folder["a.json"]), FileStorage<Tags>(folder["a.json"]))
    let base = try await one.save(Tags(names: ["a"]), basedOn: .none).version
    let saved = try await one.save(Tags(names: ["a", "b"]), basedOn: base)
    let text = folder.text("a.json")
    #expect(try await two.save(Tags(names: ["b", "a"]), basedOn: base) == saved)
    #expect(folder.text("a.json") == text)
    let error = await failure { try await two.save(Tags(names: ["c"]), basedOn: base) }
    #expect(error?.problem == .changed)
  }

  @Test func `a save whose last step failed is not taken for the change of another program`()
    async throws
  {
    let isFailing = Mutex(false)
    let calls = Counter()
    let storage = FileStorage<Note>(
      folder["note.json"], format: FileFormat(), clock: ContinuousClock(), patience: .zero,
      interference: Interference(failure: { call in
        // The contents of the file are synchronized first, and its folder second.
        guard call == .synchronize, isFailing.withLock({ $0 }) else { return nil }
        return calls.next() % 2 == 0 ? .inputOutput : nil
      }))
    let base = try await storage.save(.old, basedOn: .none).version
    isFailing.withLock { $0 = true }
    for title in ["first", "second"] {
      let error = await failure { try await storage.save(Note(title: title), basedOn: base) }
      #expect(error?.problem == .system(.inputOutput))
      #expect(try await storage.load().value?.title == title)
    }
    isFailing.withLock { $0 = false }
    // A change of another program is still noticed.
    let other = FileStorage<Note>(folder["note.json"])
    let second = try await other.load().value
    try await other.update { $0 = Note(title: "other") }
    #expect(await failure { try await storage.save(.new, basedOn: base) }?.problem == .changed)
    try await other.update { $0 = second }
    try await storage.save(.new, basedOn: base)
    // The confirmed save has a version of its own, and the base before counts no longer.
    try await other.update { $0 = second }
    #expect(await failure { try await storage.save(.new, basedOn: base) }?.problem == .changed)
  }

  @Test func `a lock file that was removed before it was locked is not used`() async throws {
    let locks = Counter()
    let lock = folder[".note.json.lock"]
    let storage = FileStorage<Note>(
      folder["note.json"], format: FileFormat(), clock: ImmediateClock(), patience: .seconds(1),
      interference: Interference(afterwards: { call in
        guard call == .lock else { return }
        let number = locks.next()
        if number < 3 { try? FileManager.default.removeItem(atPath: lock) }
        // Another program has made a new one.
        if number == 2 { try? Data().write(to: URL(fileURLWithPath: lock)) }
      }))
    try await storage.save(.new, basedOn: .none)
    #expect(locks.value == 3)
    #expect(folder.names() == [".note.json.lock", "note.json"])
  }

  @Test func `a locked file is told after the patience on the given clock`() async throws {
    let path = folder["note.json"]
    let clock = ImmediateClock()
    let storage = FileStorage<Note>(path, clock: clock, patience: .seconds(60))
    try await storage.save(.old, basedOn: .none)
    try await holdingLock(of: "note.json", in: folder) {
      let error = await failure { try await storage.update { $0 = .new } }
      #expect(
        error?.description == "Another program is using the file (locking \(folder.path)/"
          + ".note.json.lock). Close the other program, or wait and try again.")
      #expect((.seconds(60)..<(.seconds(61))).contains(clock.slept))
      // Loading needs no lock.
      let loaded = try await storage.load()
      #expect(loaded.value == .old)
    }
    try await storage.update { $0 = .new }
    #expect(try await storage.load().value == .new)
  }

  @MainActor @Test func `an operation does not hold up the thread of its caller`() async throws {
    // A disk that does not answer until the caller, on the main actor, runs again.
    let answer = DispatchSemaphore(value: 0)
    let (writes, write) = AsyncStream.makeStream(of: Void.self)
    let storage = FileStorage<Note>(
      folder["note.json"], format: FileFormat(), clock: ContinuousClock(), patience: .zero,
      interference: Interference(afterwards: { call in
        guard call == .write else { return }
        write.yield()
        answer.wait()
      }))
    let save = Task { @MainActor in
      defer { write.finish() }
      return try await storage.save(.new, basedOn: .none)
    }
    for await _ in writes { answer.signal() }
    let saved = try await save.value
    #expect(saved.value == .new)
  }

  /// A forked process has copies of all open files until it begins another program.
  @Test func `a lock ends with its access, also while a forked process has a copy of its file`()
    async throws
  {
    let disk = Disk()
    let file = try disk.open(folder[".note.json.lock"], .locking)
    try disk.lock(file)
    let copy = dup(file)
    defer { close(copy) }
    disk.close(file)
    let storage = FileStorage<Note>(folder["note.json"], patience: .zero)
    #expect(try await storage.save(.new, basedOn: .none).value == .new)
  }

  @Test func `a change that is cancelled before it begins names the file`() async {
    let path = folder["note.json"]
    let storage = FileStorage<Note>(path).taking(.seconds(600), on: ContinuousClock())
    let change = Task { try await storage.update { $0 = .new } }
    change.cancel()
    let error = await failure { try await change.value }
    #expect(error?.description == "Cancelled (waiting for \(path)). Nothing has changed.")
    #expect(folder.names() == [])
  }

  @Test func `a change that waits can be cancelled, and one that has begun is finished`()
    async throws
  {
    let storage = try await folder.note(patience: .seconds(600)).storage
    try await holdingLock(of: "note.json", in: folder) {
      let change = Task { try await storage.update { $0 = .new } }
      change.cancel()
      #expect(await failure { try await change.value }?.problem == .cancelled)
    }
    #expect(try await storage.load().value == .old)
    let change = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await storage.update { $0 = .new }
    }
    let changed = try await change.value
    #expect(changed.value == .new)
    #expect(try await storage.load() == changed)
  }

  @Test func `changes at once are all applied`() async throws {
    let storages = (0..<4).map { _ in
      FileStorage<Int>(folder["number"], patience: .seconds(600))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { try await storages[number % 4].update { $0 = ($0 ?? 0) + 1 } }
      }
      try await group.waitForAll()
    }
    #expect(try await storages[0].load().value == 20)
    #expect(folder.names() == [".number.lock", "number", "number.previous"])
  }

  /// The first file system call of a save is followed by others; at each of them a second program
  /// starts, and tries to change the file.
  @Test func `a second program never spoils a save, at any of its calls`() async throws {
    let count = try await savesWithSecondProgram(at: 0)
    #expect(count > 10)
    for call in 1...count { _ = try await savesWithSecondProgram(at: call) }
  }

  /// - Returns: the number of calls of a save.
  private func savesWithSecondProgram(at number: Int) async throws -> Int {
    let file = StoredFile<Note>(folder["note.json"])
    var disk = Disk()
    try file.put(.old, on: &disk)
    let calls = Counter()
    let interference = Interference(failure: { _ in
      guard calls.next() == number else { return nil }
      var disk = Disk()
      let loaded = try? file.load(on: &disk)
      #expect(loaded?.value == .old || loaded?.value == .new)
      #expect(loaded?.finding == nil)
      // Before the lock is taken the change is made, and afterwards it is refused.
      do throws(StorageError) {
        try file.put(.old, on: &disk)
      } catch {
        #expect(error.problem == .busy)
      }
      return nil
    })
    try file.put(.new, on: &disk, interference)
    #expect(try file.load(on: &disk).value == .new)
    #expect(folder.names() == [".note.json.lock", "note.json", "note.json.previous"])
    return calls.value
  }
}

/// A clock on which every sleep ends at once. It adds up the time of the sleeps.
private final class ImmediateClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let start = ContinuousClock.now
  private let total = Mutex(Duration.zero)

  var slept: Duration { total.withLock { $0 } }
  var now: Instant { start.advanced(by: slept) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    total.withLock { $0 = max($0, start.duration(to: deadline)) }
  }
}

/// Several processes that use one file, and are killed.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CrashTests {
  /// The gate can ask for more rounds.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_CRASH_ROUNDS"] ?? (isGate ? "500" : "50")

  // Twice 500 rounds, at once.
  @Test(arguments: 1...2)
  func `killed writers leave a whole value with every confirmed change`(lane: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let folder = TemporaryFolder(in: Self.fastFolder)
    defer { withExtendedLifetime(folder) {} }
    let program = products.appending(path: "storage-crash").path
    let run = try ProgramRun([program, "rounds", Self.rounds, "\(seed)", folder.path])
    print(run.output)
    #expect(run.status == 0, "\(run.output)")
    let start = "seed \(seed): \(Self.rounds) rounds, "
    #expect(run.output.hasPrefix(start))
    let kills = run.output.dropFirst(start.count).prefix { $0 != " " }
    #expect(Int(kills).map { $0 > 0 } == true)
  }

  /// A folder in memory, where the system has one. A killed process loses nothing that the system knows,
  /// whether or not it is on a device.
  private static var fastFolder: String {
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  }
}
