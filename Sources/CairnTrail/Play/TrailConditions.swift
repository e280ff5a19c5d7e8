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
