import Cairn
import CairnApp
import CairnStorage
import CairnTerminal
import ExampleSupport

/// A school of dance: classes, a player, and the progress of each user.
@main struct DanceApp: App {
  static let name = "dance"
  static let summary = "Plays dance classes and remembers how much of each was watched."
  static let starts = ["new", "signed-up", "signed-in"]
  static let options: [AppOption] =
    .storage("users and their progress") + [
      AppOption("--classes", value: "FILE", help: "the classes, as comma-separated values"),
      AppOption("--open", value: "ROUTE", help: "start at one of \(Route.all)"),
      AppOption("--short-class", help: "the first class, of a second; explore and graph add it"),
    ]
  static let searchOptions = ["--short-class"]

  let reducer: Root
  let state = Root.State()
  let firstAction: Root.Action? = .started
  let actionAfterRestore: Root.Action? = .restored

  init(_ launch: Launch) throws(UsageError) {
    let classes = try Self.classes(launch)
    let accounts = Accounts<Profile>(
      // The other writes multiply the states: a search from "new" had not ended at one and a half times as many.
      try launch.storage(
        Self.name, format: Accounts<Profile>.format, initially: try Self.users(launch.world),
        stopsCancelledWrites: true),
      hasher: launch.hasher)
    let isShort = launch.options.has("--short-class") && launch.world != .real
    reducer = Root(
      accounts: accounts,
      // A stand-in takes the time of a network. The classes of the program itself are there at once.
      api: ClassesAPI(
        serving: classes, after: launch.world == .real ? .zero : .seconds(1), on: launch.clock),
      video: Video(
        accounts: accounts, clock: launch.clock, time: launch.clock.stopwatch(),
        rules: isShort ? .short : PlayerRules()),
      route: try Route(opening: launch.options["--open"], among: classes))
  }

  static func unsavedWork(in state: Root.State) -> [String] {
    state.unsaved.map { "the progress in \"\($0.title.onOneLine)\"" }
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }

  /// The time of a log-out: nobody sees what the user has left, or goes back to it.
  static func isSealed(_ state: Root.State) -> Bool {
    if case .loggingOut = state.classes.phase { true } else { false }
  }

  private static func classes(_ launch: Launch) throws(UsageError) -> [DanceClass] {
    let file = launch.options["--classes"]
    let all = if let file { try [DanceClass].file(file) } else { try shippedClasses() }
    guard launch.options.has("--short-class") else { return all }
    return all.prefix(1).map { lesson in
      var lesson = lesson
      lesson.duration = 1000
      return lesson
    }
  }

  private static func shippedClasses() throws(UsageError) -> [DanceClass] {
    do throws(CSVError) {
      return try ShippedClasses.all.get()
    } catch {
      throw UsageError("the classes of this program: \(error)")
    }
  }

  /// The users of a simulated start.
  private static func users(
    _ world: Launch.World
  ) throws(UsageError) -> Accounts<Profile>.Contents? {
    let ada = Accounts<Profile>.User(
      email: "ada@example.com", password: "s3cret-pw!", profile: Profile())
    switch world {
    case .real, .simulated("new"): return nil
    case .simulated("signed-up"): return .seeded([ada])
    case .simulated("signed-in"): return .seeded([ada], signedIn: "ada@example.com")
    case .simulated(let start): throw UsageError("there is no start \"\(start)\"")
    }
  }
}

extension ShippedClasses {
  /// All classes, imported once.
  static let all = Result { () throws(CSVError) in try [DanceClass](csv: csv) }
}
