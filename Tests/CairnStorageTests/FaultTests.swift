import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CairnStorage

/// An operation, and the values before and after it.
private enum Operation: CaseIterable, Sendable {
  case create, save, remove
  case loadDamaged, saveOverDamaged, removeDamaged, saveOverNewer, removeNewer

  var old: Note? { self == .save || self == .remove ? .old : nil }
  var new: Note? {
    switch self {
    case .create, .save, .saveOverDamaged, .saveOverNewer: .new
    case .remove, .loadDamaged, .removeDamaged, .removeNewer: nil
    }
  }

  /// The contents of the file before the operation that this program does not understand.
  var unknown: String? {
    switch self {
    case .create, .save, .remove: nil
    case .loadDamaged, .saveOverDamaged, .removeDamaged: damage
    case .saveOverNewer, .removeNewer:
      (try? FileFormat<Note>(version: 2).encode(.old)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func prepare(_ file: StoredFile<Note>, on disk: inout some FileSystem) throws {
    if let old { try file.put(old, on: &disk) }
  }

  func run(
    _ file: StoredFile<Note>, on disk: inout some FileSystem, _ interference: Interference
  ) throws(StorageError) {
    switch self {
    case .create, .save, .remove: try file.put(new, on: &disk, interference)
    case .loadDamaged: _ = try file.load(on: &disk, interference)
    case .saveOverDamaged, .removeDamaged, .saveOverNewer, .removeNewer:
      let base = FileVersion(of: unknown.map { Array($0.utf8) })
      _ = try file.change(on: &disk, basedOn: base, step: "changing", interference) { $0 = new }
    }
  }
}

/// Faults of every system call of every operation.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
  private let folder = TemporaryFolder()

  /// An operation with a fault at one call, on the disk of the system.
  ///
  /// - Returns: the failed call, and the error; `nil` if the operation has fewer calls.
  private func run(
    _ operation: Operation, failing number: Int, with fault: SystemError
  ) throws -> (call: SystemCall, error: StorageError?)? {
    try withTemporaryFolder { folder -> (call: SystemCall, error: StorageError?)? in
      let file = StoredFile<Note>(folder["state/note.json"])
      var disk = Disk()
      try operation.prepare(file, on: &disk)
      if let unknown = operation.unknown {
        try folder.makeFolder("state")
        try folder.write(unknown.utf8, to: "state/note.json")
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
        #expect(thrown.path.hasPrefix(folder.path) && !thrown.problem.remedy.isEmpty, label)
        #expect(thrown.description.contains(thrown.path), label)
      }
      let text = folder.text("state/note.json")
      let kept = folder.text("state/note.json.damaged") ?? folder.text("state/note.json.newer")
      if let unknown = operation.unknown {
        #expect(unknown == kept ?? text, label)
        // The error cannot say that the file was renamed.
        if thrown != nil, operation.new == nil { #expect(text == unknown, label) }
        if operation.new != nil { #expect(text != nil, label) }
      }
      let loaded = try file.load(on: &disk)
      let isOld = thrown != nil && loaded.value == operation.old
      #expect(isOld || loaded.value == operation.new, label)
      // A later operation removes what this one could not.
      _ = try file.change(on: &disk, basedOn: loaded.version, step: "saving") { $0 = .old }
      let names = folder.names(in: "state") ?? []
      #expect(!names.contains { $0.hasSuffix(".tmp") }, label)
      let aside = names.filter { $0.contains(".damaged") || $0.contains(".newer") }
      #expect(aside.count == (operation.unknown == nil ? 0 : 1), label)
      return (call, thrown)
    }
  }

  @Test(
    .gate, arguments: [SystemError.inputOutput, .noSpace, SystemError(code: EACCES), .interrupted])
  func `after any failing call the file has the old or the new value; one interrupted is repeated`(
    fault: SystemError
  ) throws {
    var seen: Set<SystemCall> = []
    for operation in Operation.allCases {
      var number = 1
      while let (call, error) = try run(operation, failing: number, with: fault) {
        seen.insert(call)
        if fault == .interrupted { #expect(error == nil, "\(operation): \(call) \(number)") }
        number += 1
      }
      #expect(number > 8, "\(operation)")
    }
    // The path of the tests has no link, which would be resolved.
    #expect(seen == Set(SystemCall.allCases).subtracting([.resolve]))
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

  @Test func `a save over a damaged file that fails at its last step keeps the last good value`()
    throws
  {
    // The damaged file is renamed first, and the new one second.
    for number in 1...2 {
      let file = StoredFile<Note>("note.json")
      var disk = SimulatedDisk()
      try file.put(.old, on: &disk)
      try file.put(.new, on: &disk)
      disk["note.json"] = damage
      let renames = Counter()
      let interference = Interference(failure: {
        $0 == .rename && renames.next() == number ? .inputOutput : nil
      })
      #expect(throws: StorageError.self) {
        _ = try file.change(on: &disk, basedOn: FileVersion.none, step: "saving", interference) {
          $0 = .new
        }
      }
      #expect(disk["note.json"] == damage, "\(number)")
      #expect(try file.load(on: &disk).lastGood == .old, "\(number)")
    }
  }

  @Test func `short writes are continued`() throws {
    let file = StoredFile<Note>(folder["note.json"])
    var disk = Disk()
    let writes = Counter()
    let interference = Interference(
      isShort: { true }, afterwards: { if $0 == .write { _ = writes.next() } })
    try file.put(.old, on: &disk, interference)
    #expect(writes.value == folder.text("note.json")?.utf8.count)
    #expect(try file.load(on: &disk).value == .old)
  }

  // A FAT file system, and a system that protects hard links, answer EPERM.
  @Test(arguments: [ENOTSUP, EPERM, EACCES])
  func `a disk without hard links keeps no copy, and saves`(code: Int32) throws {
    let file = StoredFile<Note>(folder["note.json"])
    var disk = Disk()
    try file.put(.new, on: &disk)
    try file.put(.old, on: &disk)
    try file.put(.new, on: &disk, .first(.fails(.link, SystemError(code: code))))
    #expect(folder.names() == [".note.json.lock", "note.json"])
    #expect(try file.load(on: &disk).value == .new)
  }

  @Test func `a save without space keeps the copy`() throws {
    let file = StoredFile<Note>("note.json")
    var disk = SimulatedDisk()
    try file.put(.old, on: &disk)
    let old = disk["note.json"]
    try file.put(.new, on: &disk)
    // The first two files that are opened are the lock and the copy.
    for (call, number) in [(SystemCall.open, 3), (.write, 1), (.synchronize, 1)] {
      let calls = Counter()
      let interference = Interference(failure: {
        $0 == call && calls.next() == number ? .noSpace : nil
      })
      #expect(throws: StorageError.self) {
        try file.put(Note(title: "third"), on: &disk, interference)
      }
      #expect(disk["note.json.previous"] == old, "\(call)")
      #expect(try file.load(on: &disk).value == .new, "\(call)")
    }
  }

  /// A crash between the renames of the copy and of the file leaves two names of one file. Renaming one
  /// of them to the other does nothing.
  @Test func `a copy that is the file itself is replaced`() throws {
    let file = StoredFile<Note>(folder["note.json"])
    var disk = Disk()
    try file.put(.old, on: &disk)
    let old = folder.text("note.json")
    try disk.link(folder["note.json"], as: folder["note.json.previous"])
    try file.put(.new, on: &disk)
    #expect(folder.names() == [".note.json.lock", "note.json", "note.json.previous"])
    #expect(folder.text("note.json.previous") == old)
  }

  /// Another program creates the folder between a failed attempt of this one and the next.
  @Test func `two first starts create one folder`() throws {
    for number in 1...3 {
      try withTemporaryFolder { folder in
        let file = StoredFile<Note>(folder["state/app/note.json"])
        let calls = Counter()
        let interference = Interference(failure: { call in
          guard call == .makeFolder, calls.next() == number else { return nil }
          try? FileManager.default.createDirectory(
            atPath: folder["state/app"], withIntermediateDirectories: true)
          return nil
        })
        var disk = Disk()
        try file.put(.new, on: &disk, interference)
        #expect(try file.load(on: &disk).value == .new, "\(number)")
      }
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
    let interference = Interference.failing(from: number, calls)
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
    let isOld = !isConfirmed && loaded.value == operation.old
    #expect(isOld || loaded.value == operation.new, label)
    try file.put(.old, on: &disk)
    #expect(!disk.paths.contains { $0.hasSuffix(".tmp") }, label)
    return calls.value >= number
  }
  @Test func `folders of an attempt that failed are on the device when the next one is confirmed`()
    throws
  {
    for number in 1...4 {
      let file = StoredFile<Note>("a/b/note.json")
      var disk = SimulatedDisk()
      let calls = Counter()
      let interference = Interference(failure: { call in
        call == .synchronize && calls.next() >= number ? .inputOutput : nil
      })
      #expect(throws: StorageError.self) { try file.put(.new, on: &disk, interference) }
      try file.put(.new, on: &disk)
      disk.losePower(keepingNames: false)
      #expect(Set(disk.paths).isSuperset(of: ["a", "a/b", "a/b/note.json"]), "\(number)")
      #expect(try file.load(on: &disk).value == .new, "\(number)")
    }
  }
}
