import CairnSimulation
import Foundation

/// The list outside the app, as the reducers hold it. A test or a world gives the functions.
struct EntryClient: Sendable {
  var load: @Sendable () async throws -> [String]
  var save: @Sendable ([String]) async throws -> Void
}

extension EntryClient {
  /// A text file with an entry on each line.
  static func live(file: String) -> EntryClient {
    EntryClient(
      load: {
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
      },
      save: { entries in
        let text = entries.map { $0 + "\n" }.joined()
        try text.write(toFile: file, atomically: true, encoding: .utf8)
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
