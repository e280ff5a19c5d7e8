import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Dismissals after other work: in a later stage of a concatenation, behind a pause, and from an effect.
@Suite(.bothWaysOfStarting, .leavesNothing, .timeLimit(.minutes(10))) struct LaterDismissalTests {
  private let simulation = Simulation()
  private let log = Log()

  private func board() -> Store<Board.State, Board.Action> {
    simulation.counted(Board.State()) { [log] in Board(log: log) }
  }

  private func sleep(_ seconds: Int, _ note: String? = nil) -> Effect<Part.Action> {
    .run(name: "sleep") { [clock = simulation.clock] send in
      try await clock.sleep(for: .seconds(seconds))
      if let note { await send(.note(note)) }
    }
  }

  /// Dismisses the feature after a second.
  private var dismissal: Effect<Part.Action> { .concatenate(sleep(1), .dismiss) }

  // MARK: Later stages

  @Test(arguments: BoardPlace.dismissible)
  func `the stages before a dismissal happen first`(place: BoardPlace) {
    let store = board()
    let stages: Effect<Part.Action> = .concatenate(
      .send(.note("a")), .merge(sleep(2, "c"), sleep(1, "b")),
      .concatenate(.send(.note("d")), .dismiss), .send(.note("e")))
    store.send(.start(stages, in: place))
    #expect(log.all == ["a"])
    simulation.advance(by: .seconds(1))
    #expect(log.all == ["a", "b"] && place.isPresent(in: store.state))
    simulation.advance(by: .seconds(1))
    #expect(log.all == ["a", "b", "c", "d"])
    let rest = BoardPlace.allCases.filter { $0.isPresent(in: store.state) }
    #expect(rest == BoardPlace.allCases.filter { $0 != place })
    #expect(store.isIdle && store.running.isEmpty)
    #expect(place != .screen || store.state.path.count == 1)
  }

  @Test func `a later dismissal is a step of its own, and onChange sees it`() {
    let store = board()
    var steps: [String] = []
    let observation = store.observe { [unowned store] event in
      guard let step = event.step else { return }
      let sheet = store.untrackedState.sheet?.received
      steps.append("\(step.number) \(step.outcome), \(sheet.map { "\($0)" } ?? "closed")")
    }
    defer { observation.cancel() }
    store.send(.sheet(.start(.concatenate(.send(.note("a")), .dismiss))))
    #expect(steps == ["1 reduced, []", "2 reduced, [\"a\"]", "3 dismissed, closed"])
    #expect(store.state.changes == 1 && store.actionCount == 3)
  }

  @Test func `a feature that is gone is not dismissed, and neither is its successor`() {
    let store = board()
    let effect: Effect<Part.Action> = .run { [clock = simulation.clock] send in
      try? await clock.sleep(for: .seconds(1))
      await send.dismiss()
    }
    for place in [BoardPlace.sheet, .destination] {
      store.send(.start(.merge(dismissal, effect), in: place))
    }
    store.send(.setDestination(.empty))
    #expect(store.running.count == 2)
    store.send(.setDestination(.part(.init())))
    store.send(.setSheet(nil))
    store.send(.setSheet(Part.State()))
    simulation.advance(by: .seconds(2))
    #expect(store.state == Board.State(changes: 2))

    store.send(.start(dismissal, in: .screen))
    store.send(.start(.dismiss, in: .screen))
    simulation.advance(by: .seconds(2))
    #expect(store.state.path.count == 1)
  }

  private struct Host { var part: Part.State? = Part.State() }

  private func expectDismissal(
    @ReducerBuilder<Host, Part.Action> of reducer: () -> some Reducer<Host, Part.Action>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let store = simulation.counted(Host(), reducer: reducer)
    store.send(.start(.concatenate(.send(.note("a")), .dismiss)))
    #expect(store.state.part == nil, sourceLocation: sourceLocation)
  }

  @Test(arguments: [true]) func `a later dismissal passes every kind of reducer`(isOn: Bool) {
    let empty = EmptyReducer<Host, Part.Action>()
    let host = empty.ifLet(\.part, .same) { Part(log: log) }
    expectDismissal { host }
    expectDismissal { if isOn { host } }
    expectDismissal { if isOn { host } else { empty } }
    expectDismissal { if !isOn { empty } else { host } }
    expectDismissal { for _ in 0..<2 { host } }
    expectDismissal { CombineReducers { host } }
    expectDismissal { host.onChange(of: \.part) { _, _ in EmptyReducer() } }
    expectDismissal { _Kernel.AnyReducer.kept(host) }
    expectDismissal { Reduce { host.reduce(into: &$0, action: $1) } }
    expectDismissal {
      empty
      empty
      empty
      host
      empty
      empty
    }
  }

  private struct Page: Equatable, Identifiable {
    var id = 1
    var sheet: Part.State? = Part.State()
  }

  private struct Book: Equatable { var pages: IdentifiedArray<Page> = [Page()] }

  private struct Desk: Equatable { var book: Book? = Book() }

  private typealias Turn = IdentifiedAction<Page, Part.Action>

  @Test func `a later dismissal by a row that has changed its id closes the sheet around it`() {
    let store = simulation.counted(Desk()) {
      EmptyReducer<Desk, Turn>().ifLet(\.book, .same) {
        EmptyReducer<Book, Turn>().forEach(\.pages, .same) {
          Reduce<Page, Part.Action> { page, action in
            page.id = 2
            guard case .start(let effect) = action else { return .none }
            return effect
          }
        }
      }
    }
    let turn = Turn.element(id: 1, action: .start(.concatenate(.send(.note("a")), .dismiss)))
    #expect(runtimeIssues { store.send(turn) }.isEmpty)
    #expect(store.state.book == nil && store.isIdle)
  }

  private struct Pair: Equatable {
    var left: Part.State? = Part.State()
    var right: Part.State? = Part.State()
  }

  /// The operator of the right child is the first to receive the action.
  @Test func `of two children that receive one action, a later dismissal closes its own`() {
    let store = simulation.counted(Pair()) {
      EmptyReducer<Pair, Part.Action>()
        .ifLet(\.left, .same) { Part(log: log) }
        .ifLet(\.right, .nested(.same, .same)) { EmptyReducer<Part.State, Part.Action>() }
    }
    store.send(.start(.concatenate(.send(.note("a")), .dismiss)))
    #expect(store.state == Pair(left: nil))
    #expect(store.isIdle)
  }

  @Test func `a later dismissal in a row that has changed its id leaves the next row of that id`() {
    let store = simulation.counted(Book()) {
      EmptyReducer<Book, Turn>().forEach(\.pages, .same) {
        Reduce<Page, Part.Action> { page, _ in
          page.id = 2
          return .none
        }
        .ifLet(\.sheet, .same) { Part(log: log) }
      }
      Reduce<Book, Turn> { book, _ in
        book.pages.append(Page())
        return .none
      }
    }
    let stages: Effect<Part.Action> = .concatenate(.send(.note("a")), .dismiss)
    store.send(.element(id: 1, action: .start(stages)))
    #expect(store.state.pages.elements == [Page(id: 2, sheet: nil), Page()])
  }

  // MARK: From an effect

  @Test(arguments: BoardPlace.dismissible)
  func `an effect dismisses its feature and is cancelled with it`(place: BoardPlace) {
    let store = board()
    let effect: Effect<Part.Action> = .run { [log, clock = simulation.clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.note("a"))
      await send.dismiss()
      log.note("cancelled: \(Task.isCancelled)")
      await send(.note("b"))
      await send.dismiss()
    }
    store.send(.start(.merge(effect, sleep(9, "c")), in: place))
    simulation.advance(by: .seconds(1))
    #expect(log.all == ["a", "cancelled: true"])
    #expect(!place.isPresent(in: store.state))
    #expect(store.running.isEmpty)
  }

  @Test @MainActor func `effects of the main actor dismiss and cancel`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let store = Store.counted(Board.State()) { [log] in Board(log: log) }
    let effect: Effect<Part.Action> = .run { [log] send in
      await send.cancel(id: "other")
      await send(.note("a"))
      await send.dismiss()
      log.note("cancelled: \(Task.isCancelled)")
      end.finish()
    }
    await store.send(.sheet(.start(effect))).finish()
    #expect(store.state.sheet == nil)
    // `finish` does not wait for what a cancelled effect still does.
    for await _ in ended {}
    #expect(log.all == ["a", "cancelled: true"])
  }

  @Test func `a store on no isolation dismisses when it is drained`() async {
    let store = Store.counted(Board.State(), isolation: nil) { [log] in Board(log: log) }
    store.send(.sheet(.start(.run { await $0.dismiss() })))
    await store.finish(isolation: nil)
    #expect(store.state.sheet == nil)
  }

  // MARK: Cancelling from an effect

  @Test func `an effect cancels an id of its own feature, and no other's`() {
    let store = board()
    for place in [BoardPlace.sheet, .destination] {
      store.send(.start(sleep(2, "\(place)").cancellable(id: "x"), in: place))
    }
    store.send(.sheet(.start(.concatenate(sleep(3), sleep(0, "later").cancellable(id: "x")))))
    let effect: Effect<Part.Action> = .run { [clock = simulation.clock] send in
      try await clock.sleep(for: .seconds(1))
      await send.cancel(id: "x")
      await send(.note("cancelled"))
    }
    store.send(.sheet(.start(effect)))
    simulation.advance(by: .seconds(5))
    #expect(log.all == ["cancelled", "destination"])
    #expect(store.isIdle)
  }

  @Test func `an effect that cancels itself sends nothing more`() {
    let store = board()
    var events = 0
    let observation = store.observe {
      if case .cancelled(let changes) = $0 { events += changes.cancelled.count }
    }
    defer { observation.cancel() }
    let effect: Effect<Part.Action> = .run { [log] send in
      await send.cancel(id: "x")
      log.note("cancelled: \(Task.isCancelled)")
      await send(.note("a"))
      await send.cancel(id: "y")
    }
    store.send(
      .sheet(.start(.merge(sleep(1, "b").cancellable(id: "y"), effect.cancellable(id: "x")))))
    simulation.advance(by: .seconds(2))
    #expect(log.all == ["cancelled: true", "b"])
    #expect(events == 1)
  }

  // MARK: Mistakes

  @Test func `a dismissal that nothing performs is reported`() {
    let store = board()
    let root = simulation.counted(Part.State()) { [log] in Part(log: log) }
    let issues = runtimeIssues {
      for effect in [dismissal, .run { await $0.dismiss() }] {
        store.send(.start(effect, in: .row))
        root.send(.start(effect))
      }
      root.send(.start(.concatenate(.send(.note("a")), .dismiss)))
      root.send(.start(.dismiss))
      simulation.advance(by: .seconds(2))
    }
    let text = """
      and nothing around the feature can dismiss it.
      Likely causes:
        - the feature is the root of its store, or a `Scope` of the root
        - the feature is run by hand and not by `forEach` or `ifLet`
      Suggestion: run the feature with `forEach` or `ifLet`, or let it send an action to its parent.
      """
    let effects = ["card", "card", "start", "start", "start"].map {
      "An effect of \"\($0)\" dismissed its feature, " + text
    }
    #expect(
      issues.map(\.description).sorted()
        == ["\"start\" (action 6) returned `.dismiss`, " + text] + effects)
    #expect(store.state == Board.State() && store.isIdle && root.isIdle)
  }

  @Test func `a dismissal or a cancellation by an effect that has ended is reported`() async {
    let store = simulation.counted(Part.State()) { [log] in Part(log: log) }
    let escaped = Guarded<Send<Part.Action>?>(nil)
    store.send(.start(.run(name: "short") { send in escaped.withLock { $0 = send } }))
    simulation.drain()
    let issues = await issuesReported {
      await escaped.withLock { $0 }?.dismiss()
      await escaped.withLock { $0 }?.cancel(id: "x")
    }
    let effect = "The effect \"short\" (effect 1, started by action 1: start)"
    #expect(
      issues.map(\.message) == [
        effect + " dismissed its feature after it had ended. The feature was not dismissed.",
        effect + " cancelled an id after it had ended. Nothing was cancelled.",
      ])
  }
}
