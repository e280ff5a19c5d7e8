import Foundation

/// A built program of this package.
enum Program: String {
  case counter, onboarding, benchmarks, fuzz, saver, faller, workout, accounts, dance, timeline
  case newApp = "new-app"

  var path: String { Self.folder.appending(path: rawValue).path }

  /// The products are in the folder of the test bundle, which on Linux is an executable.
  private static var folder: URL {
    #if canImport(Darwin)
      Bundle(for: Child.self).bundleURL.deletingLastPathComponent()
    #else
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
