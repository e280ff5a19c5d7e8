import Foundation
import TestSupport
import Testing

/// Several processes that use one file, and are killed.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CrashTests {
  /// The gate can ask for more rounds.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_CRASH_ROUNDS"] ?? (isGate ? "500" : "50")

  // Twice 500 rounds, at once.
  @Test(arguments: 1...2)
  func `killed writers leave a whole value with every confirmed change`(lane: Int) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let folder = TemporaryFolder(in: Self.fastFolder)
    defer { withExtendedLifetime(folder) {} }
    let program = try StorageCrash("rounds", Self.rounds, "\(seed)", folder.path)
    let output = try await program.output()
    print(output.text)
    #expect(output.status == 0, "\(output.text)")
    let start = "seed \(seed): \(Self.rounds) rounds, "
    #expect(output.text.hasPrefix(start))
    let kills = output.text.dropFirst(start.count).prefix { $0 != " " }
    #expect(Int(kills).map { $0 > 0 } == true)
  }

  /// A folder in memory, where the system has one. A killed process loses nothing that the system knows,
  /// whether or not it is on a device.
  private static var fastFolder: String {
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  }
}

/// A run of the program `storage-crash`.
private struct StorageCrash {
  private let process = Process()
  private let pipe = Pipe()

  init(_ arguments: String...) throws {
    #if canImport(Darwin)
      let folder = Bundle(for: Counter.self).bundleURL.deletingLastPathComponent()
    #else
      let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
    process.executableURL = folder.appending(path: "storage-crash")
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
  }

  /// The output of the program, and its exit status.
  @concurrent func output() async throws -> (text: String, status: Int32) {
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
