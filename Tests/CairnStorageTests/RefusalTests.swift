import Foundation
import TestSupport
import Testing

@testable import CairnStorage

/// Files that are neither read nor replaced nor removed.
@Suite(.timeLimit(.minutes(10))) struct RefusalTests {
  private func expectRefusal(
    of path: String, because reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let storage = FileStorage(path, format: Self.format)
    var errors: [StorageError?] = []
    errors.append(
      await #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
        _ = try await storage.load()
      })
    errors.append(
      await #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
        try await storage.save(.new, basedOn: .none)
      })
    errors.append(
      await #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
        try await storage.update { $0 = nil }
      })
    errors.append(
      await #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
        try await storage.remove(.none)
      })
    for (error, step) in zip(errors, ["reading", "saving", "changing", "removing"]) {
      let text = error?.description ?? ""
      #expect(text.hasPrefix("\(reason) (\(step) \(path)). "), sourceLocation: sourceLocation)
    }
  }

  @Test func `a file of another kind and that of another app are refused and stay`() async throws {
    try await withTemporaryFolder { folder in
      for (name, text, reason) in [
        ("note.json", "# README", "It is not a file of this program"),
        ("other.json", try otherApp(), "It is a file of other"),
      ] {
        try folder.write(text.utf8, to: name)
        try folder.write(text.utf8, to: "x.previous")
        try await expectRefusal(of: folder[name], because: reason)
        #expect(folder.text(name) == text)
        for (path, found) in [(name, name), ("x", "x.previous")] {
          let error = #expect(throws: StorageError.self) {
            try FileStorage.checkOwner(of: folder[path], format: Self.format)
          }
          #expect(error?.summary == "\(reason) (reading \(folder[found]))")
        }
      }
      #expect(folder.names() == ["note.json", "other.json", "x.previous"])
    }
  }

  private static let format = FileFormat<Note>(sizeLimit: 1000, app: "notes")

  private func otherApp() throws -> String {
    String(decoding: try FileFormat<Note>(app: "other").encode(.old), as: UTF8.self)
  }

  @Test func `a folder is refused`() async throws {
    try await withTemporaryFolder { folder in
      try folder.makeFolder("note.json")
      try await expectRefusal(
        of: folder["note.json"], because: "It is a folder, not a regular file")
      #expect(folder.names(in: "note.json") == [])
    }
  }

  @Test func `a named pipe without a writer is refused`() async throws {
    try await withTemporaryFolder { folder in
      #expect(mkfifo(folder["note.json"], 0o600) == 0)
      try await expectRefusal(
        of: folder["note.json"], because: "It is a named pipe, not a regular file")
      try folder.link("link.json", to: "note.json")
      try await expectRefusal(
        of: folder["link.json"], because: "It is a named pipe, not a regular file")
    }
  }

  @Test func `a device is refused`() async throws {
    try await withTemporaryFolder { folder in
      try folder.link("note.json", to: "/dev/zero")
      let storage = FileStorage<Note>(folder["note.json"])
      let error = await #expect(throws: StorageError.self) { try await storage.load() }
      #expect(error?.problem == .notAFile(.device))
      #expect(error?.description.hasPrefix("It is a device, not a regular file") == true)
    }
  }

  @Test func `a socket is refused`() async throws {
    // The path of a socket is short.
    let path = "/tmp/cairn-\(getpid()).sock"
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let number = socket(AF_UNIX, stream, 0)
    defer { close(number) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    defer { unlink(path) }
    try await expectRefusal(of: path, because: "It is a socket, not a regular file")
    unlink("/tmp/.cairn-\(getpid()).sock.lock")
  }

  @Test func `a link to nothing is refused`() async throws {
    try await withTemporaryFolder { folder in
      try folder.link("note.json", to: "nowhere")
      try await expectRefusal(
        of: folder["note.json"], because: "It is a symbolic link to a file that does not exist")
      #expect(folder.names() == ["note.json"])
    }
  }

  @Test func `a link to itself is refused`() async throws {
    try await withTemporaryFolder { folder in
      try folder.link("note.json", to: "note.json")
      try await expectRefusal(
        of: folder["note.json"], because: "Too many levels of symbolic links")
    }
  }

  @Test func `a file that is too large is refused, and is not read`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write([], to: "note.json")
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder["note.json"]))
      try handle.truncate(atOffset: 1 << 40)
      try handle.close()
      try await expectRefusal(
        of: folder["note.json"], because: "1099511627776 bytes are too many; the maximum is 1000")
    }
  }

  @Test func `a file in place of the folder is refused`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("mine".utf8, to: "state")
      try await expectRefusal(of: folder["state/note.json"], because: "Not a directory")
      #expect(folder.text("state") == "mine")
    }
  }

  @Test func `a folder that cannot be created fails the save with the reason`() async throws {
    try await withTemporaryFolder { folder in
      let name = String(repeating: "n", count: 300)
      let path = folder["new/\(name)/note.json"]
      let error = await #expect(throws: StorageError.self) {
        try await FileStorage<Note>(path).save(.new, basedOn: .none)
      }
      #expect(error?.problem == .system(SystemError(code: ENAMETOOLONG)))
      #expect(error?.path == path)
    }
  }
}
