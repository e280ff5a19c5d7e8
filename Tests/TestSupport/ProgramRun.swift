import Foundation

/// The folder of the built programs, modules and objects of this package: that of the test bundle, which on Linux is an
/// executable.
public var products: URL {
  #if canImport(Darwin)
    Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent()
  #else
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  #endif
}

/// The end of a program that ran in a process of its own.
public struct ProgramRun: Sendable {
  /// Standard output and standard error, as they were written.
  public let output: String
  public let status: Int32

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - command: the program, by its path or by a name that is looked for like that of a shell, and its arguments.
  ///   - folder: its working folder; by default, the one of the tests.
  ///   - variables: variables of its environment, beside those of the tests.
  ///   - limit: the seconds after which it is killed; its status is then that of a signal.
  public init(
    _ command: [String], in folder: String? = nil, variables: [String: String] = [:],
    limit: TimeInterval? = nil
  ) throws {
    let process = Process()
    // A path with an equals sign would be a variable for `env`.
    let isPath = command.first?.contains("/") == true
    process.executableURL = URL(filePath: isPath ? command[0] : "/usr/bin/env")
    process.arguments = isPath ? Array(command.dropFirst()) : command
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let end = DispatchWorkItem { [child = process.processIdentifier] in kill(child, SIGKILL) }
    if let limit { DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: end) }
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    end.cancel()
    (output, status) = (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
