import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import Testing

/// Late replies, and replies in another order than their requests.
@Suite struct InterleavingTests {
  private static let awaited = "every step: only an awaited user is signed in"
  private static let lastAsked = "never the signed-in user differs from the last requested one"

  @Test(arguments: [[], ["--uneven"]])
  func `with cancelled requests no order signs in the wrong user`(options: [String]) throws {
    let exploration = try AppModel<LogIn>.bare(options: options).explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: [
    // A request continues after its cancellation.
    (
      ["--flaw=forgotten-cancel"], 3, [awaited], awaited, "", "> log-in\n> cancel\n@ 1s"
    ),
    // Replies at the same time are tried in every order.
    (
      ["--flaw=two-at-once"], 4, [lastAsked], lastAsked,
      "% choices 1/2 2/2 2/2 2/2 1/2 2/2 2/2\n", "> log-in\n> user bob\n> log-in\n@ 1s"
    ),
    // Replies at different times come in the order of their times.
    (
      ["--flaw=two-at-once", "--uneven"], 5, [awaited, lastAsked], lastAsked, "",
      "> log-in\n> user bob\n@ 1.5s\n> log-in\n@ 500ms"
    ),
    (
      ["--flaw=two-at-once", "--uneven"], 5, [awaited, lastAsked], awaited, "",
      "> log-in\n> user bob\n> log-in\n@ 1s\n@ 1s"
    ),
  ])
  func `a wrong order of replies is found, by a shortest trail that fails`(
    options: [String], depth: Int, refuted: [String], property: String, choices: String,
    steps: String
  ) throws {
    let exploration = try AppModel<LogIn>.bare(options: options)
      .explore(within: Bounds(depth: depth))
    #expect(exploration.refuted == refuted)
    #expect(
      exploration[property]?.trail == """
        % app login
        \(choices)% options \(options.joined(separator: " "))
        # This does not hold: \(property)
        \(steps)

        """)
    let failure = try #require(try exploration.playedTrail(of: property))
    #expect(steps.hasSuffix("\n\(failure.source)") && failure.seed == nil)
    #expect(failure.problem == "login violates a property: \(property)")
  }
}

/// A log-in with a slow request. Its options select a flaw, and a service that is slower for one user than for
/// the other.
struct LogIn: TestApp, Reducer {
  enum Flaw: String, Sendable {
    /// `cancel` clears the request in the state, but does not cancel its effect.
    case forgottenCancel = "forgotten-cancel"
    /// A second request is sent while one is in flight.
    case twoAtOnce = "two-at-once"
  }

  struct State: Hashable {
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

  static let options = [
    AppOption("--flaw", value: "NAME", help: "the mistake that is in it"),
    AppOption("--uneven", help: "let the service take a second longer for ada"),
  ]
  static let samples = ["user": ["ada", "bob"]]
  static let properties: [AppProperty<State>] = [
    .noRuntimeIssue,
    .step("only an awaited user is signed in") { before, _, after in
      before.isAwaited || before.signedIn == after.signedIn
    },
    .never("the signed-in user differs from the last requested one") { state in
      state.signedIn != nil && state.signedIn != state.asked
    },
  ]

  let state = State()
  let flaw: Flaw?
  let clock: any Clock<Duration>
  let isUneven: Bool
  var reducer: LogIn { self }

  init(_ launch: Launch) {
    flaw = launch.options["--flaw"].flatMap(Flaw.init)
    isUneven = launch.options.has("--uneven")
    clock = launch.clock
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .userChanged(let user): state.user = user
    case .logIn:
      guard state.signedIn == nil, state.objection == nil else { return .none }
      state.asked = state.user
      state.isAwaited = true
      let latency = Duration.seconds(isUneven && state.user == "ada" ? 2 : 1)
      return .later(.replied(state.user), "log in", after: latency, on: clock)
        .cancellable(id: "log-in", cancelInFlight: flaw != .twoAtOnce)
    case .cancel where state.isAwaited:
      state.isAwaited = false
      return flaw == .forgottenCancel ? .none : .cancel(id: "log-in")
    case .cancel: break
    case .replied(let user): (state.signedIn, state.isAwaited) = (user, false)
    }
    return .none
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    if let user = state.signedIn {
      Text("Hello \(user)!")
    } else {
      Field("user", state.user) { .userChanged($0) }
      Button("log-in", disabledBecause: state.objection, .logIn)
      Button("cancel", disabledBecause: state.isAwaited ? nil : "nothing is in progress", .cancel)
    }
  }
}
