#if os(Linux)
  import Foundation
  import Testing

  /// An issue recorded under XCTest, and an `XCTFail` under Swift Testing, are lost without a word;
  /// so both ways are tried in a process that must fail. (On Linux, where the test bundle is a
  /// program.)
  @Suite struct ReportingTests {
    @Test func `a failure under XCTest fails the test, at the line of the call`() throws {
      let run = try ChildRun(xctest: "FailingXCTests/testFails")
      #expect(run.status == 1)
      #expect(
        run.said(of: "FailingXCTests.testFails") == """
          FailingTests.swift:15: error: FailingXCTests.testFails : failed - The state changed when \
          .tick was sent, and the test does not say how.
            - ticks: 0
            + ticks: 1
              (1 unchanged)
          Likely causes: the change is new, or the test forgot it.
          Suggestion: pass a closure that makes this change, or correct the reducer.
          """)
    }

    @Test func `a failure under Swift Testing fails the test, at the line of the call`() throws {
      let run = try ChildRun(test: "fails in a process of its own")
      #expect(run.status == 1)
      #expect(
        run.said(of: "fails in a process of its own") == """
          ✘ Test "fails in a process of its own" recorded an issue at FailingTests.swift:15:15: \
          Issue recorded
          ↳ The state changed when .tick was sent, and the test does not say how.
              - ticks: 0
              + ticks: 1
                (1 unchanged)
            Likely causes: the change is new, or the test forgot it.
            Suggestion: pass a closure that makes this change, or correct the reducer.
          """)
    }

    @Test func `what is skipped is told under XCTest, and fails nothing`() throws {
      let run = try ChildRun(xctest: "FailingXCTests/testSkips")
      #expect(run.status == 0)
      #expect(
        run.said(of: "FailingXCTests.testSkips") == """
          FailingTests.swift:24: note: Skipped: the state changed when .tick was sent, and the \
          test does not say how.
            - ticks: 0
            + ticks: 1
              (1 unchanged)
          """)
    }

    #if compiler(>=6.3)
      @Test func `what is skipped is a warning under Swift Testing, and fails nothing`() throws {
        let run = try ChildRun(test: "skips in a process of its own")
        #expect(run.status == 0)
        #expect(
          run.said(of: "skips in a process of its own") == """
            ⚠︎ Test "skips in a process of its own" recorded a warning at FailingTests.swift:24:15: \
            Issue recorded
            ↳ Skipped: the state changed when .tick was sent, and the test does not say how.
                - ticks: 0
                + ticks: 1
                  (1 unchanged)
            """)
      }
    #endif

    @Test func `under XCTest too no seed is tried after the first that fails`() throws {
      let run = try ChildRun(xctest: "FailingXCTests/testFailsUnderASeed")
      #expect(run.status == 1)
      #expect(
        run.said(of: "FailingXCTests.testFailsUnderASeed") == """
          FailingTests.swift:41: error: FailingXCTests.testFailsUnderASeed : XCTAssertNotEqual \
          failed: ("3") is equal to ("3") - 
          FailingTests.swift:40: error: FailingXCTests.testFailsUnderASeed : failed - The test \
          fails under seed 3, after 3 seeds that it passes.
          Likely causes: it is true of one order of things, and the rules allow another.
          To repeat it: withSeeds([3]) { … }
          """)
    }
  }
#endif
