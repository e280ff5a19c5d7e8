#if os(Linux)
  import Foundation

  /// A run of one test in a process of its own, where tests that must fail do so.
  struct ChildRun {
    let status: Int32
    private let lines: [Substring]

    /// Runs what XCTest knows by `name`, a class and a method of this module.
    init(xctest name: String) throws {
      try self.init(["CairnTestingTests.\(name)"])
    }

    /// Runs what Swift Testing knows by `name`.
    init(test name: String) throws {
      try self.init(["--testing-library", "swift-testing", "--filter", name])
    }

    private init(_ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment
        .merging(["CAIRN_MUST_FAIL": "1", "NO_COLOR": "1"]) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      status = process.terminationStatus
      lines = String(decoding: output, as: UTF8.self)
        .replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/\/[^ :]*\//, with: "")
        .split(separator: "\n")
    }

    /// What is printed between the lines that say that a test has started and has ended; of a path,
    /// the file.
    func said(of test: String) -> String {
      lines.drop { !($0.contains(test) && $0.contains(" started")) }.dropFirst()
        .prefix { !($0.contains(test) && $0.contains(/(passed|failed) (after|\()/)) }
        .joined(separator: "\n")
    }
  }
#endif
