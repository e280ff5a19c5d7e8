#if os(Linux)
  import Foundation

  /// A run of one test in a separate process, in which tests that must fail are enabled.
  struct ChildRun {
    let status: Int32
    private let lines: [Substring]

    /// Runs the test with an XCTest name: a class and a method of this module.
    init(xctest name: String) throws {
      try self.init(["CairnTestingTests.\(name)"])
    }

    /// Runs the test with a Swift Testing name.
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
      // A test that hangs ends with the status of a signal, which no caller expects.
      let limit = DispatchWorkItem { [child = process.processIdentifier] in kill(child, SIGKILL) }
      DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: limit)
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      limit.cancel()
      status = process.terminationStatus
      lines = String(decoding: output, as: UTF8.self)
        .replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/\/[^ :]*\//, with: "")
        .split(separator: "\n")
    }

    /// The output between the start and the end of a test, with paths shortened to file names.
    func output(of test: String) -> String {
      lines.drop { !($0.contains(test) && $0.contains(" started")) }.dropFirst()
        .prefix { !($0.contains(test) && $0.contains(/(passed|failed) (after|\()/)) }
        .joined(separator: "\n")
    }
  }
#endif
