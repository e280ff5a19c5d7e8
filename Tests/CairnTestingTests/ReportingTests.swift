#if os(Linux)
  import Foundation
  import Testing

  /// XCTest silently ignores an `Issue`, and Swift Testing an `XCTFail`. Therefore these tests run a
  /// process that must fail under each framework. (On Linux, where the test bundle is a program.)
  @Suite struct ReportingTests {
    @Test func `a failure under XCTest fails the test, at the line of the call`() throws {
      let run = try ChildRun(xctest: "FailingXCTests/testFails")
      #expect(run.status == 1)
      #expect(
        run.output(of: "FailingXCTests.testFails") == """
          FailingTests.swift:15: error: FailingXCTests.testFails : failed - The state changed after \
          .tick was sent, but the test expects no change.
            - ticks: 0
            + ticks: 1
              (1 unchanged)
          Likely causes: the change is new, or the test does not assert it.
          Suggestion: pass a closure that makes this change, or correct the reducer.
          """)
    }

    @Test func `a failure under Swift Testing fails the test, at the line of the call`() throws {
      let run = try ChildRun(test: "fails in a separate process")
      #expect(run.status == 1)
      #expect(
        run.output(of: "fails in a separate process") == """
          ✘ Test "fails in a separate process" recorded an issue at FailingTests.swift:15:15: \
          Issue recorded
          ↳ The state changed after .tick was sent, but the test expects no change.
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
          FailingTests.swift:24: note: Skipped: the state changed after .tick was sent, and \
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
            ⚠︎ Test "skips in a separate process" recorded a warning at FailingTests.swift:24:15: \
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
          FailingTests.swift:41: error: FailingXCTests.testFailsUnderASeed : XCTAssertNotEqual \
          failed: ("3") is equal to ("3") - 
          FailingTests.swift:40: error: FailingXCTests.testFailsUnderASeed : failed - The test \
          fails under seed 3, and passes under 3 seeds before it.
          Likely causes: the test depends on an order of effects that is not guaranteed.
          To reproduce it: withSeeds([3]) { … }
          """)
    }
  }
#endif
