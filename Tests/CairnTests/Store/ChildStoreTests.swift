import Cairn
import TestSupport
import Testing

/// `scope`: a store seen from one of its features.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct ChildStoreTests {
  private let log = Log()

  private func makeStore(
    path: StackState<TimerScreen.State> = []
  ) -> Store<Root.State, Root.Action> {
    Store.counted(Root.State(path: path)) { Root(clock: ContinuousClock()) }
  }

  private func makeMode() -> Store<Mode.State, Mode.Action> {
    Store.counted(Mode.State.running(.init())) { Mode(clock: ContinuousClock()) }
  }

  @Test func `a view takes a root and a child of one type, reads it and sends to it`() {
    func view(_ store: ChildStore<Timer.State, Timer.Action>) -> Int {
      store.send(.tick)
      return store.ticks
    }
    let root = Store.counted(Timer.State()) { Timer(clock: ContinuousClock()) }
    #expect(view(root.scope()) == 1)
    let store = makeStore()
    let child = store.scope(\.tick, .tick)
    #expect(view(child) == 1)
    #expect(child.state == store.state.tick && child.isPresent)
  }

  @Test func `a field of a child is tracked alone, in one entry with the root's observers`() {
    let store = makeStore()
    let child = store.scope(\.tick, .tick)
    observe("child", log) { _ = child.ticks }
    observe("root", log) { _ = store[\.tick.ticks] }
    #expect(store.trackedCount == 1)
    store.send(.replaceAll)
    #expect(log.all == [])
    child.send(.tick)
    #expect(log.all.sorted() == ["child", "root"])
  }

  @Test func `the elements of a collection are child stores that keep their identity`() {
    let store = makeStore(path: [.init(), .init(), .init()])
    func screens() -> [ChildStore<TimerScreen.State, TimerScreen.Action>] {
      store.scope(\.path, .path)
    }
    let all = screens()
    #expect(all == store.state.path.ids.compactMap { store.scope(\.path, .path, id: $0) })
    observe("screens", log) { _ = screens() }
    all[2].send(.timer(.tick))
    #expect(log.all == [] && all.map(\.timer.ticks) == [0, 0, 1])
    store.send(.remove(1))
    #expect(log.all == ["screens"] && screens() == [all[0], all[2]])
    all[2].send(.timer(.tick))
    #expect(screens().map(\.timer.ticks) == [0, 2])
    store.send(.replaceTop)
    #expect(screens()[0] == all[0] && screens()[1] != all[2] && !all[2].isPresent)
    #expect(Set(screens() + all).count == 4)
  }

  @Test func `observers of the list are told of a replaced screen, and those of its ids are not`() {
    let store = makeStore(path: [.init(), .init()])
    func screens() -> [ChildStore<TimerScreen.State, TimerScreen.Action>] {
      store.scope(\.path, .path)
    }
    observe("list", log) { _ = screens() }
    observe("ids", log) { _ = store[\.path.ids] }
    store.send(.replaceTop)
    #expect(log.all == ["list"])
    store.send(.popFrom(1))
    #expect(log.all == ["list", "ids"])
  }

  @Test func `a child of children is read, sent to and tracked like a root, and copies no state`() {
    struct Nest<Child> { var child: Child }
    typealias Outer = Nest<Nest<Table>>
    let store = Store.counted(Nest(child: Nest(child: Table()))) { Changing<Outer>() }
    func leaf() -> ChildStore<Table, Changing<Outer>.Action> {
      store.scope(\.child, .same).scope(\.child, .same)
    }
    observe("title", log) { _ = leaf().title }
    let before = address(store.state.child.child.rows)
    for number in 1...3 {
      leaf().send(.init { $0.child.child.rows[0] += 1 })
      #expect(leaf().rows[0] == number && address(leaf().rows) == before)
    }
    #expect(log.all == [])
    leaf().send(.init { $0.child.child.title = "new" })
    #expect(log.all == ["title"] && leaf().title == "new" && leaf() == leaf())
  }

  @Test func `scoping to an optional child tracks whether it is there, and no field of it`() {
    let store = makeStore(path: [.init(sheet: .init())])
    let screen = store.scope(\.path, .path, id: 0)
    let sheet = screen?.scope(\.sheet, .sheet)
    observe("gone", log) { _ = store.scope(\.path, .path, id: 0)?.scope(\.sheet, .sheet) }
    sheet?.send(.tick)
    #expect(sheet?.ticks == 1 && sheet?.isPresent == true && log.all == [])
    store.send(.clearSheets)
    #expect(sheet?.isPresent == false && screen?.scope(\.sheet, .sheet) == nil)
    #expect(log.all == ["gone"])
    observe("back", log) { _ = store.scope(\.path, .path, id: 1) }
    store.send(.replaceAll)
    #expect(log.all == ["gone", "back"])
  }

  @Test func `a child in a case that has gone has its last values, and sending to it is a mistake`()
  {
    let store = makeMode()
    store.send(.running(.tick))
    let read = store.scope(.running, .running)
    let untracked = store.scope(.running, .running)
    let unread = store.scope(.running, .running)
    read?.send(.tick)
    #expect(read?.ticks == 2 && untracked?.untrackedState.ticks == 2)
    store.send(.toggle)
    #expect(store.scope(.running, .running) == nil && read?.isPresent == false)
    #expect(read?.state == Timer.State(ticks: 2))
    #expect(untracked?.ticks == 2 && unread?.ticks == 1)
    let issues = runtimeIssues { read?.send(.tick) }
    #expect(
      issues.map(\.message) == [
        "\"running\" (action 4) is for a screen that is not there: State is in its case stopped."
      ])
    #expect(store.state == .stopped)
  }

  @Test func `a child that has gone has the values that were read, computed and observed ones too`()
  {
    struct Search {
      var text = "" { didSet { results = [] } }
      var results: [Int] = []
      var edits = 0
      var summary: String { "\(text): \(results)" }
      var draft: String {
        get { text }
        set { edits += 1 }
      }
    }
    let store = Store.counted(Search() as Search?) {
      Reduce<Search?, Int> { state, action in
        if action == 0 { state = nil }
        state?.text = "t"
        state?.results = [action]
        return .none
      }
    }
    let search = store.scope(\.self, .same)
    store.send(1)
    for _ in 1...2 {
      #expect(search?.results == [1] && search?.text == "t" && search?.draft == "t")
      #expect(search?.summary == "t: [1]")
      store.send(0)
    }
    #expect(search?.edits == 0)
  }

  @Test func `a child that has gone has the values of one time`() {
    struct List {
      var rows = [1, 2, 3]
      var index = 2
      var selected: Int? { rows.indices.contains(index) ? rows[index] : nil }
    }
    let store = Store.counted(List() as List?) { Changing<List?>() }
    let list = store.scope(\.self, .same)
    store.change { $0 = List(rows: [4], index: 0) }
    #expect(list?.rows == [4])
    store.change { $0 = nil }
    #expect(list?.selected == 4 && list?.state.index == 0)
  }

  @Test func `the rows of a list that has gone are its last ones, and sending to one is a mistake`()
  {
    enum Action: Sendable {
      case add, hide
      case row(ElementAction<StackID, String>)
      static let row = CasePath(Action.row) { if case .row(let row) = $0 { row } else { nil } }
    }
    typealias Row = ElementAction<StackID, String>
    let store = Store.counted(["a"] as StackState<String>?) {
      Reduce<StackState<String>?, Action> { rows, action in
        switch action {
        case .add: rows?.push("b")
        case .hide: rows = nil
        case .row: break
        }
        return .none
      }
      .ifLet(\.self, Action.row) {
        EmptyReducer<StackState<String>, Row>().forEach(\.self, .same) {
          Reduce<String, String> { row, text in
            row = text
            return .none
          }
        }
      }
    }
    let list = store.scope(\.self, Action.row)
    func rows() -> [ChildStore<String, String>] { list?.scope(\.self, .same) ?? [] }
    store.send(.add)
    rows().last?.send("c")
    let all = rows()
    store.send(.hide)
    #expect(rows() == all && rows().map(\.state) == ["a", "c"] && !all[0].isPresent)
    #expect(list?.count == 2)
    #expect(runtimeIssues { rows().last?.send("d") }.count == 1)
  }

  @Test func `the children of a child that has gone are its last ones`() {
    typealias Screen = StackAction<Mode.Action>
    let path = CasePath<Screen?, Screen>.some
    let store = Store.counted([.stopped] as StackState<Mode.State>) {
      Reduce<StackState<Mode.State>, Screen?> { screens, action in
        if action == nil { screens = [] }
        return .none
      }
      .forEach(\.self, path) { Mode(clock: ContinuousClock()) }
    }
    let screen = store.scope(\.self, path, id: 0)
    func timer() -> ChildStore<Timer.State, Timer.Action>? { screen?.scope(.running, .running) }
    #expect(timer() == nil)
    screen?.send(.toggle)
    screen?.send(.running(.tick))
    let last = timer()
    store.send(nil)
    #expect(timer() == last && timer()?.ticks == 1 && timer()?.isPresent == false)
    #expect(runtimeIssues { timer()?.send(.tick) }.count == 1)
  }

  @Test func `the observers of a child are not called for its going`() {
    let store = makeMode()
    let timer = store.scope(.running, .running)
    observe("ticks", log) { _ = timer?.ticks }
    observe("present", log) { _ = timer?.isPresent }
    store.send(.running(.tick))
    observe("ticks again", log) { _ = timer?.ticks }
    store.send(.toggle)
    #expect(log.all == ["ticks", "present"])
  }

  @Test func `a child that is one screen is not the screen that takes its place`() {
    let store = makeStore()
    store.send(.replaceAll)
    let screen = store.scope(\.path, .path, id: 1)
    observe("present", log) { _ = screen?.isPresent }
    screen?.scope(\.timer, .timer).send(.tick)
    store.send(.replaceTop)
    #expect(log.all == ["present"] && screen?.isPresent == false)
    let successor = store.scope(\.path, .path, id: 1)
    #expect(screen != successor)
    #expect(runtimeIssues { screen?.send(.timer(.tick)) }.count == 1)
    #expect(store.state.path[1].timer.ticks == 0)

    observe("stale", log) { _ = screen?.timer }
    observe("new", log) { _ = successor?.timer }
    successor?.send(.timer(.tick))
    #expect(log.all == ["present", "new"])
  }

  @Test func `two absent screens with one number are observed apart`() {
    let store = makeStore(path: [.init()])
    let gone = store.state.path.ids[0]
    store.send(.popFrom(gone))
    observe("gone", log) { _ = store.scope(\.path, .path, id: gone) }
    observe("shown", log) { _ = store.scope(\.path, .path, id: 0) }
    store.send(.replaceAll)
    #expect(log.all == ["shown"])
  }

  @Test func `children are equal when they show the same place of the same store`() {
    let (store, other) = (makeStore(), makeStore())
    let (tick, again) = (store.scope(\.tick, .tick), store.scope(\.tick, .tick))
    let (elsewhere, inSteps) = (other.scope(\.tick, .tick), store.scope().scope(\.tick, .tick))
    #expect(tick == again && tick != elsewhere && tick == inSteps)
  }

  @Test func `properties of a child that can disappear are one place, however they are scoped`() {
    struct Inner { var number = 0 }
    struct Middle { var inner = Inner() }
    struct Sheet { var middle = Middle() }
    let store = Store.counted(Sheet() as Sheet?) { EmptyReducer<Sheet?, Int>() }
    let sheet = store.scope(\.self, .same)
    let inSteps = sheet?.scope(\.middle, .same).scope(\.inner, .same)
    let atOnce = sheet?.scope(\.middle.inner, .same)
    #expect(inSteps == atOnce)
    observe("in steps", log) { _ = inSteps?.number }
    observe("at once", log) { _ = atOnce?.number }
    observe("sheet", log) { _ = sheet?[\.middle.inner.number] }
    #expect(store.trackedCount == 1)
    observe("present", log) { _ = inSteps?.isPresent }
    #expect(store.trackedCount == 2)
  }

  // MARK: Children with ids

  private func makeShelf(_ item: Item.State?) -> Store<Item.State?, ShelfAction> {
    Store.counted(item) { shelf() }
  }

  @Test func `an optional child with another id is another child`() {
    let store = makeShelf(.init(id: 1))
    let item = store.scope(\.self, .item)
    let inner = item?.scope(\.inner, .same)
    observe("present", log) { _ = item?.isPresent }
    observe("text", log) { _ = item?.text }
    item?.send(.loaded("first"))
    #expect(log.all == ["text"] && item?.text == "first")
    store.send(.show(2))
    #expect(log.all == ["text", "present"])
    #expect(item?.isPresent == false && inner?.isPresent == false)
    #expect(item?.state == Item.State(id: 1, text: "first"))
    let issues = runtimeIssues {
      item?.send(.loaded("second"))
      inner?.send(.loaded("second"))
    }
    let text =
      "\"loaded\" was sent to a child store whose child is not there: it was removed, or"
      + " replaced by a child with another id. The action was dropped."
    #expect(issues.map(\.message) == [text, text])
    #expect(store.state == Item.State(id: 2))

    let successor = store.scope(\.self, .item)
    #expect(item != successor && successor == store.scope(\.self, .item))
    successor?.send(.loaded("third"))
    #expect(successor?.text == "third")
    store.send(.show(nil))
    #expect(store.scope(\.self, .item) == nil)
    store.send(.show(1))
    #expect(item?.isPresent == true)
  }

  @Test func `an absent optional child with an id is tracked`() {
    let store = makeShelf(nil)
    for line in ["appeared", "replaced", "removed"] {
      observe(line, log) { _ = store.scope(\.self, .item) }
      store.send(.show(["appeared": 1, "replaced": 2][line]))
    }
    #expect(log.all == ["appeared", "replaced", "removed"])
  }

  @Test func `a payload with another id is another child`() {
    let payload = CasePath<Item.State?, Item.State>.some
    let store = makeShelf(.init(id: 1))
    let item = store.scope(payload, .item)
    item?.send(.loaded("first"))
    #expect(item?.text == "first")
    store.send(.show(2))
    #expect(item?.isPresent == false)
    #expect(runtimeIssues { item?.send(.loaded("second")) }.count == 1)
    #expect(store.scope(payload, .item)?.text == "")
  }

  @Test func `a child with an id, of a child that has gone, is the same child`() {
    struct Card: Identifiable { let id: Int }
    struct Shelf { var item: Card? = Card(id: 1) }
    let store = Store.counted(Shelf() as Shelf?) {
      Reduce<Shelf?, Int> { shelf, id in
        if id == 0 { shelf = nil } else { shelf?.item = Card(id: id) }
        return .none
      }
    }
    let shelf = store.scope(\.self, .same)
    func item() -> ChildStore<Card, Int>? { shelf?.scope(\.item, .same) }
    store.send(2)
    let last = item()
    store.send(0)
    #expect(item() == last && item()?.id == 2 && item()?.isPresent == false)
    #expect(runtimeIssues { item()?.send(3) }.count == 1)
  }

  @Test func `a child store keeps its root alive, and nothing keeps it`() {
    var store: Store<Root.State, Root.Action>? = makeStore()
    weak let ended = store
    var child = store?.scope(\.tick, .tick)
    observe("", log) { _ = child?.ticks }
    store = nil
    child?.send(.tick)
    #expect(child?.ticks == 1)
    child = nil
    #expect(ended == nil)
  }
}
