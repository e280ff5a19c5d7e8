import Cairn
import CairnApp
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

/// A log-in with a slow request, correct or with one flaw.
struct LogIn: Reducer {
  enum Flaw: String, Sendable {
    /// `cancel` clears the request in the state, but does not cancel its effect.
    case forgottenCancel = "forgotten-cancel"
    /// A second request is sent while one is in flight.
    case twoAtOnce = "two-at-once"
  }

  struct State: Hashable {
    let flaw: Flaw?
    var user = "ada"
    /// The user of the last request.
    var asked: String?
    var isAwaited = false
    var signedIn: String?

    /// The reason why a log-in is not possible.
    var objection: String? { isAwaited && asked == user ? "it is in progress" : nil }
  }

  enum Action: Sendable {
    case userChanged(String)
    case logIn
    case cancel
    case replied(String)
  }

  let clock: any Clock<Duration>
  /// The response time of the service.
  let latency: @Sendable (_ user: String) -> Duration

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .userChanged(let user):
      state.user = user
      return .none
    case .logIn:
      guard state.signedIn == nil, state.objection == nil else { return .none }
      state.asked = state.user
      state.isAwaited = true
      return request(state.user)
        .cancellable(id: "log-in", cancelInFlight: state.flaw != .twoAtOnce)
    case .cancel:
      guard state.isAwaited else { return .none }
      state.isAwaited = false
      return state.flaw == .forgottenCancel ? .none : .cancel(id: "log-in")
    case .replied(let user):
      state.signedIn = user
      state.isAwaited = false
      return .none
    }
  }

  private func request(_ user: String) -> Effect<Action> {
    .run(name: "log in") { [clock, latency] send in
      try await clock.sleep(for: latency(user))
      await send(.replied(user))
    }
  }
}

/// The log-in as an app; its options select its flaw, and a service that is slower for one user
/// than for the other.
struct LogInApp: App {
  static let name = "log-in"
  static let summary = "Logs one of two users in, rightly or not."
  static let options = [
    AppOption("--flaw", value: "NAME", help: "the mistake that is in it"),
    AppOption("--uneven", help: "let the service take a second longer for ada"),
  ]
  static let samples = ["user": ["ada", "bob"]]

  static let properties: [AppProperty<LogIn.State>] = [
    .noRuntimeIssue,
    .step("only an awaited user is signed in") { before, _, after in
      before.isAwaited || before.signedIn == after.signedIn
    },
    .never("the signed-in user differs from the last requested one") { state in
      state.signedIn != nil && state.signedIn != state.asked
    },
  ]

  let state: LogIn.State
  let reducer: LogIn

  init(_ launch: Launch) {
    state = LogIn.State(flaw: launch.options["--flaw"].flatMap(LogIn.Flaw.init))
    let isUneven = launch.options.has("--uneven")
    reducer = LogIn(clock: launch.clock) { user in
      .seconds(isUneven && user == "ada" ? 2 : 1)
    }
  }

  func screens(of state: LogIn.State) -> [Screen<LogIn.Action>] {
    if let user = state.signedIn { return [Screen("home", "Home") { Text("Hello \(user)!") }] }
    return [
      Screen("log-in", "Log In") {
        Field("user", state.user) { .userChanged($0) }
        Button("log-in", disabledBecause: state.objection, .logIn)
        Button("cancel", disabledBecause: state.isAwaited ? nil : "nothing is in progress", .cancel)
      }
    ]
  }
}
