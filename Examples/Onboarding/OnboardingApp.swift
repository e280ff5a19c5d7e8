import Cairn
import CairnApp
import CairnStorage
import CairnTerminal
import CairnTrail

/// The seven-screen onboarding as a program.
@main struct OnboardingApp: App {
  static let name = "onboarding"
  static let summary = "Signs a user up on seven screens and remembers the user at the next start."
  static let starts = ["new", "signed-in", "locked", "damaged"]
  static let options = [
    AppOption("--state", value: "FILE", help: "the file of the session"),
    AppOption("--ephemeral", help: "keep the session in memory"),
    AppOption("--strict", help: "require a valid e-mail address, telephone number and PIN"),
    AppOption(
      "--latency", value: "TIME", help: "the time that each storage operation takes, such as 1.5s"),
    AppOption(
      "--unreliable", help: "in trails and searches: storage can fail, be slow or never answer"),
  ]

  let reducer: Root
  let state = Root.State.starting
  let firstAction: Root.Action? = .started

  init(_ launch: Launch) throws(UsageError) {
    let store = try Self.store(launch)
    let hasher: PasswordHasher =
      switch launch.world {
      case .real: .crypt
      case .simulated: .seeded(Self.hashSeed)
      }
    reducer = Root(
      store: try Self.latency(launch).map { store.taking($0, on: launch.clock) } ?? store,
      hasher: hasher, clock: launch.clock,
      rules: Rules(isStrict: launch.options.has("--strict")), limit: Self.limit(launch))
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }

  private static func store(_ launch: Launch) throws(UsageError) -> SessionStore {
    let file = launch.options["--state"]
    let isEphemeral = launch.options.has("--ephemeral")
    switch launch.world {
    case .real:
      guard file == nil || !isEphemeral else {
        throw UsageError("--state and --ephemeral exclude each other; give one of them")
      }
      guard !launch.options.has("--unreliable") else {
        throw UsageError(
          "--unreliable is only for simulated worlds: trails, recordings and searches")
      }
      guard file != "" else { throw UsageError("--state needs the name of a file") }
      return isEphemeral ? .memory() : .file(file ?? SessionStore.defaultPath())
    case .simulated(let start):
      guard file == nil else {
        throw UsageError(
          "a simulated world keeps the session in memory; leave out --state")
      }
      let isUnreliable = launch.options.has("--unreliable")
      return try SessionStore.simulated(
        start, seed: hashSeed, in: launch.memory,
        unreliable: isUnreliable ? launch.choices : nil)
    }
  }

  /// In a simulated world equal PINs have equal hashes under every schedule.
  static let hashSeed: UInt64 = 0

  /// The wrong PINs after which the session is removed: ten. A search of a world whose storage is slow
  /// or fails has to try each PIN under all answers, and there fewer tries show the same.
  private static func limit(_ launch: Launch) -> Int {
    guard launch.world != .real else { return 10 }
    if launch.options.has("--unreliable") { return 2 }
    return launch.options.has("--latency") ? 3 : 10
  }

  private static func latency(_ launch: Launch) throws(UsageError) -> Duration? {
    guard let text = launch.options["--latency"] else { return nil }
    do throws(DurationSyntaxError) {
      return try DurationSyntax.parse(text)
    } catch {
      throw UsageError("--latency: \(error)")
    }
  }
}
