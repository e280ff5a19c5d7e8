import Foundation
import Testing

/// A package outside this one, which depends on this checkout.
///
/// All of them are built into one folder, `.build/outside`, so that Cairn is built once for all tests,
/// and not again in the next run.
struct OutsidePackage {
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private static let products = checkout.appending(path: ".build/outside/debug")

  // One compiler process a module takes half the time of several, and nobody debugs these programs.
  private static let flags = [
    "--scratch-path", checkout.appending(path: ".build/outside").path,
    "-Xswiftc", "-gnone", "-Xswiftc", "-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "1",
  ]

  let folder: Folder
  /// The name of its program.
  let program: String

  /// Builds the package with its tests. The build gives way to the other tests, some of which wait for a
  /// program at a terminal.
  func build() throws {
    let run = try shell("nice -n 5 swift build --build-tests \(Self.words(Self.flags))")
    try #require(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// Runs a command of a shell in its folder, after ``build()``. `swift run` and `swift test` build
  /// nothing.
  func run(_ command: String) throws -> Run {
    try shell(
      command.replacing("swift run \(program)", with: path)
        .replacing("swift test", with: "swift test --skip-build \(Self.words(Self.flags))"))
  }

  /// The path of its program.
  var path: String { Self.products.appending(path: program).path }

  private func shell(_ command: String) throws -> Run {
    try folder.run("/bin/sh", ["-c", command], variables: Self.environment)
  }

  /// The home of the user has the caches of the package manager.
  private static let environment = ProcessInfo.processInfo.environment
    .filter { ["HOME", "XDG_STATE_HOME"].contains($0.key) }

  private static func words(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: " ")
  }
}
