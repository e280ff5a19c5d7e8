import Cairn
import CairnApp
import CairnModel
import CairnSimulation

/// An app to be explored through its screens.
///
///     let exploration = try AppModel<Onboarding>(start: "locked").explore()
///     print(exploration)
///
/// What can be done comes from the screens: buttons, list rows and toggles, every option of a
/// choice, and into fields what the app gives as ``App/samples``. After each input everything that
/// is ready runs, as in a trail; then time passes up to whatever comes next. Where stand-ins ask
/// for an answer, or the order of what is ready is open, all ways are tried.
///
/// States are compared together with what stand-ins keep in ``Launch/memory``, and with what is under
/// way. Nothing is promised of an app whose stand-ins remember something elsewhere; where this
/// shows, it is told as a mistake.
public struct AppModel<A: App> {
  @usableFromInline let setting: AppSetting<A>
  /// What is typed into fields.
  public var samples: [String: [String]]
  /// Whether the program may be ended and started again at any time.
  public var restarts = false
  /// Whether what screens refuse is sent anyway, to see whether the reducer refuses it.
  public var sendsDisabledActions = false
  /// Where the search begins, if not at the start.
  @usableFromInline var origin: RunStart<A.Root.State>?

  /// - Parameters:
  ///   - start: one of the starts of the app; its first, if this is left out.
  ///   - options: options of the app's own.
  public init(start: String? = nil, options: [String] = []) {
    setting = AppSetting(start: start ?? A.starts.first ?? "", options: options)
    samples = A.samples
  }

  /// Visits every situation that can be reached, breadth first.
  ///
  ///     try model.explore(checking: A.properties + [.refusedMeansUnchanged])
  ///
  /// - Parameters:
  ///   - properties: those of the app, if this is left out.
  ///   - shouldContinue: is told now and then how far the search has come; `false` ends it.
  /// - Throws: a start that the app does not have, and options that it does not take.
  @inlinable
  public func explore(
    checking properties: [AppProperty<A.Root.State>]? = nil, within bounds: Bounds = Bounds(),
    _ shouldContinue: @escaping (AppProgress) -> Bool = { _ in true }
  ) throws(UsageError) -> AppExploration<A> {
    let start = ContinuousClock.now
    var properties = properties ?? A.properties
    if sendsDisabledActions, !properties.contains(where: \.isAboutRefusals) {
      properties.append(.refusedMeansUnchanged)
    }
    var search = try AppSearch(self, checking: properties, within: bounds, shouldContinue)
    let reporter = RuntimeIssue.Reporter { [issues = search.issues] in issues.append($0) }
    let outcome = RuntimeIssue.$reporter.withValue(reporter) {
      Result { () throws(UsageError) in try search.run() }
    }
    try outcome.get()
    return AppExploration(search, since: start)
  }
}

/// How far a search has come.
public struct AppProgress: Equatable, Sendable, CustomStringConvertible {
  /// How many states were found.
  public let states: Int
  /// How many of them have not been left yet.
  public let waiting: Int
  /// How many steps the last of them is from the start.
  public let depth: Int
  /// How many properties are refuted already; what is asked of the whole comes at the end.
  public let refuted: Int

  /// `1200 states, 80 of them not left yet, depth 9, 1 property refuted`.
  public var description: String {
    let text = "\(states) states, \(waiting) of them not left yet, depth \(depth)"
    switch refuted {
    case 0: return text
    case 1: return text + ", 1 property refuted"
    default: return text + ", \(refuted) properties refuted"
    }
  }
}

extension AppProperty {
  @usableFromInline var isAboutRefusals: Bool {
    if case .refusedMeansUnchanged = rule { true } else { false }
  }
}

extension AppModel {
  /// The same, beginning at a state, with nothing under way, instead of a start of the app.
  ///
  ///     try AppModel<Onboarding>().starting(at: session.state).explore()
  ///
  /// A trail that it finds begins at that state, which no trail can name, and says so in a comment.
  ///
  /// - Parameter world: whose stand-ins remember what they are to remember here, in a world that was
  ///   made from the same start. If it is left out, they remember what they do before the app
  ///   starts.
  /// - Throws: a start that the app does not have, and options that it does not take.
  public func starting(
    at state: A.Root.State, remembering world: Simulation? = nil
  ) throws(UsageError) -> AppModel {
    let remembered = world ?? Simulation()
    if world == nil { _ = try setting.launch(in: remembered) }
    var model = self
    model.origin = RunStart(state: state, memory: remembered.memory.snapshot, time: .zero)
    return model
  }
}
