import Foundation
import TestSupport
import Testing

/// The working folder and home of the programs of a test.
typealias Folder = TemporaryFolder

extension Folder {
  /// The sorted names of the files and folders in it.
  var names: [String] { names() ?? [] }

  /// The contents of all files in it, recursively.
  var texts: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).compactMap { text($0) }
  }
}

/// A built program of this package.
enum Program: String {
  case counter, onboarding, benchmarks, fuzz, saver, faller, workout, accounts, dance, timeline
  case newApp = "new-app"

  var path: String { products.appending(path: rawValue).path }
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

  /// Runs a program with input from a file: an app by the code of its `main`, in the process of the test.
  func run(
    _ program: Program, _ arguments: [String] = [], variables: [String: String] = [:],
    input: [UInt8]
  ) throws -> Run {
    let file = self[".input"]
    try Data(input).write(to: URL(filePath: file))
    defer { unlink(file) }
    var words = arguments
    // Effects read and write it on other threads, which have another working folder.
    let state = words.firstIndex(of: "--state").map { words.index(after: $0) }
    if let state, state < words.endIndex, !words[state].isEmpty, !words[state].hasPrefix("/") {
      words[state] = self[words[state]]
    }
    guard let main = program.main(words),
      let run = try run(main, variables, input: StreamEnd(open(file, O_RDONLY | O_CLOEXEC)))
    else {
      return try run(
        program.path, arguments, variables: variables, input: .file(file, O_RDONLY))
    }
    guard let state, state < words.endIndex, words[state] != arguments[state] else { return run }
    func named(_ text: String) -> String { text.replacing(words[state], with: arguments[state]) }
    return Run(output: named(run.output), errors: named(run.errors), status: run.status)
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

extension Folder {
  /// Runs a program as a user who owns nothing.
  func runAsOther(_ program: Program, _ arguments: String..., input: String = "/dev/null") throws
    -> Run
  {
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups", program.path]
    return try run(Self.setpriv, user + arguments, input: .file(input, O_RDONLY))
  }

  fileprivate static let setpriv = "/usr/bin/setpriv"
}

extension Trait where Self == ConditionTrait {
  /// For ``Folder/runAsOther(_:_:input:)``.
  static var asRoot: Self {
    .enabled(
      if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: Folder.setpriv),
      "only root can be another user")
  }
}

/// The text of a file of this package.
func packageText(_ path: String) throws -> String {
  try String(contentsOf: package.appending(path: path), encoding: .utf8)
}

/// The folder of this package.
let package = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../..").standardizedFileURL
