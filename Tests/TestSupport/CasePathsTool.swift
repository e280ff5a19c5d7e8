import Foundation

/// The built program that generates case paths. It runs as a process, because the package manager links its objects
/// into tests whose targets have the plugin, and a test cannot import it a second time.
public struct CasePathsTool {
  /// The generated code.
  public let text: String
  /// The lines of its output, without the folder of the sources.
  public let notes: [String]

  /// - Parameter sources: The contents of the files of the module `App`, by name.
  public init(_ sources: [String: String]) throws {
    (text, notes) = try withTemporaryFolder { folder in
      let files = try sources.map { name, text in
        try folder.write(text, to: name)
        return folder[name]
      }
      let output = folder["GeneratedCasePaths.swift"]
      let run = try Self.run(["--output", output, "App"] + files)
      guard run.status == 0 else { throw Failure(description: run.output) }
      let notes = run.output.replacing("\(folder.path)/", with: "").split(separator: "\n")
      return (try String(contentsOfFile: output, encoding: .utf8), notes.map(String.init))
    }
  }

  /// Runs it with these arguments.
  public static func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun([products.appending(path: "CairnCasePaths").path] + arguments)
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }
}
