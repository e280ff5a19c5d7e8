import CairnSimulation
import CairnStorage
import CairnTerminal

@testable import timeline

/// The file of the log-in, in memory.
struct SavedFile {
  let disk: Guarded<SimulatedDisk>
  /// Happens in the next operation.
  let fault = Guarded<StorageFault?>(nil)

  /// - Parameter isLoggedIn: the contents; `nil` for no file.
  init(_ isLoggedIn: Bool? = nil, format: FileFormat<SavedLogIn> = SavedLogIn.format) {
    let saved = isLoggedIn.map { SavedLogIn(isLoggedIn: $0) }
    disk = Guarded(SimulatedDisk.used(Self.path, format: format, contents: saved))
  }

  static let path = "timeline.json"

  var storage: FileStorage<SavedLogIn> {
    FileStorage(
      simulated: Self.path, format: SavedLogIn.format,
      on: { [disk] body in disk.withLock { body(&$0) } },
      fault: { [fault] _ in fault.withLock { $0.take() } })
  }

  /// The contents; `nil` if there is no file.
  var text: String? { disk.withLock { $0[Self.path] } }

  var isLoggedIn: Bool? { text.map { $0.contains("\"isLoggedIn\" : true") } }
}
