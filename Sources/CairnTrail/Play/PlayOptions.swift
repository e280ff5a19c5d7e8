import Cairn
import CairnApp
import CairnSimulation

/// What a trail is played under, beside what it says itself.
///
///     var conditions = PlayOptions()
///     conditions.options = ["--strict"]
///     conditions.seed = 7
///     let failure = try TrailPlayer<Onboarding>.play(trail, under: conditions)
public struct PlayOptions: Equatable, Sendable {
  /// Options of the app's own, after those of the trail.
  public var options: [String] = []

  /// Takes the place of the trail's own seed.
  public var seed: UInt64?

  /// What the placeholders of recorded secrets stand for.
  public var secrets = TrailSecrets()

  /// Whether time passes on the wall as the trail says, and `@ idle` waits for what is outside the
  /// simulation.
  public var isRealTime = false

  /// Nothing but what the trail says.
  public init() {}
}

extension Trail {
  /// The app that this trail is for, in the world that it starts in.
  ///
  /// - Parameter options: options of the app's own, beside those of the trail.
  /// - Throws: a setting that is for another app, or that this app does not know.
  func launch<A: App>(
    in simulation: Simulation, options: [String]
  ) throws(TrailSyntaxErrors) -> A {
    if let app = settings.app, app != A.name {
      throw error(
        in: .app, "this trail is for \(app.inQuotes), and this program is \"\(A.name)\"")
    }
    if let start = settings.start, !A.starts.contains(start) {
      let known = A.starts.joined(separator: ", ")
      throw error(in: .start, "\(A.name) has no start \(start.inQuotes); it has: \(known)")
    }
    do throws(UsageError) {
      let world = Launch.World.simulated(start: settings.start ?? A.starts.first ?? "")
      return try A(
        Launch(
          world, options: OptionValues(settings.options + options, among: A.options),
          in: simulation))
    } catch {
      throw self.error(in: .options, error.description.terminalSafe)
    }
  }

  /// An error at the value of a setting; at the start of the file, if it is not set there.
  private func error(in setting: TrailSettings.Name, _ message: String) -> TrailSyntaxErrors {
    let firstLine = String(text.prefix { !$0.isNewline })
    let place =
      settingPlaces[setting] ?? SourcePlace(firstLine.startIndex, of: firstLine, line: 1)
    return TrailSyntaxErrors(errors: [TrailSyntaxError(message, at: place, in: file)])
  }
}
