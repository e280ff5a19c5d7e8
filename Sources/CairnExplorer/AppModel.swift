import Cairn
import CairnApp
import CairnDump
import CairnModel
import CairnSimulation

/// An app to be searched through its screens.
///
///     let exploration = try AppModel<Onboarding>(start: "locked").explore()
///     print(exploration)
///
/// The screens define the inputs: buttons, list rows and toggles, every option of a picker, and for
/// fields the ``App/samples`` of the app. After each step everything that is ready runs, as in a
/// trail. The next step is an input, an event, a restart, or time up to a timer that can fire. Every answer of
/// a stand-in is tried, and every order of ready tasks that can matter.
///
/// States are compared together with ``Launch/memory`` and the effects in flight. Nothing is promised
/// for an app whose stand-ins store something elsewhere; the search reports a runtime issue if it
/// notices.
public struct AppModel<A: App> {
  @usableFromInline package var setting: AppSetting<A>
  /// The values for fields, by name.
  public var samples: [String: [String]]
  /// The parts of the world that the search leaves out. By default it tries all of them.
  public var without: Set<SearchPart> {
    get { setting.without }
    set { setting.without = newValue }
  }
  /// Whether the process can be ended and restarted at any time.
  public var restarts: Bool {
    get { !without.contains(.restarts) }
    set { if newValue { without.remove(.restarts) } else { without.insert(.restarts) } }
  }
  /// Whether the actions of disabled inputs are sent, to check that the reducer refuses them.
  public var sendsDisabledActions: Bool {
    get { !without.contains(.disabled) }
    set { if newValue { without.remove(.disabled) } else { without.insert(.disabled) } }
  }
  /// Whether the search ends at the first property that is refuted. Some are checked at the end, such as those of whole
  /// paths and ``CairnApp/AppProperty/noSecret(_:after:)``.
  public var stopsAtFirst = false
  /// Random walks after a search that does not visit everything; `nil` for none.
  public var walks: RandomWalks?
  /// Receives the verdict of a refuted property during the search.
  @usableFromInline package var didRefute: ((AppExploration<A>.Verdict) -> Void)?
  /// The amount of the replay that checks the search.
  public var check = SearchCheck.Amount.some
  /// Replays in another process; `nil` for this one.
  package var replay: ((CheckQuestion) -> CheckAnswer)?
  /// The orders that are left out because they cannot matter. Tests turn the reductions off.
  @usableFromInline package var reductions = OrderReductions()
  /// Called before each step, and before each part of it; `false` if the same search crashed in that step before.
  @usableFromInline package var willStep: (() -> Bool)?
  /// Called when a search, or a walk after it, has taken its last step: what follows may take any time.
  @usableFromInline package var didEndSteps: (() -> Void)?
  /// Called when time or the caller ends a search: after a crash, the same search has to end in that step.
  package var didEndEarly: (() -> Void)?
  /// The crash of the same search, which this one repeats up to the step that crashed.
  @usableFromInline package var crash: String?
  /// Whether the search notes its progress, so that another one can continue it.
  package var notesProgress = false
  /// The progress of the same search in another process, which this search continues.
  package var progress: SearchProgress?
  /// The first state of the search; `nil` for the start of the app.
  var origin: RunStart<A.Root.State>?
  /// The digest of that state when it was given: an object in it can be changed in place.
  private(set) var originDigest: UInt64?
  /// Why no property is decided: the search does not know all that belongs to that state. `nil` if it does.
  @usableFromInline package var originGap: Limit?

  /// - Parameters:
  ///   - start: one of the starts of the app; its first by default.
  ///   - options: the app's own options.
  public init(start: String? = nil, options: [String] = []) {
    setting = AppSetting(start: start ?? A.starts.first ?? "", options: options)
    samples = A.samples
  }

  /// Visits every reachable state, breadth first.
  ///
  ///     try model.explore(checking: A.properties + [.refusedMeansUnchanged])
  ///
  /// If the search notices that the app depends on more than its launch, or an effect on more than its input,
  /// nothing is proved except that a state or a screen is reachable, and ``CairnApp/AppProperty/noRuntimeIssue`` is
  /// refuted, asked for or not.
  ///
  /// - Parameters:
  ///   - properties: the properties to check; those of the app by default.
  ///   - shouldContinue: receives the progress from time to time; `false` ends the search.
  /// - Throws: an unknown start, and options that the app refuses.
  @inlinable
  public func explore(
    checking properties: [AppProperty<A.Root.State>]? = nil, within bounds: Bounds = Bounds(),
    _ shouldContinue: @escaping (AppProgress) -> Bool = { _ in true }
  ) throws(UsageError) -> AppExploration<A> {
    let start = ContinuousClock.now
    var properties = (properties ?? A.properties).withUniqueNames()
    // A search for a graph has no use for actions that change nothing.
    if !without.contains(.disabled), !properties.isEmpty,
      !properties.contains(where: \.isAboutRefusals)
    {
      properties.append(.refusedMeansUnchanged)
    }
    var (model, rest) = (self, bounds)
    model.takeReductionsOfProgress()
    // The results of a search that left out covered times, and the verdicts that rest on them.
    var covered: (exploration: AppExploration<A>, verdicts: [Int])?
    while true {
      var search = try AppSearch(model, checking: properties, within: rest, shouldContinue)
      try search.runReporting()
      // The time in which the search repeated another one does not count.
      let end = search.deadline ?? bounds.time.map { start + $0 }
      if let time = bounds.time, case .time? = search.limit { search.limit = .time(time) }
      if search.readsClock {
        model.reductions.coversTimes = false
      } else if search.unknown.hasOtherState, model.reductions.forks {
        // An effect that begins again may act differently, also in an earlier search.
        model.reductions.forks = false
        covered = nil
      } else {
        let verdicts = search.coveredVerdicts
        var exploration = AppExploration(search, since: start)
        let progress = exploration.searchProgress
        let limit = search.limit
        if let covered, let limit, limit.isOfCaller {
          exploration = covered.exploration.withUnknownTimes(of: covered.verdicts, because: limit)
        } else if !verdicts.isEmpty {
          covered = (exploration, verdicts)
          model.reductions.coversTimes = false
        }
        (exploration.searchProgress, exploration.progressLimit) = (progress, limit)
        if verdicts.isEmpty {
          exploration = try exploration.checked(
            model, properties, until: end.map { $0 + (bounds.time ?? .zero) / 4 }, shouldContinue)
          // An effect that begins again may act differently.
          guard exploration.check.difference != nil, model.reductions.forks,
            search.limit == nil || search.limit == .refuted
          else {
            return if let originGap {
              exploration.undecided(because: originGap)
            } else {
              try exploration.withWalks(by: self, checking: properties, shouldContinue)
            }
          }
          model.reductions.forks = false
          covered = nil
        }
      }
      rest.time = end.map { max(.zero, $0 - ContinuousClock.now) }
    }
  }
}

extension Limit {
  /// Whether the caller gave it, or ended the search. The other reasons to end a search are results.
  @usableFromInline var isOfCaller: Bool {
    switch self {
    case .depth, .states, .time, .interrupted: true
    case .refuted, .crash, .unknown, .difference, .unequal: false
    }
  }
}

/// A part of the world as it is, which a search tries by default.
///
///     model.without = [.restarts]
///     model.without = Set(SearchPart.allCases)
public enum SearchPart: String, CaseIterable, Sendable {
  /// The process ends between any two steps, and starts again with what was stored.
  case restarts
  /// The actions of disabled inputs are sent, which the reducer must refuse.
  case disabled
  /// An answer of a stand-in without a delay takes any time up to a second.
  case delays

  package static let answerTime = Duration.zero ... .seconds(1)
}

/// The progress of a search.
public struct AppProgress: Equatable, Sendable, CustomStringConvertible {
  /// The number of states found.
  public let states: Int
  /// The number of states that are not expanded yet.
  public let waiting: Int
  /// The number of steps from the start to the last state.
  public let depth: Int
  /// The number of refuted properties. Some are checked at the end, such as those of the whole graph.
  public let refuted: Int

  /// `1200 states, 80 unexplored, depth 9, 1 property refuted`.
  public var description: String {
    let properties = refuted == 1 ? "property" : "properties"
    return "\(counted(states, "state")), \(waiting) unexplored, depth \(depth)"
      + (refuted == 0 ? "" : ", \(refuted) \(properties) refuted")
  }
}

extension AppModel {
  @usableFromInline
  mutating func takeReductionsOfProgress() {
    guard let progress else { return }
    (reductions.coversTimes, reductions.forks) = (progress.coversTimes, progress.forks)
  }

  /// The log of a new search. The progress of a search with other reductions has other states.
  @usableFromInline var progressLog: ProgressLog? {
    guard notesProgress else { return nil }
    let isSame =
      progress?.coversTimes == reductions.coversTimes && progress?.forks == reductions.forks
    return ProgressLog(after: isSame ? progress : nil)
  }
}

extension AppProperty {
  @usableFromInline var isAboutRefusals: Bool {
    if case .refusedMeansUnchanged = rule { true } else { false }
  }
}

extension AppModel {
  /// The same search from a given state, without effects in flight, in place of a start of the app.
  ///
  ///     try AppModel<Onboarding>().starting(at: session.state).explore()
  ///
  /// A trail cannot name that state: a comment in each found trail says that it starts there.
  ///
  /// - Parameter world: a simulation that was made from the same start of the app. The search begins at its time, and
  ///   the stand-ins with its memory. By default, both are those before the app starts.
  /// - Throws: an unknown start, and options that the app refuses.
  public func starting(
    at state: A.Root.State, remembering world: Simulation? = nil
  ) throws(UsageError) -> AppModel {
    let remembered = world ?? Simulation()
    if world == nil { _ = try setting.launch(in: remembered) }
    var model = self
    model.origin = RunStart(
      state: state, memory: remembered.memory.snapshot, time: remembered.clock.time.offset)
    model.originDigest = digest(of: A.canonicalState?(state) ?? state)
    return model
  }

  /// A comment in a trail that begins in a given state.
  var remarkOnOrigin: String? {
    guard origin != nil else { return nil }
    return "# It starts in the state where the search started, not at a start of the app."
  }
}
