import CairnExplorer
import CairnModel
import Testing

/// Late replies, and replies in another order than their requests.
@Suite struct InterleavingTests {
  private static let awaited = "every step: only an awaited user is signed in"
  private static let lastAsked = "never the signed-in user differs from the last requested one"

  private func explored(
    _ flaw: LogIn.Flaw?, isUneven: Bool = false, depth: Int? = nil
  ) throws -> AppExploration<LogInApp> {
    let options = (flaw.map { ["--flaw=\($0.rawValue)"] } ?? []) + (isUneven ? ["--uneven"] : [])
    return try AppModel.bare(options: options).explore(within: Bounds(depth: depth))
  }

  @Test(arguments: [false, true])
  func `with cancelled requests no order signs in the wrong user`(
    isUneven: Bool
  ) throws {
    let exploration = try explored(nil, isUneven: isUneven)
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `a request that continues after its cancellation is found`() throws {
    let exploration = try explored(.forgottenCancel, depth: 3)
    #expect(exploration.refuted == [Self.awaited])
    #expect(
      exploration[Self.awaited]?.trail == """
        % app log-in
        % options --flaw=forgotten-cancel
        # This does not hold: every step: only an awaited user is signed in
        > log-in
        > cancel
        @ 1s

        """)
    let failure = try #require(try exploration.playedTrail(of: Self.awaited))
    #expect(failure.source == "@ 1s")
    #expect(failure.problem == "log-in violates a property: \(Self.awaited)")
  }

  @Test func `replies at the same time are tried in every order`() throws {
    let exploration = try explored(.twoAtOnce, depth: 4)
    #expect(exploration.refuted == [Self.lastAsked])
    #expect(
      exploration[Self.lastAsked]?.trail == """
        % app log-in
        % choices 1/2 2/2 2/2 2/2 1/2 2/2 2/2
        % options --flaw=two-at-once
        # This does not hold: never the signed-in user differs from the last requested one
        > log-in
        > user bob
        > log-in
        @ 1s

        """)
    let failure = try #require(try exploration.playedTrail(of: Self.lastAsked))
    #expect(failure.source == "@ 1s")
    #expect(failure.problem == "log-in violates a property: \(Self.lastAsked)")
    #expect(failure.seed == nil)
  }

  @Test func `replies at different times come in the order of their times`() throws {
    let exploration = try explored(.twoAtOnce, isUneven: true, depth: 5)
    #expect(exploration.refuted == [Self.awaited, Self.lastAsked])
    #expect(
      exploration[Self.lastAsked]?.trail == """
        % app log-in
        % options --flaw=two-at-once --uneven
        # This does not hold: never the signed-in user differs from the last requested one
        > log-in
        > user bob
        @ 1.5s
        > log-in
        @ 500ms

        """)
    let failure = try #require(try exploration.playedTrail(of: Self.lastAsked))
    #expect(failure.source == "@ 500ms")
    #expect(
      exploration.steps(of: Self.awaited)
        == ["> log-in", "> user bob", "> log-in", "@ 1s", "@ 1s"])
    #expect(try exploration.playedTrail(of: Self.awaited)?.line == 8)
  }
}
