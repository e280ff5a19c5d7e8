extension DocFixture {
  static let app = DocFixture(
    module: "CairnApp",
    declarations: """
      import Cairn
      @testable import CairnApp
      import CairnDump
      import CairnTerminal
      import CairnSimulation

      struct Counter: Plain {
        struct State: Hashable { var count = 0 }
        enum Action: Hashable, Sendable { case increment }
      }
      struct Draft: Hashable, Sendable {}
      struct Onboarding: Plain {
        enum Storage { case file(String), memory(Guarded<Draft>) }
        struct State: Hashable {}
        enum Action: Sendable { case next }
        var storage: Storage
      }
      struct Seek: Hashable, Sendable { init?(_ text: String) { return nil } }
      struct Credentials {
        struct State: Hashable {}
        enum Action: Hashable, Sendable { case emailChanged(String), next }
        static func screen(_ state: State) -> Screen<Action> { Screen("credentials", "Credentials") {} }
      }
      struct Files {
        enum Choice: Hashable, Sendable { case delete }
        struct State: Hashable { var alert: AlertState<Choice>? }
        enum Action: Sendable { case alert(Choice) }
        static func files(_ state: State) -> Screen<Action> { fatalError() }
      }
      struct Path {
        enum State: Hashable {
          case credentials(Credentials.State)
          var screen: Screen<Action> { fatalError() }
          var screens: [Screen<Action>] { [] }
        }
        enum Action: Hashable, Sendable { case credentials(Credentials.Action) }
      }
      struct Root: Plain {
        struct Item: Hashable { var price = 0 }
        struct Session: Hashable { var pinHash = "" }
        struct Lift: Hashable { var name = "", sets = 0, weight = 0 }
        struct Set: Hashable { var id = 0, lift = "", weight = 0 }
        struct Image: Hashable { var title = "", size = "", page = "" }
        enum Size: String, CaseIterable, Hashable { case small, large }
        struct State: Hashable {
          var isLocked = false, isLoading = false, isSigningOut = false, isSignedIn = false, hasPIN = false, isFinished = false
          var total = 0, count = 0, tries = 0, items: [Item] = [], session: Session?
          var missing: String?, accepted = false, size = Size.small, sets: [Set] = [], email = ""
          var password = Secret(""), images: [Image] = [], isSaving = false, lifts: [Lift] = []
          var doubts: [String] = [], path = StackState<Path.State>()
        }
        enum Action: Hashable, Sendable {
          case next, back, pay, follow, acceptToggled, sizeChanged(Size), open(Int), emailChanged(String), submit
          case passwordChanged(Secret), path(StackAction<Path.Action>), paused(at: Duration), seek(Seek), credentials(Credentials.Action), increment
          case expired, opened(String)
        }
      }
      enum Properties { typealias State = Root.State }
      struct Starting { let reducer: Onboarding }
      struct Words { static let state = (size: "small", 0) ; typealias Action = Sizes }
      struct CredentialsScreen { static let id: StackID = 0; static let state = Credentials.State() }
      struct Passwords { static let password = "".unicodeScalars }
      enum Sizes { case sizeChanged(String) }
      struct Model { func explore(checking: [AppProperty<Root.State>]) throws {} }
      struct A { static let properties: [AppProperty<Root.State>] = [] }
      enum Examples {
        static let model = Model()
        static var launch: Launch { fatalError() }
        static var app: CounterApp { fatalError() }
        static var simulation: Simulation { fatalError() }
        static var driver: Driver<Root> { fatalError() }
        static var travel: TimeTravel<State> { get { fatalError() } set {} }
        static let (before, now) = (State(), State())
        static var screen: Screen<Action> { fatalError() }
        static var store: Store<State, Action> { fatalError() }
        static func show(_ screen: Screen<Action>) {}
        static func home(_ state: State) -> Screen<Action> { fatalError() }
        static func prompt() -> Secret { Secret("") }
        static let (id, gender): (StackID, String?) = (0, nil)
        static var isSubmitting: Bool { false }
        typealias State = Root.State
        typealias Action = Root.Action
        nonisolated(unsafe) static var state = State()
        static let action = Action.next
        static let (terms, email, password) = ("", "", "")
      }
      """,
    casePaths: """
      Root.Action path StackAction<Path.Action>
      """,
    contexts: [
      (
        "AppProperty.swift", ".",
        .init(name: "Properties", start: "let _: [AppProperty<State>] = [", end: "]")
      ),
      (
        "AppMoment.swift", ".",
        .init(name: "Properties", start: "let _: [AppProperty<State>] = [", end: "]")
      ),
      ("Launch.swift", "init(", .init(name: "Starting")),
      ("Screen+Alert.swift", "", .init(name: "Files")),
      (
        "Screen.swift", "Credentials.screen",
        .init(name: "CredentialsScreen", start: "let _: Screen<Root.Action> = ")
      ),
      ("Screen.swift", "Screen(", .init(name: "Examples", start: "let _: Screen<Action> = ")),
      ("ScreenBuilder.swift", "", .init(name: "Examples", start: "let _: Screen<Action> = ")),
      ("Validation.swift", "password", .init(name: "Passwords")),
      ("Controls.swift", "enum", .init(name: "Examples")),
      ("Grid.swift", "WebAddress", .init(name: "Examples")),
      (
        "Controls.swift", "Picker(\"size\", state.size, of",
        .init(name: "Words", start: "_ = Screen<Action>(\"a\", \"A\") { ", end: "}")
      ),
    ]
      + ["Controls.swift", "Grid.swift", "Picture.swift", "Text.swift"].map {
        ($0, "", .init(name: "Examples", start: "_ = Screen<Action>(\"a\", \"A\") { ", end: "}"))
      })
}
