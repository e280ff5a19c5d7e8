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

  let state = Root.State()
  let firstAction: Root.Action? = .storage(.load)
  let actionAfterRestore: Root.Action? = .storage(.load)
  let reducer: Root

  init(_ launch: Launch) throws(UsageError) {
    var client = TwitterClient.live(
      clock: launch.clock, latency: try launch.latency(), lifetime: try Self.lifetime(launch))
    var isSaved = false
    if case .simulated(let start) = launch.world {
      isSaved = start != "new"
      client = client.answering(
        start == "empty" ? [] : .all, launch.choices,
        isUnreliable: launch.options.has("--unreliable"))
    }
    let storage = try launch.storage(
      Self.name, format: SavedLogIn.format,
      initially: isSaved ? SavedLogIn(isLoggedIn: true) : nil)
    reducer = Root(storage: storage, client: client)
  }

  static var events: [Screen<Root.Action>.Element] { Button("expired", .expired) }

  static func unsavedWork(in state: Root.State) -> [String] {
    state.unsavedChange.map { [$0] } ?? []
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }

  /// The time of `--expire`. Without it, the service ends a session by an event.
  private static func lifetime(_ launch: Launch) throws(UsageError) -> Duration? {
    guard let text = launch.options["--expire"] else { return nil }
    do throws(DurationSyntaxError) {
      return try DurationSyntax.parse(text)
    } catch {
      throw UsageError("--expire: \(error)")
    }
  }
}
