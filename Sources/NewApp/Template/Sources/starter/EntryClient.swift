import CairnSimulation
import Foundation

/// The list outside the app, as the reducers hold it. A test or a world gives the functions.
struct EntryClient: Sendable {
  var load: @Sendable () async throws -> [String]
  var save: @Sendable ([String]) async throws -> Void
}

extension EntryClient {
  /// A JSON file with the entries.
  static func live(file: String) -> EntryClient {
    EntryClient(
      load: {
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        return try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(filePath: file)))
      },
      save: { entries in
        try JSONEncoder().encode(entries).write(to: URL(filePath: file), options: .atomic)
      })
  }

  /// A stand-in for trails, tests and `explore`, which answers within a second of simulated time.
  static func simulated(_ entries: Guarded<[String]>, _ choices: Choices) -> EntryClient {
    EntryClient(
      load: {
        try await choices.sleep(for: .zero ... .seconds(1), isRead: true)
        return entries.withLock { $0 }
      },
      save: { new in
        try await choices.sleep(for: .zero ... .seconds(1))
        entries.withLock { $0 = new }
      })
  }
}
