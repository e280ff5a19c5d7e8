import Foundation
import Testing

/// A new folder for one test: the working folder and home of its programs. It is removed with
/// the object.
final class Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "cairn-examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of the files and folders in it, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The contents of all files in it, recursively.
  var texts: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).compactMap { text($0) }
  }

  /// The owner's and others' rights to a file.
  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self[name])[.posixPermissions] as? Int
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: self[name]))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: self[name], withIntermediateDirectories: false)
  }
}

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

/// The output and the status of a program that ended.
struct Run: Equatable {
  let output: String
  let errors: String
  let status: Int32

  func expect(
    _ output: String, errors: String = "", status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      self == Run(output: output, errors: errors, status: status), sourceLocation: sourceLocation)
  }
}

extension Folder {
  /// Runs a program with lines from a pipe, each ended by a line feed.
  func run(_ program: Program, _ arguments: String..., lines: [String] = []) throws -> Run {
    try run(program, arguments, lines: lines)
  }

  func run(_ program: Program, _ arguments: [String], lines: [String] = []) throws -> Run {
    try run(program, arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Runs a program with input from a pipe, or from a file if it is too much for a pipe that
  /// is not read yet.
  func run(_ program: Program, _ arguments: [String] = [], input: [UInt8]) throws -> Run {
    guard input.count <= 4096 else {
      let file = self[".input"]
      try Data(input).write(to: URL(filePath: file))
      defer { unlink(file) }
      return try run(program.path, arguments, input: .file(file, O_RDONLY))
    }
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: self)
    try writeEnd.write(input)
    writeEnd.close()
    return try run(program.path, arguments, input: .descriptor(readEnd))
  }

  /// Runs a program with special standard streams.
  func run(
    _ path: String, _ arguments: [String] = [], variables: [String: String] = [:],
    input: Child.Stream = .file("/dev/null", O_RDONLY),
    output: Child.Stream? = nil, errors: Child.Stream? = nil
  ) throws -> Run {
    let files = (output: self[".output"], errors: self[".errors"])
    defer {
      unlink(files.output)
      unlink(files.errors)
    }
    let child = try Child(
      path, arguments, in: self.path, variables: variables, input: input,
      output: output ?? .file(files.output, O_WRONLY | O_CREAT),
      errors: errors ?? .file(files.errors, O_WRONLY | O_CREAT))
    let status = child.wait()
    return Run(
      output: text(".output") ?? "", errors: text(".errors") ?? "", status: status)
  }
}

/// The text of a file of this package.
func packageText(_ path: String) throws -> String {
  try String(contentsOf: package.appending(path: path), encoding: .utf8)
}

/// The folder of this package.
let package = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../..").standardizedFileURL
