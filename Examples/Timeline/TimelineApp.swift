import Cairn
import CairnApp
import CairnSimulation
import CairnStorage
import CairnTerminal
import CairnTrail

/// The client for short messages as a program.
@main struct TimelineApp: App {
  static let name = "timeline"
  static let summary = "Shows short messages to a person who has logged in."
  static let starts = ["new", "signed-in", "empty"]
  static let options: [AppOption] =
    .storage("log-in") + [
      AppOption(
        "--expire", value: "TIME", help: "the time after which a log-in expires, such as 30s")
    ]

  let state = Root.State.starting
  let firstAction: Root.Action? = .follow
  let actionAfterRestore: Root.Action? = .follow
  private let makeClient: () -> TwitterClient
  private let clock: any Clock<Duration>

  init(_ launch: Launch) throws(UsageError) {
    let isSaved = launch.world == .simulated(start: "new") ? nil : SavedLogIn()
    let storage = try launch.storage(Self.name, initially: isSaved)
    let lifetime = try Self.lifetime(launch)
    let latency = try launch.latency()
    let (world, clock) = (launch.world, launch.clock)
    self.clock = clock
    let (choices, isUnreliable) = (launch.choices, launch.options.has("--unreliable"))
    makeClient = {
      let client = TwitterClient.live(
        LogInStatus(storage), clock: clock, latency: latency, lifetime: lifetime)
      guard case .simulated(let start) = world else { return client }
      return client.answering(start == "empty" ? [] : .all, choices, isUnreliable: isUnreliable)
    }
  }

  /// Each start of the app reads the file again.
  var reducer: Root { Root(client: makeClient(), clock: clock) }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }

  /// The time of `--expire`, or in a simulated world a choice.
  private static func lifetime(
    _ launch: Launch
  ) throws(UsageError) -> @Sendable () -> Duration? {
    if let text = launch.options["--expire"] {
      do throws(DurationSyntaxError) {
        let time = try DurationSyntax.parse(text)
        return { time }
      } catch {
        throw UsageError("--expire: \(error)")
      }
    }
    guard launch.world != .real else { return { nil } }
    let choices = launch.choices
    return { choices.choose("log-in", ["lasts": nil, "expires": .seconds(1)]) }
  }
}
