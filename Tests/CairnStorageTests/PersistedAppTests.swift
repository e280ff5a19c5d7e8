import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTerminal
import CairnTesting
import Testing

@testable import CairnStorage

/// A list of titles in a file, and a form in a modal.
private struct Titles: App {
  struct Form: Hashable { var title = "" }

  struct Root: Reducer {
    struct State: Hashable {
      @Persisted var titles: [String] = []
      var form: Form?
    }

    enum Action: Sendable {
      case add
      case titleChanged(String)
      case save
      case remove(String)
      case storage(PersistenceAction<[String]>)
    }

    let storage: FileStorage<[String]>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add where state.titles.count < 2 && state.$titles.isLoaded:
          state.form = state.form ?? Form()
        case .titleChanged(let title): state.form?.title = title
        case .save:
          guard let title = state.form?.title, !title.isEmpty else { return .none }
          state.form = nil
          state.titles.append(title)
        case .remove(let title): state.titles.removeAll { $0 == title }
        case .add, .storage: break
        }
        return .none
      }
      .persisting(
        \.$titles, CasePath(Action.storage) { if case .storage(let x) = $0 { x } else { nil } },
        in: storage)
    }
  }

  static let name = "titles"
  static let summary = "Is for tests."
  static let options: [AppOption] = .storage("titles")
  static let samples = ["title": ["tea"]]
  static let path = "titles.json"

  let state = Root.State()
  let firstAction: Root.Action? = .storage(.load)
  let reducer: Root
  let disk: Guarded<SimulatedDisk>

  init(_ launch: Launch) throws(UsageError) {
    let disk = launch.memory.keep(
      SimulatedDisk.used(Self.path, format: FileFormat<[String]>(), contents: nil))
    let (clock, latency) = (launch.clock, try launch.latency())
    self.disk = disk
    // The disk works at once, and its answer is late.
    reducer = Root(
      storage: FileStorage(Self.path, isSimulated: true) { job throws(StorageError) in
        let result = disk.withLock { job.result(with: StoredFile(Self.path), on: &$0, .none) }
        if let latency { try? await clock.sleep(for: latency) }
        return try result.get()
      })
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] {
    let list = Screen<Root.Action>("list", "Titles") {
      if !state.$titles.isLoaded { Progress("Loading…") }
      for (row, title) in state.titles.enumerated() {
        ListRow("row-\(row)", title, .remove(title))
      }
      Button("add", disabledBecause: state.problem, .add)
    }
    guard let form = state.form else { return [list] }
    let modal = Screen<Root.Action>("form", "Title") {
      Field("title", form.title) { .titleChanged($0) }
      Button("save", disabledBecause: form.title.isEmpty ? "the title is empty" : nil, .save)
    }
    return [list, modal.over("Titles")]
  }
}

extension Titles.Root.State {
  /// The reason why no title can be added.
  fileprivate var problem: String? {
    if !$titles.isLoaded { return "the titles are loading" }
    return titles.count < 2 ? nil : "the list is full"
  }
}

/// A counter in a modal, which each change closes: the pause before the save goes on.
private struct Drawer: App {
  struct Counter: Reducer {
    struct State: Hashable { @Persisted var count = 0 }

    enum Action: Sendable {
      case bump
      case storage(PersistenceAction<Int>)
    }

    let storage: FileStorage<Int>
    let clock: any Clock<Duration>

    init(_ launch: Launch) {
      let disk = launch.memory.keep(
        SimulatedDisk.used("count.json", format: FileFormat<Int>(), contents: nil))
      storage = FileStorage<Int>(simulated: "count.json") { body in disk.withLock { body(&$0) } }
      clock = launch.clock
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .bump = action, state.$count.isLoaded { state.count = 1 - state.count }
        return .none
      }
      .persisting(
        \.$count, CasePath(Action.storage) { if case .storage(let x) = $0 { x } else { nil } },
        in: storage, after: .seconds(1), on: clock)
    }
  }

  struct Root: Reducer {
    struct State: Hashable {
      var counter: Counter.State?
      /// Opened once, so that the saves of closed modals do not add up.
      var wasOpened = false
    }

    enum Action: Sendable {
      case open
      case counter(Counter.Action)
    }

    let counter: Counter

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open where !state.wasOpened:
          (state.counter, state.wasOpened) = (Counter.State(), true)
          return .send(.counter(.storage(.load)))
        case .counter(.bump) where state.counter?.$count.isLoaded == true: state.counter = nil
        case .open, .counter: break
        }
        return .none
      }
      .ifLet(
        \.counter, CasePath(Action.counter) { if case .counter(let x) = $0 { x } else { nil } }
      ) { counter }
    }
  }

  static let name = "drawer"
  static let summary = "Is for tests."
  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .noLeakedEffect, .settles, .reachable("saved") { $0.counter?.count == 1 },
  ]

  let state = Root.State()
  let reducer: Root

  init(_ launch: Launch) { reducer = Root(counter: Counter(launch)) }

  func screens(of state: Root.State) -> [Screen<Root.Action>] {
    let drawer = Screen<Root.Action>("drawer", "Drawer") {
      Button("open", disabledBecause: state.wasOpened ? "it was open" : nil, .open)
    }
    guard let counter = state.counter else { return [drawer] }
    let modal = Screen<Root.Action>("counter", "Counter") {
      Button("bump", disabledBecause: counter.$count.isLoaded ? nil : "loading", .counter(.bump))
    }
    return [drawer, modal.over("Drawer")]
  }
}

/// A counter that a button loads.
private struct Tally: App {
  static let name = "tally"
  static let summary = "Is for tests."
  static let properties: [AppProperty<Drawer.Counter.State>] = [.refusedMeansUnchanged]

  let state = Drawer.Counter.State()
  let reducer: Drawer.Counter

  init(_ launch: Launch) { reducer = Drawer.Counter(launch) }

  func screens(of state: Drawer.Counter.State) -> [Screen<Drawer.Counter.Action>] {
    let problem = state.$count.isLoaded ? nil : "nothing is loaded"
    return [
      Screen("tally", "Tally") {
        Button("load", .storage(.load))
        Button("bump", disabledBecause: problem, .bump)
        Button("save", disabledBecause: problem, .storage(.save))
      }
    ]
  }
}

struct PersistedAppTests {
  private let simulation = Simulation()

  private func driver(latency: String? = nil) throws -> (Driver<Titles.Root>, Titles) {
    let options = try OptionValues(
      latency.map { ["--latency=\($0)"] } ?? [], among: Titles.options)
    let app = try Titles(Launch(.simulated(start: "new"), options: options, in: simulation))
    return (Driver(app, in: simulation), app)
  }

  private func type(_ lines: String..., in driver: Driver<Titles.Root>) {
    for line in lines {
      guard case .action(let action, name: _) = driver.screen.parse(line) else {
        Issue.record("\(line) is not accepted")
        continue
      }
      driver.send(action)
    }
  }

  private func titles(in app: Titles) -> [String]? {
    app.disk.withLock { disk in try? StoredFile(Titles.path).load(on: &disk).value }
  }

  @Test func `a search tells saves apart by their values, and none outlives its feature`() throws {
    let exploration = try AppModel<Titles>(options: ["--latency=1s"]).explore()
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.states < 100)
  }

  @Test func `a search follows a pause whose feature was removed`() throws {
    let exploration = try AppModel<Drawer>().explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `a disabled input is refused before anything is loaded`() throws {
    let exploration = try AppModel<Tally>().explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `the text of a load names the file, and that of a save or of its pause the value`()
    throws
  {
    func texts<Feature: Reducer>(_ driver: Driver<Feature>) -> [String] {
      driver.allEffects.map { AppEffect($0).text }
    }
    let (driver, _) = try driver(latency: "1s")
    #expect(texts(driver) == [#"load Array<String> "titles.json""#])
    simulation.advance(by: .seconds(1))
    type("add", "title tea", "save", in: driver)
    #expect(texts(driver) == [#"save Array<String> ["tea"]"#])

    let drawer = Driver(
      Drawer(Launch(.simulated(start: "new"), in: simulation)), in: simulation)
    drawer.send(.open)
    drawer.send(.counter(.bump))
    #expect(texts(drawer) == ["pause before saving 1"])
  }

  @Test(arguments: [nil, "1s"])
  func `a save after a restored state replaces the value of the file`(_ latency: String?) throws {
    let (driver, app) = try driver(latency: latency)
    simulation.advance(by: .seconds(1))
    let start = driver.checkpoint
    type("add", "title tea", "save", in: driver)
    // Without a latency the answer has arrived. With it, the answer is lost.
    for title in ["rye", "ale"] {
      _ = driver.restore(start)
      _ = driver.restore(start)
      type("add", "title \(title)", "save", in: driver)
      simulation.advance(by: .seconds(5))
      #expect(driver.state.$titles.error == nil)
      #expect(titles(in: app) == [title])
      #expect(!driver.state.$titles.isSaving)
    }
  }

  @Test func `a load after a restored state writes nothing, and the next change does`() throws {
    let (driver, app) = try driver(latency: "1s")
    simulation.advance(by: .seconds(1))
    let start = driver.checkpoint
    type("add", "title tea", "save", in: driver)
    simulation.advance(by: .seconds(1))
    _ = driver.restore(start)
    driver.send(.storage(.load))
    #expect(driver.effects.isEmpty)
    simulation.advance(by: .seconds(1))
    #expect(titles(in: app) == ["tea"] && driver.state.titles.isEmpty)
    type("add", "title rye", "save", in: driver)
    simulation.advance(by: .seconds(1))
    #expect(titles(in: app) == ["rye"] && driver.state.$titles.error == nil)
    driver.send(.storage(.load))
    #expect(driver.state.$titles.isLoading)
  }

  @Test func `a disabled input is refused in a search from a session with a file on disk`() throws {
    var state = Drawer.Counter.State()
    state.$count.progress.file = StorageFile(path: "/count.json", isSimulated: false)
    let exploration = try AppModel<Tally>().starting(at: state).explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `a save that was in flight in a restored state does not begin twice`() throws {
    let (driver, app) = try driver(latency: "2s")
    simulation.advance(by: .seconds(2))
    type("add", "title tea", "save", in: driver)
    simulation.advance(by: .seconds(1))
    let saving = driver.checkpoint
    simulation.advance(by: .seconds(1))
    _ = driver.restore(saving)
    type("row-0", in: driver)
    simulation.advance(by: .seconds(1))
    type("add", "title rye", "save", in: driver)
    simulation.advance(by: .seconds(9))
    #expect(driver.state.$titles.error == nil)
    #expect(titles(in: app) == ["rye"])
  }

  @Test func `a change by another program is refused also after a restored state`() throws {
    let (driver, app) = try driver()
    let start = driver.checkpoint
    type("add", "title tea", "save", in: driver)
    app.disk.withLock { disk in
      _ = try? FileStorage<[String]>.change(Titles.path, on: &disk) { $0 = ["other"] }
    }
    _ = driver.restore(start)
    type("add", "title rye", "save", in: driver)
    #expect(driver.state.$titles.error?.problem == .changed)
    #expect(titles(in: app) == ["other"])
  }

  @Test func `a state before the load does not replace the file`() throws {
    let (driver, app) = try driver(latency: "1s")
    let start = driver.checkpoint
    simulation.advance(by: .seconds(1))
    type("add", "title tea", "save", in: driver)
    simulation.advance(by: .seconds(1))
    _ = driver.restore(start)
    driver.send(.add)
    simulation.advance(by: .seconds(1))
    #expect(titles(in: app) == ["tea"])
    driver.send(.storage(.load))
    simulation.advance(by: .seconds(1))
    #expect(driver.state.titles == ["tea"])
  }

  @Test func `a part whose load has ended with a restored state can load again`() throws {
    let (driver, app) = try driver(latency: "1s")
    let start = driver.checkpoint
    driver.send(.add)
    _ = driver.restore(start)
    #expect(driver.effects.isEmpty)
    driver.send(.storage(.load))
    simulation.advance(by: .seconds(1))
    #expect(driver.state.$titles.isLoaded)
    type("add", "title tea", "save", in: driver)
    simulation.advance(by: .seconds(1))
    #expect(titles(in: app) == ["tea"])
  }
}
