import CTerminal
import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail

/// The start, the bounds and the steps of a search, from the command line.
struct SearchOptions<A: App> {
  private let model: AppModel<A>
  private let bounds: Bounds
  let stepBound: Duration
  /// Whether the options of the app contain credentials, which no file keeps.
  let hasCredentials: Bool

  /// The flow chart of an app has no restarts, unless they are asked for. An option that the app refuses is reported
  /// by the search.
  init(_ options: OptionValues, start: String? = nil, isGraph: Bool = false) throws(UsageError) {
    let added = try Self.added(to: options)
    let own = options.words(among: A.options) + added.options
    hasCredentials = own != own.withoutCredentials
    var model = AppModel<A>(start: start ?? options["--start"], options: own)
    model.without = try Self.without(options["--without"] ?? added.without)
    let kept = [("--restarts", SearchPart.restarts), ("--hostile", .disabled)]
    if isGraph, !options.has("--without") { model.without = Set(SearchPart.allCases) }
    for (name, part) in kept where options.has(name) {
      guard !options.has("--without") || !model.without.contains(part) else {
        throw UsageError(
          "\(name) and --without \(part.rawValue) exclude each other; give one of them")
      }
      model.without.remove(part)
    }
    model.check = try options.choice("--check") ?? .some
    model.stopsAtFirst = options.has("--first")
    model.walks = try Self.walks(options)
    self.model = model
    stepBound = try options.seconds("--step-seconds") ?? SearchDefaults.stepBound
    let most = Int(UInt32.max)
    bounds = Bounds(
      depth: try options.number("--depth", in: 0...most),
      states: try options.number("--states", in: 1...most) ?? SearchDefaults.states,
      time: try options.seconds("--seconds"))
  }

  var world: Behavior.World { model.setting.world }

  private static func walks(_ options: OptionValues) throws(UsageError) -> RandomWalks? {
    guard let count = try options.number("--walks", in: 1...1_000_000_000) else {
      for name in ["--shard", "--seed"] where options.has(name) {
        throw UsageError("\(name) is for random walks: give --walks N too")
      }
      return nil
    }
    // The walks begin where the search ends, and a crash in one is found again by the same number of steps.
    guard !options.has("--seconds") else {
      throw UsageError(
        "--walks and --seconds exclude each other: bound the search with --states or --depth")
    }
    var walks = RandomWalks(count: count)
    if let seed = try options.number("--seed", in: 0...UInt64.max) { walks.seed = seed }
    if let shard = options["--shard"] {
      let parts = shard.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let part = parts[0], let count = parts[1], count <= 1_000_000,
        part >= 1, part <= count
      else {
        throw UsageError(
          "--shard: \(shard.inQuotes) is not a part of several; write 1/4 for the first of four")
      }
      (walks.shard, walks.shards) = (part - 1, count)
    }
    return walks
  }

  /// The options of `searchOptions` that are not given, and the names of the parts that it leaves out.
  static func added(
    to given: OptionValues
  ) throws(UsageError) -> (options: [String], without: String?) {
    let own = try OptionValues(A.searchOptions, among: A.options + [ProgramOption.without])
    return (own.words(among: A.options.filter { !given.has($0.name) }), own["--without"])
  }

  static func without(_ names: String?) throws(UsageError) -> Set<SearchPart> {
    var parts: Set<SearchPart> = []
    for name in names?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      guard let part = SearchPart(rawValue: String(name)) else {
        let known = SearchPart.allCases.map(\.rawValue)
        throw UsageError(
          "--without: \(name.inQuotes) is not one of \(known.joinedWithAnd)"
            + "; separate several with commas")
      }
      parts.insert(part)
    }
    return parts
  }

  /// - Parameter crash: the crash that ended the same search before, in its last step.
  func explore(
    checking properties: [AppProperty<A.Root.State>]? = nil, upTo crash: String? = nil,
    by searcher: AppSearcher<A>, resuming progress: ProgressFile? = nil,
    didRefute: ((AppExploration<A>.Verdict) -> Void)? = nil
  ) throws(UsageError) -> AppExploration<A> {
    var (model, bounds) = (model, bounds)
    // The search ends at the step that crashed, and not earlier.
    if crash != nil { bounds.time = nil }
    (model.crash, model.didRefute) = (crash, didRefute)
    (model.notesProgress, model.progress) = (progress != nil, progress?.progress)
    // A graph has no verdicts.
    if properties != nil { model.check = .none }
    model.willStep = { csearch_take_step() }
    model.didEndSteps = { csearch_end_steps() }
    model.didEndEarly = { csearch_end_early() }
    let process = CheckProcess(options: model.setting.options, stepBound: stepBound)
    model.replay = { question in
      // The time of a step is that of a search.
      csearch_end_steps()
      return process.answer(question)
    }
    return try WatchedSearch.run { [model, bounds] (shouldContinue) throws(UsageError) in
      try searcher.explore(model, properties, bounds) { progress in
        !csearch_ended_early() && shouldContinue(progress)
      }
    }
  }
}

extension OptionValues {
  func seconds(_ name: String) throws(UsageError) -> Duration? {
    guard let text = self[name] else { return nil }
    // 5m would be 5ms.
    guard !text.hasSuffix("m"), let time = try? DurationSyntax.parse(text + "s"), time > .zero
    else {
      throw UsageError(
        "\(name): \(text.inQuotes) is not a number of seconds above 0 with at most 9 digits before and"
          + " after the point; write 10 or 0.5")
    }
    return time
  }
}

/// The bounds of a search without options.
enum SearchDefaults {
  /// On the command line. An app with infinitely many states reaches this bound within seconds.
  static let states = 200_000
  /// The time that a step may take, an effect until it suspends included.
  static let stepBound = Duration.seconds(10)
  /// In a session, in which a person waits for the answer and can end the search at any time with what it has found.
  static let statesInSession = 100_000
  static let timeInSession = Duration.seconds(300)
}

/// The search through an app. It is inlined into the module of the app, where it is specialized for
/// the app's types and therefore several times as fast.
@usableFromInline
struct AppSearcher<A: App> {
  @usableFromInline typealias Search = (
    AppModel<A>, [AppProperty<A.Root.State>]?, Bounds, @escaping (AppProgress) -> Bool
  ) throws(UsageError) -> AppExploration<A>

  @usableFromInline var explore: Search

  @inlinable
  init() {
    explore = { (model, properties, bounds, shouldContinue) throws(UsageError) in
      try model.explore(checking: properties, within: bounds, shouldContinue)
    }
  }
}

/// A search that shows its progress in a terminal. Ctrl-C and SIGTERM end it with the results so far.
enum WatchedSearch {
  static func run<A: App>(
    _ search: (_ shouldContinue: @escaping (AppProgress) -> Bool) throws(UsageError) ->
      AppExploration<A>
  ) throws(UsageError) -> AppExploration<A> {
    let line = ProgressLine()
    defer { line.clear() }
    return try InterruptWatch.run(withTermination: true) { (wasInterrupted) throws(UsageError) in
      try search { progress in
        line.show(progress.description)
        return !wasInterrupted()
      }
    }
  }
}
