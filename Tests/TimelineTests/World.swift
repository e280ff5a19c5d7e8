import CairnSimulation
import CairnStorage
import CairnTerminal

@testable import timeline

/// The file of the log-in, in memory.
struct SavedFile {
  let storage: FileStorage<SavedLogIn>
  let disk: Guarded<SimulatedDisk>

  /// - Parameter fault: happens in every operation.
  init(_ value: SavedLogIn? = nil, fault: StorageFault? = nil) {
    let disk = Guarded(
      SimulatedDisk.used(Self.path, format: FileFormat<SavedLogIn>(), contents: value))
    self.disk = disk
    storage = FileStorage(
      simulated: Self.path, on: { body in disk.withLock { body(&$0) } }, fault: { _ in fault })
  }

  static let path = "timeline.json"

  /// The contents; `nil` if there is no file.
  var text: String? { disk.withLock { $0[Self.path] } }
}

extension SavedLogIn {
  static let ada = SavedLogIn()
}

extension StorageFault {
  static let full = StorageFault.fails(.write, .noSpace)
}
