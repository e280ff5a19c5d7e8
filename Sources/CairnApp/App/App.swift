import Cairn

/// A whole app, as every driver sees it: a person at the terminal, a trail, the explorer.
///
///     @main struct CounterApp: App {
///       static let name = "counter"
///       static let summary = "Counts up and down."
///       let state = Counter.State()
///       let reducer = Counter()
///
///       init(_ launch: Launch) {}
///
///       func screens(of state: Counter.State) -> [Screen<Counter.Action>] {
///         [Screen("counter", "Counter") { Button("increment", .increment) }]
///       }
///     }
///
/// One value of it lives as long as what the app keeps on disk (or, simulated, in memory): a
/// restart asks it for `state` and `reducer` again. Guards belong to the reducer; screens only
/// mirror them.
public protocol App {
  associatedtype Root: Reducer where Root.State: Hashable & SendableMetatype

  /// The name of the program, and what a trail says after `% app`.
  static var name: String { get }

  /// What the app is, in a sentence, for `--help`.
  static var summary: String { get }

  /// What `--version` prints.
  static var version: String { get }

  /// The states of the outside world that a trail may start in; the first is the default.
  static var starts: [String] { get }

  /// Options of the app's own, beside those that every app has.
  static var options: [AppOption] { get }

  /// What is typed into fields where every way is tried, by the name of the field: two values or
  /// three, with what the app treats differently. Fields that are left out get `""` and `x`, secure
  /// ones `""` and `a secret`.
  static var samples: [String: [String]] { get }

  /// What holds for the app: every trail that is played checks it, and the explorer proves it.
  static var properties: [AppProperty<Root.State>] { get }

  /// A state without what does not matter for how the app goes on, and with what is alike in one
  /// order: states for which this is the same are explored once. `nil` if all of it matters.
  static var canonicalState: (@Sendable (Root.State) -> Root.State)? { get }

  /// Makes the app for one world; nothing happens in that world before the app is started.
  ///
  /// - Throws: what is wrong with the options; it ends the program with status 2.
  init(_ launch: Launch) throws(UsageError)

  /// The state in which the app starts, asked for at every start.
  var state: Root.State { get }

  /// What changes the state, asked for at every start.
  var reducer: Root { get }

  /// What is sent when the app has started; `nil` for nothing.
  var firstAction: Root.Action? { get }

  /// The screens that are live, from the root up; the last one is shown. Never empty.
  func screens(of state: Root.State) -> [Screen<Root.Action>]
}

extension App {
  public static var version: String { "0.1.0" }
  public static var starts: [String] { ["new"] }
  public static var options: [AppOption] { [] }
  public static var samples: [String: [String]] { [:] }
  public static var properties: [AppProperty<Root.State>] { .standard() }
  public static var canonicalState: (@Sendable (Root.State) -> Root.State)? { nil }
  public var firstAction: Root.Action? { nil }
}

extension App {
  /// Whether two states differ at most in what does not matter.
  package static func isEquivalent(_ one: Root.State, _ other: Root.State) -> Bool {
    guard one != other, let canonicalState else { return one == other }
    return canonicalState(one) == canonicalState(other)
  }
}
