import Foundation

/// The built program that generates case paths. It runs as a process, because the package manager links its objects
/// into tests whose targets have the plugin, and a test cannot import it a second time.
public struct CasePathsTool {
  /// The generated code.
  public let text: String
  /// The lines of standard error, without the folder of the sources.
  public let notes: [String]

  /// - Parameter sources: The contents of the files of a target, by name.
  public init(_ sources: [String: String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try sources.map { name, text in
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let output = folder.appending(path: "GeneratedCasePaths.swift")
    let (errors, status) = try Self.run(["--output", output.path] + files)
    guard status == 0 else { throw Failure(description: errors) }
    text = try String(contentsOf: output, encoding: .utf8)
    notes = errors.replacing("\(folder.path)/", with: "").split(separator: "\n").map(String.init)
  }

  /// Its standard error and its status.
  public static func run(_ arguments: [String]) throws -> (errors: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "CairnCasePaths")
    process.arguments = arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), process.terminationStatus)
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }
}
