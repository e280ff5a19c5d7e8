extension DocFixture {
  static let testing = DocFixture(
    module: "CairnTesting",
    declarations: """
      @testable import Cairn
      import CairnSimulation
      import CairnTesting
      import Testing

      struct Search: Plain { struct State: Equatable {}; enum Action: Equatable { case typed } }
      enum Child { enum Action: Equatable { case answer(Int) } }
      struct Editor: Plain {
        enum Storage { case inMemory }
        struct Cart: Equatable { var total = 0 }
        struct State: Equatable {
          var query = "", name = "", results: [String] = [], editor: Int?, cart = Cart()
          var isLoading = false, isSaving = false, isConnected = false
        }
        enum Action: Equatable {
          case typed(String), nameChanged(String), found([String]), loaded(String), tick(Int), signedUp(Int)
          case child(Child.Action), saveTapped, saved, doneTapped, signUpTapped, task, connected, start
        }
        var storage = Storage.inMemory
      }
      enum Examples {
        nonisolated(unsafe) static let store = TestStore(Editor.State()) { Editor() }
      }
      """,
    casePaths: """
      Editor.Action found [String]
      Editor.Action loaded String
      Editor.Action signedUp Int
      Editor.Action saved Void
      Editor.Action child Child.Action
      Child.Action answer Int
      """)
  static let simulation = DocFixture(
    module: "CairnSimulation",
    declarations: """
      import Cairn
      @testable import CairnSimulation
      import Testing

      struct Offline: Error {}
      struct Letter: Hashable, Sendable {}
      struct Mailbox: Hashable, Sendable { mutating func receive(_ letter: Letter) {} }
      struct Inbox { var fetch: @Sendable () async throws -> [String] }
      struct MailService { init(keeping mailbox: Guarded<Mailbox>) {} }
      struct Root { var mail: MailService }
      struct Feature { var clock: any Clock<Duration> }
      struct Timer: Plain {
        struct State: Equatable { var elapsed = 0 }
        enum Action { case start }
        var clock: any Clock<Duration>
      }
      struct Launch: Sendable { var memory: WorldMemory { fatalError() } }
      enum Examples {
        nonisolated(unsafe) static let simulation = Simulation()
        static var choices: Choices { fatalError() }
        static let launch = Launch()
        static let letter = Letter()
        nonisolated(unsafe) static var reducer = Root(mail: MailService(keeping: Guarded(Mailbox())))
      }
      """)
  static let model = DocFixture(
    module: "CairnModel",
    declarations: """
      import Cairn
      import CairnModel

      struct Jugs: Plain {
        enum Jug { case small, large }
        struct State: Hashable {
          var large = 0, small = 0, balance = 0, isOpen = false, isFinished = false
          var left = Side.outside, right = Side.outside, owner: Int?
          var lastMessage: String?, guests: [Int] = []
        }
        enum Side { case inside, outside }
        enum Action: Hashable, CaseIterable {
          case fill(Jug), pour(Jug), unlock
          static let allCases: [Action] = []
        }
      }
      enum Examples {
        typealias State = Jugs.State
        typealias Action = Jugs.Action
        static var model: Model<Jugs.State, Jugs.Action> { fatalError() }
        static var exploration: Exploration<Jugs.State, Jugs.Action> { fatalError() }
        static var trace: Trace<Jugs.State, Jugs.Action> { fatalError() }
        static var properties: [Property<Jugs.State, Jugs.Action>] { [] }
      }
      """,
    contexts: [
      ("Property.swift", ".", .init(name: "Examples", start: "let _: Property<State, Action> = "))
    ])
  static let dump = DocFixture(
    module: "CairnDump",
    declarations: """
      import Cairn
      @testable import CairnDump

      struct Draft { var email = "", password = Secret("") }
      enum Onboarding { struct State { var draft = Draft(); var path: [Int] = [] } }
      struct Root: Plain { struct State {}; enum Action { case next } }
      enum Examples {
        typealias State = Root.State
        typealias Action = Root.Action
        static let (before, after) = (1, 2)
      }
      """)
  static let storage = DocFixture(
    module: "CairnStorage",
    declarations: """
      import Cairn
      import CairnSimulation
      @testable import CairnStorage
      import Foundation

      struct SettingsV1: Codable, Sendable {}
      struct SettingsV2: Codable, Sendable {
        init(_ old: SettingsV1) {}
      }
      struct Settings: Codable, Hashable, Sendable {
        var volume = 0, starts = 0
        init() {}
        init(_ old: SettingsV2) {}
      }
      func renamingKeys(in data: Data) throws -> Data { data }
      struct Launch: Sendable {
        var memory: WorldMemory { fatalError() }
        var choices: Choices { fatalError() }
      }
      extension CasePath {
        static var storage: Self { fatalError() }
      }
      enum Examples {
        static let launch = Launch()
        static let settings = Settings()
        static var storage: FileStorage<Settings> { fatalError() }
        static var loaded: StoredValue<Settings> { fatalError() }
      }
      """,
    contexts: [
      ("FileStorage+Simulated.swift", ".", .init(name: "Examples", start: "let _: StorageFault = "))
    ])
  private static let counterApp = """
    struct Counter: Plain {
      struct State: Hashable {}
      enum Action: Hashable, Codable, Sendable { case next }
    }
    struct CounterApp: App {
      static let name = "counter"
      static let summary = "Counts."
      let state = Counter.State()
      let reducer = Counter()
      init(_ launch: Launch) {}
      func screens(of state: Counter.State) -> [Screen<Counter.Action>] { [] }
    }
    """
  static let trail = DocFixture(
    module: "CairnTrail",
    declarations: """
      @testable import Cairn
      @testable import CairnApp
      import CairnSimulation
      @testable import CairnTrail

      \(counterApp)
      typealias Onboarding = CounterApp
      struct File {
        func append(_ line: String) {}
      }
      enum Examples {
        static var app: CounterApp { fatalError() }
        static var driver: Driver<Counter> { fatalError() }
        static var journal: Journal<Counter.Action> { fatalError() }
        static var trail: Trail { fatalError() }
        static let (text, file, bytes): (String, File, [UInt8]) = ("", File(), [])
        static var simulation: Simulation { fatalError() }
      }
      """)
  static let explorer = DocFixture(
    module: "CairnExplorer",
    declarations: """
      import Cairn
      import CairnApp
      import CairnExplorer
      import CairnModel

      \(counterApp)
      typealias Onboarding = CounterApp
      enum Examples {
        typealias A = Onboarding
        static var model: AppModel<A> { get { fatalError() } set {} }
        static var exploration: AppExploration<A> { fatalError() }
        static let session = (state: Counter.State(), 0)
      }
      """)
  static let terminal = DocFixture(
    module: "CairnTerminal",
    declarations: """
      import Cairn
      import CairnApp
      import CairnStorage
      @testable import CairnTerminal

      struct Notes: Codable, Hashable, Sendable {
        static func of(_ world: Launch.World) -> Notes { Notes() }
      }
      struct NotesList { var storage: FileStorage<Notes> }
      struct Examples {
        let reducer: NotesList
      }
      """)
  static let swiftUI = DocFixture(
    module: "CairnSwiftUI",
    declarations: """
      import Cairn
      import CairnSwiftUI
      import SwiftUI

      enum Edit {
        struct State: Equatable {}
        enum Action: Sendable { case cancel }
      }
      enum Choice: Hashable, Sendable { case keep }
      enum Person {
        enum Field { case email(String) }
        struct State: Equatable {
          var email = "", hint: Int?, edit: Edit.State?, alert: AlertState<Choice>?
          var path = StackState<Edit.State>()
        }
        enum Action: Sendable {
          case set(Field), hintClosed, popped(from: StackID), edit(Edit.Action), alert(Choice)
          case path(StackAction<Edit.Action>)
        }
      }
      struct EditView: View {
        let store: ChildStore<Edit.State, Edit.Action>
        var body: some View { Text("") }
      }
      typealias DetailView = EditView
      struct Hint: View { var body: some View { Text("") } }
      typealias Root = Hint
      @MainActor enum Examples {
        static var store: ChildStore<Person.State, Person.Action> { fatalError() }
      }
      enum Effects {
        enum Action: Sendable { case found([String]) }
        static let people: [String] = []
        static var send: Send<Action> { fatalError() }
        static func load() -> Effect<Action> { .none }
      }
      """,
    casePaths: """
      Person.Action edit Edit.Action
      Person.Action alert Choice
      Person.Action path StackAction<Edit.Action>
      """,
    contexts: [
      ("Animation.swift", "", .init(name: "Effects")),
      ("", ".", .init(name: "Examples", start: "_ = Text(\"\")")),
      ("", "", .init(name: "Examples", start: "_ = ")),
    ])
}
