import CairnSimulation
import Foundation

/// The list outside the app, as the reducers hold it. A test or a world gives the functions.
struct EntryClient: Sendable {
  var load: @Sendable () async throws -> [String]
  var add: @Sendable (String) async throws -> [String]
}

extension EntryClient {
  /// A JSON file with the entries. An entry is added to what the file has now: the app may run in two windows.
  static func live(file: String) -> EntryClient {
    @Sendable func load() throws -> [String] {
      guard FileManager.default.fileExists(atPath: file) else { return [] }
      return try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(filePath: file)))
    }
    return EntryClient(
      load: { try load() },
      add: { new in
        let old = try load()
        guard !old.contains(new) else { return old }
        let entries = old + [new]
        try JSONEncoder().encode(entries).write(to: URL(filePath: file), options: .atomic)
        return entries
      })
  }

  /// A stand-in for trails, tests and `explore`. It answers within a second of simulated time, or fails.
  static func simulated(_ entries: Guarded<[String]>, _ choices: Choices) -> EntryClient {
    @Sendable func answer(_ question: String, isRead: Bool) async throws {
      try await choices.answer(
        question,
        ["works": .slow(.zero ... .seconds(1), .success(())), "fails": .failure(Offline())],
        isRead: isRead)
    }
    return EntryClient(
      load: {
        try await answer("load", isRead: true)
        return entries.withLock { $0 }
      },
      add: { new in
        try await answer("save", isRead: false)
        return entries.withLock { entries in
          if !entries.contains(new) { entries.append(new) }
          return entries
        }
      })
  }
}

/// The failure of the stand-in.
struct Offline: Error, CustomStringConvertible {
  let description = "The list cannot be reached. Try again."
}
