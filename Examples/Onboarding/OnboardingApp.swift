import Cairn
import CairnApp
import CairnStorage
import CairnTerminal

/// The seven-screen onboarding as a program.
@main struct OnboardingApp: App {
  static let name = "onboarding"
  static let summary = "Signs a user up on seven screens and remembers the user at the next start."
  static let starts = ["new", "signed-in", "locked", "damaged", "damaged-copy"]
  static let options: [AppOption] =
    .storage("session") + [
      AppOption("--strict", help: "require a valid e-mail address, telephone number and PIN")
    ]

  let reducer: Root
  let state = Root.State.starting
  let firstAction: Root.Action? = .started

  init(_ launch: Launch) throws(UsageError) {
    reducer = Root(
      store: try Self.store(launch), hasher: launch.hasher, clock: launch.clock,
      rules: Rules(isStrict: launch.options.has("--strict")), limit: Self.limit(launch))
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }

  private static func store(_ launch: Launch) throws(UsageError) -> SessionStore {
    let latency = try launch.latency()
    var path = SessionStore.simulatedPath
    let storage: FileStorage<Session>
    switch try launch.storagePlace(name, contents: "session") {
    case .file(let file):
      path = file
      storage = try FileFormat.session.file(at: file)
    case .memory: storage = .memory(of: launch.memory)
    case .simulated(let start):
      return try .simulated(
        start, in: launch.memory, launch.choices, latency: latency,
        isUnreliable: launch.options.has("--unreliable"))
    }
    return SessionStore(
      latency.map { storage.taking($0, on: launch.clock) } ?? storage, path: path,
      base: SessionStore.Base(in: launch.memory))
  }

  /// The wrong PINs after which the session is removed: ten. A search of a world whose storage is slow
  /// or fails has to try each PIN under all answers, and there fewer tries show the same.
  private static func limit(_ launch: Launch) -> Int {
    guard launch.world != .real else { return 10 }
    if launch.options.has("--unreliable") { return 2 }
    return launch.options.has("--latency") ? 3 : 10
  }
}
