import Cairn
import CairnApp
import CairnSimulation

/// Options for playing a trail, besides its settings.
///
///     var options = PlayOptions()
///     options.options = ["--strict"]
///     options.seed = 7
///     let failure = try TrailPlayer<Onboarding>.play(trail, under: options)
public struct PlayOptions: Equatable, Sendable {
  /// The app's own options, after those of the trail.
  public var options: [String] = []

  /// Replaces the seed or the choices of the trail.
  public var seed: UInt64?

  /// The values of the placeholders of recorded secrets.
  public var secrets = TrailSecrets()

  /// Whether `@` lines wait for wall-clock time, and `@ idle` waits for work outside the simulation.
  public var isRealTime = false

  /// The options of the app that a trail has without their credentials, by the words of the trail.
  fileprivate var hiddenOptions: [String: String] = [:]

  /// The default options.
  public init() {}

  package init(secrets: TrailSecrets) { self.secrets = secrets }

  /// For trails whose heading was written for an app that was launched with these options.
  package init<A: App>(of app: A.Type, launchedWith options: [String]) {
    guard options.withoutCredentials(among: A.options).allSatisfy(TrailSettings.canHold) else {
      self.options = options
      return
    }
    let words = (try? OptionValues(options, among: A.options))?.words(among: A.options) ?? []
    hiddenOptions = Dictionary(zip(words.withoutCredentials, words)) { first, _ in first }
  }
}

extension Trail {
  /// Launches the app in the world of this trail.
  ///
  /// - Throws: a setting for another app, or one that this app does not know.
  func launch<A: App>(
    in simulation: Simulation, under options: PlayOptions
  ) throws(TrailSyntaxErrors) -> A {
    if let app = settings.app, app != A.name {
      throw error(
        in: .app, "this trail is for \(app.inQuotes), and this program is \"\(A.name)\"")
    }
    if let start = settings.start, !A.starts.contains(start) {
      let known = A.starts.joined(separator: ", ")
      throw error(in: .start, "\(A.name) has no start \(start.inQuotes); it has: \(known)")
    }
    simulation.choices.answerTime = settings.latency
    do throws(UsageError) {
      let world = Launch.World.simulated(start: settings.start ?? A.starts.first ?? "")
      let words = settings.options.map { options.hiddenOptions[$0] ?? $0 } + options.options
      return try A(
        Launch(world, options: OptionValues(words, among: A.options), in: simulation))
    } catch {
      throw self.error(in: .options, error.description.terminalSafe)
    }
  }

  /// An error at the value of a setting, or at the start of the file if it is not set.
  private func error(in setting: TrailSettings.Name, _ message: String) -> TrailSyntaxErrors {
    let firstLine = String(text.prefix { !$0.isNewline })
    let location =
      settingLocations[setting] ?? SourceLocation(firstLine.startIndex, of: firstLine, line: 1)
    return TrailSyntaxErrors([TrailSyntaxError(message, at: location, in: file)])
  }
}
