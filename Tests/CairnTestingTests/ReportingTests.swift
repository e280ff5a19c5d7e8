#if os(Linux)
  import Foundation
  import Testing

  /// An issue recorded under XCTest, and an `XCTFail` under Swift Testing, are lost without a word;
  /// so both ways are tried in a process that must fail. (On Linux, where the test bundle is a
  /// program.)
  @Suite struct ReportingTests {
    private let text = "The state changed when .tick was sent, and the test does not say how."

    @Test func `a failure under XCTest fails the test, at the line of the call`() throws {
      let (status, output) = try run(["CairnTestingTests.FailingXCTests/testFails"])
      #expect(status == 1)
      #expect(
        output.contains("FailingTests.swift:15: error: FailingXCTests.testFails : failed - \(text)")
      )
    }

    @Test func `a failure under Swift Testing fails the test, at the line of the call`() throws {
      let (status, output) = try run([
        "--testing-library", "swift-testing", "--filter", "fails in a process of its own",
      ])
      #expect(status == 1)
      #expect(output.contains("recorded an issue at FailingTests.swift:15:15"))
      #expect(output.contains(text))
    }

    @Test func `under XCTest too no seed is tried after the first that fails`() throws {
      let (status, output) = try run(["CairnTestingTests.FailingXCTests/testFailsUnderASeed"])
      #expect(status == 1)
      #expect(output.split(separator: "\n").count { $0.contains("error: FailingXC") } == 2)
      #expect(output.contains("The test fails under seed 3, after 3 seeds that it passes."))
    }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment
        .merging(["CAIRN_MUST_FAIL": "1"]) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
  }
#endif
