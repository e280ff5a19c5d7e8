extension DocFixture {
  static let cairn = DocFixture(
    module: "Cairn",
    declarations: """
      @testable import Cairn
      import CairnTesting
      import Observation
      import Testing

      extension CasePath {
        static var child: Self { fatalError() }
        static var left: Self { fatalError() }
        static var right: Self { fatalError() }
        static var title: Self { fatalError() }
      }

      struct Draft: Sendable {}
      struct Alert: Plain { struct State: Hashable { var title = "" }; enum Action { case closed } }
      struct Counter: Plain {
        struct State: Hashable { var count = 0 }
        enum Action { case increment, decrement, load }
      }
      struct Form: Plain { struct State: Hashable { var email = ""; var title = ""; var isEdited = false }; enum Action { case edited } }
      struct Login: Plain {
        struct State: Hashable { var email = "" }
        enum Action: Equatable { case emailChanged(String), next }
        func load() -> Effect<Action> { .none }
      }
      struct Main: Plain { struct State: Hashable {}; enum Action: Equatable { case signOut } }
      struct Terms: Plain { struct State: Hashable { var isAccepted = false }; enum Action { case next } }
      struct Title: Plain { struct State: Hashable {}; enum Action { case edited } }
      struct Edit: Plain { struct State: Hashable {}; enum Action { case cancel } }
      struct Row: Plain {
        struct State: Hashable, Identifiable { var id = 0; var title = ""; var name = "" }
        enum Action { case tapped }
      }
      struct Path: Plain {
        enum State: Hashable, CasePathable {
          case terms(Terms.State), credentials(Form.State), details(Form.State)
          var title: String { get { "" } set {} }
        }
        enum Action { case terms(Terms.Action) }
      }
      struct Root: Plain {
        struct State: Hashable {
          var email = ""
          var profile = Row.State()
          var name = ""
          var isDone = false
          var form = Form.State()
          var login = Login.State()
          var alert: Alert.State?
          var path = StackState<Path.State>()
          var rows = IdentifiedArray<Row.State>()
        }
        enum Action {
          case form(Form.Action)
          case login(Login.Action), main(Main.Action), alert(Alert.Action), gone, refresh, download
          case path(StackAction<Path.Action>), row(IdentifiedAction<Row.State, Row.Action>)
          case moved([Int], to: Int)
        }
      }

      nonisolated(unsafe) var store = Store(Root.State(), isolation: nil) { Root() }
      nonisolated(unsafe) let observation = store.observe { _ in }
      func decode(_ data: [UInt8]) -> String { "" }
      @Sendable func save(_ draft: Draft) async -> Draft { draft }
      let draft = Draft()
      let data: [UInt8] = []
      let clock: any Clock<Duration> = ContinuousClock()
      let locations = AsyncStream<Int> { _ in }

      /// Views.
      struct View {
        init(_ parts: Any...) {}
        func onMove(_ action: ([Int], Int) -> Void) {}
      }
      func LoginView(store: ChildStore<Login.State, Login.Action>) {}
      func AlertView(store: ChildStore<Alert.State, Alert.Action>) {}
      func MainView(store: ChildStore<Main.State, Main.Action>) {}
      func ScreenView(store: ChildStore<Path.State, Path.Action>) {}
      func ForEach<ID>(_ ids: [ID], id: KeyPath<ID, ID>, _ body: (ID) -> Void) {}
      func render(_ state: Root.State) {}

      enum Examples {
        nonisolated(unsafe) static var path = StackState<Path.State>()
        nonisolated(unsafe) static var rows = IdentifiedArray<Row.State>()
        nonisolated(unsafe) static var seen: [RuntimeIssue] = []
        static let (id, offsets, destination): (StackID, [Int], Int) = (0, [], 0)
        typealias State = Root.State
        typealias Action = Root.Action
        nonisolated(unsafe) static var state = State()
      }

      enum Files {
        struct File { var id = 0; var name = "" }
        enum Choice: Equatable { case delete(Int), keep }
        struct State { var alert: AlertState<Choice>? }
        enum Action { case alert(Choice) }
        nonisolated(unsafe) static var state = State()
        static let file = File()
      }

      /// A root that is one of two screens.
      enum Screens {
        struct Onboarding: Plain { struct State { var path = StackState<Path.State>() }; enum Action { case next } }
        enum State: CasePathable {
          case onboarding(Onboarding.State), main(Main.State), terms(Terms.State)
          var login: Login.State { get { .init() } set {} }
        }
        enum Action { case login(Login.Action), onboarding(Onboarding.Action), main(Main.Action), terms(Terms.Action) }
        nonisolated(unsafe) static var state = State.main(.init())
        nonisolated(unsafe) static var store = Store(state, isolation: nil) { EmptyReducer<State, Action>() }
      }

      enum Contacts {
        enum Destination {
          enum State: CasePathable { case edit(Edit.State) }
          enum Action { case edit(Edit.Action) }
        }
        struct State { var destination: Destination.State? }
        enum Action { case destination(Destination.Action) }
        static var destination: CasePath<Action, Destination.Action> { fatalError() }
      }
      typealias Destination = Contacts.Destination

      /// A child that finishes.
      enum Parent {
        enum Child { case finished, started }
        struct State { var isDone = false }
        enum Action { case child(Child) }
      }

      struct Placeholders {
        struct Storage { var load: @Sendable (String) -> [String] }
      }

      enum Tests {
        nonisolated(unsafe) static let store = TestStore(Root.State()) { Root() }
      }

      extension Counter {
        nonisolated(unsafe) static var state = State()
      }

      enum Rows {
        struct State { var id = 0; var name = ""; var rows = IdentifiedArray<Row.State>(); var confirmation: Confirmation.State? }
        struct Confirmation { struct State { var name = "" }; enum Action { case delete, cancel } }
        enum Action { case deleteTapped, confirmation(Confirmation.Action) }
      }

      enum Effects {
        struct State { var draft = Draft(); var query = "" }
        enum Action: Sendable {
          case searchTapped, completed, follow, saved, started, tick(Int), decoded(String), found([String])
          case moved(to: Int), login(Login.Action)
          static func saved(_ draft: Draft) -> Action { .saved }
        }
        struct Server: Sendable {
          func save(_ draft: Draft) async -> Draft { draft }
          func search(_ query: String) async throws -> [String] { [] }
        }
        static let store = Server()
        static let client = Server()
        static let state = State()
        static let action = Action.follow
        static var send: Send<Action> { fatalError() }
        static func load() -> Effect<Action> { .none }
      }
      """,
    casePaths: """
      Root.Action main Main.Action
      Root.Action alert Alert.Action
      Root.Action form Form.Action
      Root.Action path StackAction<Path.Action>
      Root.Action row IdentifiedAction<Row.State,Row.Action>
      Files.Action alert Files.Choice
      Path.State details Form.State
      Screens.State onboarding Screens.Onboarding.State
      Screens.State main Main.State
      Screens.State terms Terms.State
      Screens.Action main Main.Action
      Screens.Action terms Terms.Action
      Screens.Action login Login.Action
      Contacts.Action destination Destination.Action
      Destination.Action edit Edit.Action
      Destination.State edit Edit.State
      Rows.Action confirmation Rows.Confirmation.Action
      """,
    contexts: [
      ("RuntimeIssue.swift", "var store", .init(name: "Placeholders")),
      ("CasePath.swift", "store.receive", .init(name: "Tests")),
      ("Scope.swift", "Scope(\\.login, .login) { Login() }      //", .init(name: "Screens")),
      ("Reducer.swift", "let effect", .init(name: "Counter")),
      (
        "Reduce.swift", "Reduce { state, action in\n  switch action {\n  case .child",
        .init(name: "Parent")
      ),
      ("IdentifiedArray.swift", ".", .init(name: "Examples", start: "View()")),
      ("AlertState.swift", "", .init(name: "Files")),
      ("CasePath.swift", ".", .init(name: "Contacts", start: "Reduce { _, _ in .none }")),
      ("CasePath.swift", "let edit =", .init(name: "Contacts")),
      ("CasePath.swift", "state", .init(name: "Screens")),
      ("Scope.swift", "Reduce { … }.ifCaseLet", .init(name: "Screens")),
      ("StateReading.swift", "if let main", .init(name: "Screens")),
      (
        "Reduce.swift", "Reduce { state, action in\n  switch action {\n  case .deleteTapped",
        .init(name: "Rows")
      ),
      ("Reduce.swift", "Form()", .init(name: "Form")),
      ("Effect+Transforming.swift", "return Login", .init(name: "Effects")),
      ("EffectOperation.swift", "", .init(name: "Effects")),
      ("Effect.swift", ".", .init(name: "Effects", start: "let _: Effect<Action> = ")),
      ("Effect+Transforming.swift", "", .init(name: "Effects")),
      ("Effect.swift", "", .init(name: "Effects")),
    ])
}
