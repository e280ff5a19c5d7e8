import Foundation
import Synchronization
import Testing

@testable import CairnStorage

/// Counts calls, from 1.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

/// An operation, and the values before and after it.
private enum Operation: CaseIterable, Sendable {
  case create, save, remove, loadDamaged

  var old: Note? { self == .create || self == .loadDamaged ? nil : .old }
  var new: Note? { self == .create || self == .save ? .new : nil }

  func prepare(_ file: StoredFile<Note>, on disk: inout some FileSystem) throws {
    if let old { try file.put(old, on: &disk) }
  }

  func run(
    _ file: StoredFile<Note>, on disk: inout some FileSystem, _ interference: Interference
  ) throws(StorageError) {
    switch self {
    case .create, .save, .remove: try file.put(new, on: &disk, interference)
    case .loadDamaged: _ = try file.load(on: &disk, interference)
    }
  }
}

/// Faults of every system call of every operation.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
  /// An operation with a fault at one call, on the disk of the system.
  ///
  /// - Returns: the failed call, and the error; `nil` if the operation has fewer calls.
  private func run(
    _ operation: Operation, failing number: Int, with fault: SystemError
  ) async throws -> (call: SystemCall, error: StorageError?)? {
    try await withTemporaryFolder { folder -> (call: SystemCall, error: StorageError?)? in
      let file = StoredFile<Note>(folder["state/note.json"])
      var disk = Disk()
      try operation.prepare(file, on: &disk)
      if operation == .loadDamaged {
        try folder.makeFolder("state")
        try folder.write("damage".utf8, to: "state/note.json")
      }
      let calls = Counter()
      let failed = Mutex<SystemCall?>(nil)
      let interference = Interference(failure: { call in
        guard calls.next() == number else { return nil }
        failed.withLock { $0 = call }
        return fault
      })
      var thrown: StorageError?
      do throws(StorageError) {
        try operation.run(file, on: &disk, interference)
      } catch {
        thrown = error
      }
      guard let call = failed.withLock({ $0 }) else { return nil }
      let label: Comment = "\(operation): \(call) \(number): \(fault)"
      if let thrown {
        #expect(thrown.path.hasPrefix(folder.path), label)
        #expect(thrown.description.contains(thrown.path), label)
        #expect(!thrown.problem.remedy.isEmpty, label)
      }
      let damage = folder.text("state/note.json.damaged") ?? folder.text("state/note.json")
      if operation == .loadDamaged { #expect(damage == "damage", label) }
      let loaded = try file.load(on: &disk)
      let isOld = loaded.value == operation.old
      #expect(isOld || loaded.value == operation.new, label)
      if thrown == nil { #expect(loaded.value == operation.new, label) }
      // A later operation removes what this one could not.
      try file.put(.old, on: &disk)
      let names = folder.names(in: "state") ?? []
      #expect(!names.contains { $0.hasSuffix(".tmp") }, label)
      #expect(
        names.filter { $0.hasSuffix(".damaged") }.count == (damage == "damage" ? 1 : 0), label)
      return (call, thrown)
    }
  }

  @Test(arguments: [SystemError.inputOutput, .noSpace, SystemError(code: EACCES)])
  func `after any failing call the file has the old or the new value`(
    fault: SystemError
  ) async throws {
    var seen: Set<SystemCall> = []
    for operation in Operation.allCases {
      var number = 1
      while let (call, _) = try await run(operation, failing: number, with: fault) {
        seen.insert(call)
        number += 1
      }
      #expect(number > 8, "\(operation)")
    }
    // The path of the tests has no link, which would be resolved.
    #expect(seen == Set(SystemCall.allCases).subtracting([.resolve]))
  }

  @Test func `an interrupted call is repeated`() async throws {
    for operation in Operation.allCases {
      var number = 1
      while let (call, error) = try await run(operation, failing: number, with: .interrupted) {
        #expect(error == nil, "\(operation): \(call) \(number)")
        number += 1
      }
      #expect(number > 8, "\(operation)")
    }
  }

  @Test func `a full disk is told with the file and a remedy`() throws {
    let file = StoredFile<Note>("note.json")
    var disk = SimulatedDisk()
    let error = #expect(throws: StorageError.self) {
      try file.put(.new, on: &disk, .first(.fails(.write, .noSpace)))
    }
    #expect(
      error?.description
        == "No space left on device (saving note.json). Free some space and try again.")
    #expect(disk.paths == ["./.note.json.lock"])
  }

  @Test func `short writes are continued`() async throws {
    try await withTemporaryFolder { folder in
      let file = StoredFile<Note>(folder["note.json"])
      var disk = Disk()
      let writes = Counter()
      let interference = Interference(
        isShort: { _ in true }, afterwards: { if $0 == .write { _ = writes.next() } })
      try file.put(.old, on: &disk, interference)
      #expect(writes.value == folder.text("note.json")?.utf8.count)
      #expect(try file.load(on: &disk).value == .old)
    }
  }

  @Test func `a disk without hard links keeps no copy, and saves`() async throws {
    try await withTemporaryFolder { folder in
      let file = StoredFile<Note>(folder["note.json"])
      var disk = Disk()
      try file.put(.old, on: &disk)
      let unsupported = SystemError(code: ENOTSUP)
      try file.put(.new, on: &disk, .first(.fails(.link, unsupported)))
      #expect(folder.names() == [".note.json.lock", "note.json"])
      #expect(try file.load(on: &disk).value == .new)
    }
  }

  /// At the first failing call the program ends: every later call fails too. Then the machine loses
  /// its power.
  @Test(arguments: [true, false])
  func `after a loss of power at any call the file has the old or the new value`(
    keepingNames: Bool
  ) throws {
    for operation in [Operation.create, .save, .remove] {
      var number = 1
      while try losePower(operation, at: number, keepingNames: keepingNames) { number += 1 }
      #expect(number > 8, "\(operation)")
    }
  }

  /// - Returns: `false` if the operation has fewer calls.
  private func losePower(
    _ operation: Operation, at number: Int, keepingNames: Bool
  ) throws -> Bool {
    let file = StoredFile<Note>("state/note.json")
    var disk = SimulatedDisk()
    try operation.prepare(file, on: &disk)
    let calls = Counter()
    let interference = Interference(failure: { _ in calls.next() >= number ? .inputOutput : nil })
    var isConfirmed = true
    do throws(StorageError) {
      try operation.run(file, on: &disk, interference)
    } catch {
      isConfirmed = false
    }
    disk.losePower(keepingNames: keepingNames)
    let label: Comment = "\(operation): call \(number)"
    let loaded = try file.load(on: &disk)
    #expect(loaded.finding == nil, label)
    if isConfirmed {
      #expect(loaded.value == operation.new, label)
    } else {
      #expect(loaded.value == operation.old || loaded.value == operation.new, label)
    }
    try file.put(.old, on: &disk)
    #expect(!disk.paths.contains { $0.hasSuffix(".tmp") }, label)
    return calls.value >= number
  }
}
