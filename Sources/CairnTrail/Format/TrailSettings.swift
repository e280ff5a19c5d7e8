/// What the `%` lines at the top of a trail say.
///
///     % app onboarding
///     % start signed-out
///     % seed 7
///     % width 60
///     % options --strict --attempts=3
///
/// Each may be given once, except for `% options`, whose lines add up. Options are split at white
/// space; there is no quoting, so that an option cannot contain a space. One that does is given when
/// the trail is played (``PlayOptions/options``).
public struct TrailSettings: Equatable, Sendable {
  /// The app that the trail is for.
  public var app: String?
  /// One of the starts that the app declares.
  public var start: String?
  /// The seed of the schedule.
  public var seed: UInt64?
  /// The width of the screen in columns, from 20 to 1000.
  public var width = 80
  /// The app's own options.
  public var options: [String] = []

  /// Settings of a trail without any `%` line.
  public init() {}
}
