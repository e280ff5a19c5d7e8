#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// XCTest silently ignores an `Issue`, and Swift Testing an `XCTFail`. Therefore these tests run a
  /// process that must fail under each framework. (On Linux, where the test bundle is a program.)
  @Suite(.blocking) struct ReportingTests {
    @Test func `a failure under XCTest fails the test, at the line of the call`() throws {
      let run = try ChildRun(xctest: "FailingXCTests/testFails")
      #expect(run.status == 1)
      #expect(
        run.output(of: "FailingXCTests.testFails") == """
          FailingTests.swift:14: error: FailingXCTests.testFails : failed - The state changed after \
          .tick was sent, but the test expects no change.
            - ticks: 0
            + ticks: 1
              (1 unchanged)
          Likely causes: the change is new, or the test does not assert it.
          Suggestion: pass a closure that makes this change, or correct the reducer.
          """)
    }

    @Test func `a skipped part is printed under XCTest, and the test passes`() throws {
      let run = try ChildRun(xctest: "FailingXCTests/testSkips")
      #expect(run.status == 0)
      #expect(
        run.output(of: "FailingXCTests.testSkips") == """
          FailingTests.swift:21: note: Skipped: the state changed after .tick was sent, and \
          the test does not assert the change.
            - ticks: 0
            + ticks: 1
              (1 unchanged)
          """)
    }

    #if compiler(>=6.3)
      @Test func `a skipped part is a warning under Swift Testing, and the test passes`() throws {
        let run = try ChildRun(test: "skips in a separate process")
        #expect(run.status == 0)
        #expect(
          run.output(of: "skips in a separate process") == """
            ⚠︎ Test "skips in a separate process" recorded a warning at FailingTests.swift:21:15: \
            Issue recorded
            ↳ Skipped: the state changed after .tick was sent, and the test does not assert the \
            change.
                - ticks: 0
                + ticks: 1
                  (1 unchanged)
            """)
      }
    #endif

    @Test func `under XCTest, no seed is tried after the first that fails`() throws {
      let run = try ChildRun(xctest: "FailingXCTests/testFailsUnderASeed")
      #expect(run.status == 1)
      #expect(
        run.output(of: "FailingXCTests.testFailsUnderASeed") == """
          FailingTests.swift:33: error: FailingXCTests.testFailsUnderASeed : XCTAssertNotEqual \
          failed: ("3") is equal to ("3") - 
          FailingTests.swift:32: error: FailingXCTests.testFailsUnderASeed : failed - The test \
          fails under seed 3, and passes under 3 seeds before it.
          Likely causes: the test depends on an order of effects that is not guaranteed.
          To reproduce it: withSeeds([3]) { … }
          """)
    }

    @Test(arguments: ["testIsSkippedUnderASeed", "testIsSkippedUnderASeedLater"])
    func `under XCTest, a test that is skipped under a seed does not fail`(name: String) throws {
      let run = try ChildRun(xctest: "FailingXCTests/\(name)")
      #expect(run.status == 0)
      #expect(run.output(of: "FailingXCTests.\(name)").contains("not here"))
    }
  }

  /// The page on test stores shows the output of a failing test.
  @Suite(.blocking) struct PageTests {
    @Test func `the failure on the page is the printed one`() throws {
      let page = try String(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "../../Sources/CairnTesting/CairnTesting.docc/CairnTesting.md")
          .standardizedFileURL,
        encoding: .utf8)
      let run = try ChildRun(test: "DraftMustFailTests")
      #expect(run.status == 1)
      let block = try #require(
        page.components(separatedBy: "\n```\n").first { $0.hasPrefix("✘") })
      #expect(run.output(of: "a letter is typed") == block)
    }
  }

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
      // A test that hangs ends with the status of a signal, which no caller expects.
      let run = try ProgramRun(
        [CommandLine.arguments[0]] + arguments,
        variables: ["CAIRN_MUST_FAIL": "1", "NO_COLOR": "1"], limit: 300)
      status = run.status
      lines = run.output
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
