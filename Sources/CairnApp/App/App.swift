import Cairn

/// An app, as every driver sees it: a person at the terminal, a trail, a search.
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
/// A value of the app lives as long as its world: the files of a real world, the memory of a simulated
/// one. A restart reads `state` and `reducer` again. Guards belong to the reducer; screens only mirror
/// them.
public protocol App: _AppRoot where Root.State: Hashable & SendableMetatype {
  /// The name of the program, and of the app in a trail (`% app`), in one word.
  static var name: String { get }

  /// A summary in one sentence, for `--help`.
  static var summary: String { get }

  /// The version that `--version` prints.
  static var version: String { get }

  /// The simulated worlds in which a trail can start; the first is the default.
  static var starts: [String] { get }

  /// The app's own options.
  static var options: [AppOption] { get }

  /// Values for fields and value buttons in a search, by name: two or three values that the app treats
  /// differently. Fields without samples get `""` and `x`, secure fields `""` and `a secret`. Of values that are
  /// equal as strings, such as `"\u{e9}"` and `"e\u{301}"`, the first one is tried.
  static var samples: [String: [String]] { get }

  /// What happens to the app from outside, and not by an input of a screen: a session expires, a link is opened.
  ///
  ///     @ScreenBuilder<Root.Action> static var events: [Screen<Root.Action>.Element] {
  ///       Button("expired", .expired)
  ///       Field("link", "") { .opened($0) }
  ///     }
  ///
  /// An event is written like an input, with a name and perhaps a value, and may have the name of one. A session sends it
  /// with `:event expired`, a trail with `@ event expired`. A search sends each event in every state, with the
  /// ``samples`` of its name, and a claim about runs does not rely on it: it may come or not. The default has none.
  ///
  /// The events cannot depend on the state: the reducer ignores one that comes too late. A secure field is no event and
  /// is reported as a `RuntimeIssue`, because nothing hides the value of an event.
  @ScreenBuilder<Root.Action> static var events: [Screen<Root.Action>.Element] { get }

  /// Options that the commands `explore`, `graph` and `cover` add to those that a person gives, unless the same
  /// option is given: for an app whose world has too many states to be searched, such as
  /// `["--short-class"]`. Found trails contain them.
  static var searchOptions: [String] { get }

  /// The properties of the app. A played trail checks those that one path can violate, except `noLeakedEffect`. A
  /// search proves or refutes each, or leaves it undecided with a reason.
  static var properties: [AppProperty<Root.State>] { get }

  /// Canonical form: drops irrelevant parts and sorts interchangeable ones. States with equal canonical
  /// forms are explored once: properties are checked in one of them. `nil` if every part of the state matters.
  static var canonicalState: (@Sendable (Root.State) -> Root.State)? { get }

  /// Whether a state is sealed: tools show nothing of it, and go back neither to it nor past it.
  ///
  ///     static func isSealed(_ state: Root.State) -> Bool { state.isLocked || state.isSigningOut }
  ///
  /// Seal the states in which a user has locked the app or leaves it. In a sealed state a session of the
  /// terminal refuses `:state`, `:diff`, `:stack`, `:effects`, `:history`, `:undo`, `:redo`, `:goto`,
  /// `:event`, `:save`, `:explore` and `:graph`, and in the real world moves no time ahead, unless time is virtual.
  /// A sealed state that the app has passed, if only between two actions, ends the history: what was typed before
  /// cannot be listed, undone or saved. The default seals nothing.
  ///
  /// A journal contains the actions of a sealed state too. It begins anew if the app leaves a sealed state
  /// and is then in the state of one of its starts, as after a sign-out. Let the actions of a sealed state
  /// contain nothing but secrets, as by loading the data of a user only after the right PIN.
  static func isSealed(_ state: Root.State) -> Bool

  /// The changes that could not be saved, in words: they are lost if the program ends now. The default has none.
  ///
  ///     static func unsavedWork(in state: Root.State) -> [String] {
  ///       state.isSaving ? ["the last note"] : []
  ///     }
  ///
  /// A session in the real world that ends then lists them on standard error, and has the status 1.
  static func unsavedWork(in state: Root.State) -> [String]

  /// Makes the app for one world. Nothing happens in that world before the app starts.
  ///
  /// - Throws: a message about the options, which ends the program with status 2.
  init(_ launch: Launch) throws(UsageError)

  /// The initial state, read at every start.
  var state: Root.State { get }

  /// The reducer, read at every start.
  var reducer: Root { get }

  /// The action that is sent after the start, read at every start; `nil` for none.
  var firstAction: Root.Action? { get }

  /// The action that is sent after `:undo`, `:redo` or `:goto` has restored a state; `nil` for none.
  ///
  ///     let actionAfterRestore: Root.Action? = .follow
  ///
  /// Restoring a state drops the effects in flight, and begins those again that inputs had caused in that
  /// state. An app that observes something from its start on begins to observe it again with this action. A
  /// search does not send it.
  var actionAfterRestore: Root.Action? { get }

  /// The events of the real world as they come, each as after `:event`; `nil` for none, which is the default.
  ///
  ///     let incomingEvents: AsyncStream<String>? = AsyncStream { $0.yield("expired") }
  ///
  /// A session in the real world reads the stream from the start to its end, takes each event between two inputs, and
  /// reports an unknown one as a `RuntimeIssue`. Simulated worlds do not read it. An app without sessions sends the actions to its store.
  var incomingEvents: AsyncStream<String>? { get }

  /// Loads the file of a ``Picture/web(_:)`` for the command `web`; returns `nil` for no file. `nil` if the app shows
  /// texts in place of such pictures, which is the default.
  ///
  /// The command passes on PNG, JPEG, GIF and WebP of at most 4 MiB, of addresses on the screens alone. The closure
  /// bounds its time.
  var loadPicture: (@Sendable (WebAddress) async -> [UInt8]?)? { get }

  /// The live screens, from the root up; the last one is shown. Never empty.
  func screens(of state: Root.State) -> [Screen<Root.Action>]

  /// Makes a class as state an error of the compiler.
  static func _requireValueAsState()
}

/// The reducer of an ``App``.
///
/// A protocol of its own: the compiler finds `Root` first, and then names a state that is not `Hashable`.
public protocol _AppRoot {
  /// The reducer of the whole app; inferred from ``reducer``.
  associatedtype Root: Reducer

  /// The reducer, read at every start.
  var reducer: Root { get }
}

extension App {
  public static var version: String { "0.1.0" }
  public static var starts: [String] { ["new"] }
  public static var options: [AppOption] { [] }
  public static var searchOptions: [String] { [] }
  public static var samples: [String: [String]] { [:] }
  public static var events: [Screen<Root.Action>.Element] { [] }
  public static var properties: [AppProperty<Root.State>] { .standard() }
  public static var canonicalState: (@Sendable (Root.State) -> Root.State)? { nil }
  public static func isSealed(_ state: Root.State) -> Bool { false }
  public static func unsavedWork(in state: Root.State) -> [String] { [] }
  public var firstAction: Root.Action? { nil }
  public var actionAfterRestore: Root.Action? { nil }
  public var incomingEvents: AsyncStream<String>? { nil }
  public var loadPicture: (@Sendable (WebAddress) async -> [UInt8]?)? { nil }
}

extension App {
  /// The events as the inputs of a screen that is never shown.
  @usableFromInline package static var eventScreen: Screen<Root.Action> {
    let elements = events.filter { element in
      guard case .input(let input) = element, input.isSecure else { return true }
      RuntimeIssue.report(.secureEvent(input.name))
      return false
    }
    return Screen(
      unchecked: "events", "Events", step: nil,
      Screen.uniquelyNamed(elements, of: "the events of the app \(name.inQuotes)"))
  }

  /// The reason why a typed event is refused, unless the app has no events.
  package static func refusal(ofEvent reason: String) -> String {
    events.isEmpty ? "\(name) has no events from outside" : reason
  }

  /// Whether two states have equal canonical forms.
  package static func isEquivalent(_ one: Root.State, _ other: Root.State) -> Bool {
    guard one != other, let canonicalState else { return one == other }
    return canonicalState(one) == canonicalState(other)
  }
}

extension RuntimeIssue {
  static func secureEvent(_ name: String) -> RuntimeIssue {
    RuntimeIssue(
      "The event \(name.inQuotes) is a secure field, and is left out: nothing hides the value of an event.",
      causes: ["`events` declares a field with `secure:`"],
      suggestion: "write a field without `secure:`, and wrap the value in a `Secret` in its action."
    )
  }
}

// Messages of the compiler for frequent mistakes.
extension App {
  public static func _requireValueAsState() {}

  @available(*, unavailable, message: "import CairnTerminal, which runs an app as a program")
  @_disfavoredOverload
  public static func main() {}
}

extension App where Root.State: AnyObject {
  @available(
    *, unavailable,
    message: "the state is a class, whose changes no store sees; declare it as a struct or an enum"
  )
  public static func _requireValueAsState() {}
}
