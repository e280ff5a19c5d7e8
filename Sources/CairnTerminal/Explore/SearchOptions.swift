import Cairn
import CairnExplorer
import CairnTrail

/// From where, how far and by which ways an app is searched, as the command line says it.
struct SearchOptions<A: App> {
  private let model: AppModel<A>
  private let bounds: Bounds

  /// - Throws: numbers that are none. What the app refuses is thrown by the search.
  init(_ options: OptionValues) throws(UsageError) {
    var model = AppModel<A>(start: options["--start"], options: options.words(among: A.options))
    model.restarts = options.has("--restarts")
    model.sendsDisabledActions = options.has("--hostile")
    self.model = model
    let most = Int(UInt32.max)
    bounds = Bounds(
      depth: try options.number("--depth", in: 0...most),
      states: try options.number("--states", in: 1...most) ?? SearchDefaults.states,
      time: try options.seconds("--seconds"))
  }

  /// - Parameter properties: those of the app, if this is left out.
  func explore(
    checking properties: [AppProperty<A.Root.State>]? = nil, by searcher: AppSearcher<A>
  ) throws(UsageError) -> AppExploration<A> {
    try WatchedSearch.run { (shouldContinue) throws(UsageError) in
      try searcher.explore(model, properties, bounds, shouldContinue)
    }
  }
}

extension OptionValues {
  /// The value of an option that is a time in seconds; `nil` if it was not given.
  fileprivate func seconds(_ name: String) throws(UsageError) -> Duration? {
    guard let text = self[name] else { return nil }
    guard let time = try? DurationSyntax.parse(text + "s"), time > .zero else {
      throw UsageError(
        "\(name): \(text.inQuotes) is no number of seconds above 0 with at most 9 digits before the"
          + " point and 9 after it; write 10 or 0.5")
    }
    return time
  }
}

/// How far a search goes where nobody says how far.
enum SearchDefaults {
  /// On the command line: seconds, and some ten megabytes, for an app that counts without end.
  static let states = 200_000
  /// In a session, where somebody waits for the answer.
  static let statesInSession = 100_000
  static let timeInSession = Duration.seconds(10)
}

/// A search through an app, made where the app is known: compiled for its types, it takes a fraction
/// of the time.
@usableFromInline
struct AppSearcher<A: App> {
  @usableFromInline typealias Search = (
    AppModel<A>, [AppProperty<A.Root.State>]?, Bounds, @escaping (AppProgress) -> Bool
  ) throws(UsageError) -> AppExploration<A>

  @usableFromInline let explore: Search

  @inlinable
  init() {
    explore = { (model, properties, bounds, shouldContinue) throws(UsageError) in
      try model.explore(checking: properties, within: bounds, shouldContinue)
    }
  }
}

/// A search that says in a terminal how far it is, and that Ctrl-C ends: what is known by then is its
/// answer.
enum WatchedSearch {
  static func run<A: App>(
    _ search: (_ shouldContinue: @escaping (AppProgress) -> Bool) throws(UsageError) ->
      AppExploration<A>
  ) throws(UsageError) -> AppExploration<A> {
    let line = ProgressLine()
    defer { line.clear() }
    return try InterruptWatch.run { (wasInterrupted) throws(UsageError) in
      try search { progress in
        line.show(progress.description)
        return !wasInterrupted()
      }
    }
  }
}
