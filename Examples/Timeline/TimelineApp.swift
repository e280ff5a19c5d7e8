import Cairn
import CairnApp
import CairnAppStorage
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
  let firstAction: Root.Action? = .started
  private let makeClient: () -> TwitterClient

  init(_ launch: Launch) throws(UsageError) {
    let isSaved = launch.world == .simulated(start: "new") ? nil : SavedLogIn()
    let storage = try launch.storage(Self.name, initially: isSaved)
    let lifetime = try Self.lifetime(launch)
    let latency = try launch.latency()
    let clock = launch.clock
    let pause: TwitterClient.Wait = {
      if let latency { try await clock.sleep(for: latency) }
    }
    makeClient = {
      let status = LogInStatus(storage)
      guard case .simulated(let start) = launch.world else {
        return .live(status, pause: pause, lifetime: lifetime)
      }
      return .simulated(
        status, messages: start == "empty" ? [] : .all,
        unreliable: launch.options.has("--unreliable") ? launch.choices : nil, pause: pause,
        lifetime: lifetime)
    }
  }

  /// Each start of the app reads the file again.
  var reducer: Root { Root(client: makeClient()) }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }

  /// `--expire`, or in a simulated world a choice; `nil` if a log-in does not expire.
  private static func lifetime(_ launch: Launch) throws(UsageError) -> TwitterClient.Wait? {
    let (clock, choices) = (launch.clock, launch.choices)
    guard let text = launch.options["--expire"] else {
      guard launch.world != .real else { return nil }
      return {
        try await choices.answer(
          "log-in", ["lasts": .never, "expires": .slow(.seconds(1), .success(()))])
      }
    }
    do throws(DurationSyntaxError) {
      let time = try DurationSyntax.parse(text)
      return { try await clock.sleep(for: time) }
    } catch {
      throw UsageError("--expire: \(error)")
    }
  }
}
