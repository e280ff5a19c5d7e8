import Cairn
import CairnApp
import CairnExplorer
import CairnModel
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
