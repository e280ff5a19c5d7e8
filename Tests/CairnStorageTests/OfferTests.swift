import CairnSimulation
import TestSupport
import Testing

@testable import CairnStorage

/// The last good value, which is offered from the load of a damaged file until it is accepted or declined.
struct OfferTests {
  private static let path = "note.json"
  private let file = StoredFile<Note>(path)

  /// A disk with a damaged file, and a copy of ``Note/old``.
  private func damagedDisk() throws -> SimulatedDisk {
    var disk = SimulatedDisk()
    try file.put(.old, on: &disk)
    try file.put(.new, on: &disk)
    disk[Self.path] = damage
    return disk
  }

  @Test func `a declined offer is not repeated`() throws {
    for declined in [nil, Note.new] {
      var disk = try damagedDisk()
      let offer = try file.load(on: &disk)
      if let declined {
        _ = try file.change(on: &disk, basedOn: offer.version, step: "saving") { $0 = declined }
      } else {
        _ = try file.remove(on: &disk, basedOn: offer.version)
      }
      #expect(try file.load(on: &disk).value == declined)
      disk[Self.path] = nil
      #expect(try file.load(on: &disk) == StoredValue(value: nil, version: .none))
      #expect(!disk.paths.contains { $0.hasSuffix(".offered") || $0.hasSuffix(".previous") })
    }
  }

  /// A file that was removed, or replaced by one of another kind, is not offered: the storage did neither.
  @Test func `the copy beside no file of this kind is found, and a first save does not replace it`()
    throws
  {
    var disk = SimulatedDisk()
    try file.put(.old, on: &disk)
    try file.put(.new, on: &disk)
    let copy = disk["note.json.previous"]
    #expect(file.strandedCopy(on: disk) == nil)
    disk[Self.path] = "garbage"
    #expect(file.strandedCopy(on: disk) == "note.json.previous")
    disk[Self.path] = nil
    #expect(file.strandedCopy(on: disk) == "note.json.previous")
    for title in ["first", "second"] { try file.put(Note(title: title), on: &disk) }
    #expect(disk["note.json.previous-2"] == copy && copy != nil)
    #expect(file.strandedCopy(on: disk) == nil)
  }

  @Test func `an update that finds and leaves no value keeps the copy, a removal does not`() throws
  {
    var disk = SimulatedDisk()
    try file.put(.old, on: &disk)
    try file.put(.new, on: &disk)
    let copy = disk["note.json.previous"]
    disk[Self.path] = nil
    _ = try file.change(on: &disk, basedOn: nil, step: "updating") { _ in }
    #expect(disk["note.json.previous"] == copy && copy != nil)
    _ = try file.remove(on: &disk, basedOn: FileVersion.none)
    #expect(disk["note.json.previous"] == nil)
  }

  /// It neither accepts nor declines: two programs use the file, and the other one has loaded it.
  @Test func `an update that finds no file keeps the copy that is offered`() throws {
    var disk = try damagedDisk()
    let copy = disk["note.json.previous"]
    _ = try file.load(on: &disk)
    _ = try file.change(on: &disk, basedOn: nil, step: "changing") { $0 = .new }
    #expect(disk["note.json.previous-2"] == copy && copy != nil)
    #expect(try file.load(on: &disk).value == .new)
    #expect(disk["note.json.offered"] == nil)
  }

  @Test func `an offer ends when somebody removes the damaged file`() throws {
    var disk = try damagedDisk()
    _ = try file.load(on: &disk)
    disk["note.json.damaged"] = nil
    #expect(try file.load(on: &disk) == StoredValue(value: nil, version: .none))
    _ = try file.change(on: &disk, basedOn: FileVersion.none, step: "saving") { $0 = .new }
    #expect(try file.load(on: &disk).value == .new)
  }

  /// Two programs load the damaged file. The one accepts the offer, and its user signs out.
  @Test func `a removed value is not accepted from an earlier offer`() throws {
    var disk = try damagedDisk()
    let one = try file.load(on: &disk)
    let two = try file.load(on: &disk)
    #expect(one == two)
    let accepted = try file.change(on: &disk, basedOn: one.version, step: "saving") { $0 = .old }
    _ = try file.remove(on: &disk, basedOn: accepted.version)
    let error = #expect(throws: StorageError.self) {
      try file.change(on: &disk, basedOn: two.version, step: "saving") { $0 = .old }
    }
    #expect(error?.problem == .changed)
    #expect(try file.load(on: &disk) == StoredValue(value: nil, version: .none))
  }

  /// Two programs load, accept, decline, replace and remove in any order, the file is damaged, and
  /// programs are killed at any system call, with and without a loss of power.
  @Test(.gate) func `an offer outlasts every crash, and nothing that was removed comes back`()
    throws
  {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for number in 0..<3_000 {
      var world = OfferWorld()
      for step in 0..<16 {
        try world.step(using: &random)
        guard let problem = world.problem else { continue }
        Issue.record("seed \(seed), sequence \(number), step \(step): \(problem)")
        return
      }
    }
  }
}

/// A disk with two programs, and what they must find on it.
private struct OfferWorld {
  private enum File: Equatable {
    case missing
    /// The last good value is offered in place of the file.
    case offering(Note)
    case value(Note)
    case damaged
  }

  private enum Operation: CaseIterable {
    case load, accept, replace, remove, nothing
  }

  /// The last result that a program has seen.
  private typealias Known = StoredValue<Note>

  private(set) var problem: String?
  private let file = StoredFile<Note>("note.json")
  private var disk = SimulatedDisk()
  private var content = File.missing
  /// The possible copies of a value or of a damaged file. A crash leaves several.
  private var copies: [Note?] = [nil]
  private var programs = [Known](repeating: StoredValue(value: nil, version: .none), count: 2)
  private var titles = 0

  mutating func step(using random: inout SplitMix64) throws {
    if case .value = content, Int.random(in: 0..<3, using: &random) == 0 {
      disk["note.json"] = damage
      content = .damaged
      return
    }
    let operation = Operation.allCases.randomElement(using: &random) ?? .load
    let program = Int.random(in: 0...1, using: &random)
    // Half of the programs are killed: from one call on all calls fail.
    let end = Bool.random(using: &random) ? Int.random(in: 1...30, using: &random) : Int.max
    let calls = Counter()
    let interference = Interference.failing(from: end, calls)
    let known = programs[program]
    let before = (content, copies)
    var written: Note?
    do throws(StorageError) {
      switch operation {
      case .load: programs[program] = try file.load(on: &disk, interference)
      case .accept, .replace:
        if operation == .replace { titles += 1 }
        written = operation == .accept ? known.lastGood : Note(title: "\(titles)")
        guard let written else { return }
        programs[program] = try file.change(
          on: &disk, basedOn: known.version, step: "saving", interference
        ) { $0 = written }
      case .remove:
        programs[program] = try file.remove(on: &disk, basedOn: known.version, interference)
      case .nothing:
        _ = try file.change(on: &disk, basedOn: nil, step: "changing", interference) { _ in }
      }
      expect(operation, written)
      try compare([(content, copies)], "\(operation) on \(before)")
    } catch {
      guard calls.value >= end else {
        // A refusal changes nothing.
        try compare([before], "\(error) of \(operation)")
        return
      }
      disk.endProgram()
      if Int.random(in: 0..<3, using: &random) == 0 {
        disk.losePower(keepingNames: .random(using: &random))
      } else {
        // A later loss of power does not undo what was seen.
        let folder = try disk.open(".", .folder)
        try disk.synchronize(folder)
        disk.close(folder)
      }
      programs[program] = StoredValue(value: nil, version: .none)
      expect(operation, written)
      let after = (content, copies)
      try compare([before, after], "a killed \(operation) on \(before)")
    }
  }

  /// Makes the change of an operation that is not refused.
  private mutating func expect(_ operation: Operation, _ written: Note?) {
    switch operation {
    case .load, .nothing: break
    case .accept, .replace:
      guard let written else { return }
      let old: Note? = if case .value(let old) = content { old } else { nil }
      if old != written { copies = [old] }
      content = .value(written)
    case .remove:
      content = .missing
      copies = [nil]
    }
  }

  /// Compares what a program would find now with the possibilities, and takes over what it would find.
  private mutating func compare(
    _ possible: [(content: File, copies: [Note?])], _ label: @autoclosure () -> String
  ) throws(StorageError) {
    var copy = disk
    let found = try file.load(on: &copy)
    let isDamaged = disk["note.json"] == damage
    if copy["note.json"] != nil, copy["note.json.offered"] != nil {
      problem = "after \(label()) an offer is left over"
    }
    let fits = possible.filter { content, copies in
      switch content {
      case .missing: found.value == nil && found.lastGood == nil
      case .offering(let note): found.value == nil && found.lastGood == note
      case .value(let note): found.value == note
      case .damaged: found.value == nil && copies.contains(found.lastGood)
      }
    }
    if fits.isEmpty { problem = "after \(label()) there is \(found), and not \(possible)" }
    if let value = found.value {
      content = .value(value)
      // A killed save has made the file its own copy, or has removed the copy.
      copies = fits.flatMap(\.copies) + (possible.count > 1 ? [value, nil] : [])
    } else if isDamaged {
      content = .damaged
      copies = [found.lastGood]
    } else {
      content = found.lastGood.map { .offering($0) } ?? .missing
      copies = [nil]
    }
  }
}
