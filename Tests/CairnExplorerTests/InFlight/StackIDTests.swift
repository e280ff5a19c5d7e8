import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import TestSupport
import Testing

/// Two configurations are equal only if the same stack ids find the same screens in them. `CanonicalizedTests` has the
/// literal ids, which a stack itself tells apart.
@Suite struct StackIDTests {
  /// A stack of pages and a mark: the id of a page. A page that is pushed again is equal to the first,
  /// but the mark of the first does not find it.
  private struct Book: TestApp {
    struct State: Hashable {
      var path: StackState<Int> = []
      var mark: StackID?
      /// Another stack, for a copy of the first.
      var copy: StackState<Int> = []
      var isAsked = false
      var isLost = false
    }

    enum Action: Sendable {
      case push, pop, mark, use, copy, restore
      case look(StackID?)
    }

    /// The place of the mark.
    static let starts = [
      "state", "memory", "effect", "input", "action", "push", "push-awaited", "copy",
    ]
    static let properties: [AppProperty<State>] = [.never("a mark is lost") { $0.isLost }]

    let state = State()
    let reducer: Reduce<State, Action>
    let place: String

    init(_ launch: Launch) {
      let (place, clock) = (launch.start, launch.clock)
      self.place = place
      let saved = launch.memory.keep(StackID?.none)
      /// Looks for a page a second later.
      @Sendable func look(_ id: StackID?, _ state: inout State) -> Effect<Action> {
        state.isAsked = true
        return .later(.look(id), "look", on: clock)
      }
      reducer = Reduce { state, action in
        switch action {
        case .push where state.path.isEmpty:
          let id = state.path.push(0)
          guard place.hasPrefix("push"), !state.isAsked else { break }
          guard place == "push-awaited" else { return look(id, &state) }
          state.isAsked = true
          let pause = Effect<Action>.run(name: "pause", input: 1) { _, _ in
            try await clock.sleep(for: .seconds(1))
          }
          return .concatenate(pause, .send(.look(id)))
        case .push: break
        case .pop: state.path.pop()
        case .mark:
          let id = state.path.ids.last
          switch place {
          case "memory": return .run(name: "mark") { _ in saved.withLock { $0 = id } }
          case "effect": return look(id, &state)
          case "input":
            state.isAsked = true
            return .run(name: "mark", input: id) { id, send in
              try await clock.sleep(for: .seconds(1))
              await send(.look(id))
            }
          case "action": return .send(.look(id))
          default: state.mark = id
          }
        case .use:
          guard place == "memory" else { return .send(.look(state.mark)) }
          return .run(name: "use") { send in await send(.look(saved.withLock { $0 })) }
        case .copy: state.copy = state.path
        case .restore: state.path = state.copy
        case .look(let id) where place == "action" && !state.isAsked: return look(id, &state)
        case .look(let id?):
          if !state.path.isEmpty, state.path[id: id] == nil { state.isLost = true }
        case .look(nil): break
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if !state.isLost {
        Button("push", disabledBecause: state.path.isEmpty ? nil : "a page is open", .push)
        Button("pop", disabledBecause: state.path.isEmpty ? "no page is open" : nil, .pop)
        if !state.path.isEmpty, state.mark == nil, !state.isAsked { Button("mark", .mark) }
        Button("use", .use)
        if place == "copy" {
          if state.copy.isEmpty, !state.path.isEmpty { Button("copy", .copy) }
          if !state.copy.isEmpty { Button("restore", .restore) }
        }
      }
    }
  }

  @Test(arguments: [
    ("state", "> use"), ("memory", "> use"), ("effect", "@ 1s"), ("input", "@ 1s"),
    ("action", "@ 1s"), ("push", "@ 1s"), ("push-awaited", "@ 1s"), ("copy", "> use"),
  ])
  func `an id of a removed page is not an id of its successor, and a loop of push and pop ends`(
    _ start: String, _ last: String
  ) throws {
    let exploration = try AppModel<Book>.bare(start: start).explore(within: Bounds(states: 5_000))
    #expect(exploration.limit == nil && exploration.states < 400, "\(exploration)")
    let steps = exploration.steps(of: "never a mark is lost").filter { $0 != "> mark" }
    #expect(steps == ["> push", "> pop", "> push", last])
    #expect(try exploration.playedTrail(of: "never a mark is lost") != nil)
  }

  @Test func `two stacks with the same pages are not two stacks with equal pages`() throws {
    let copied = try AppModel<Book>.bare(start: "copy").explore(
      checking: [
        .reachable("a mark is lost beside a copy") { $0.isLost && !$0.copy.isEmpty }
      ], within: Bounds(states: 5_000))
    #expect(copied.isProved, "\(copied)")
  }

  /// A stack of pages whose effects have inputs, are parts of sequences or are throttled.
  private struct Pages: TestApp, Reducer {
    struct State: Hashable {
      var pages: StackState<[String]> = []
      var pushes = 0
    }

    enum Action: Sendable {
      case push, pop
      case page(ElementAction<StackID, Page.Action>)

      static let page = CasePath(Self.page) { if case .page(let page) = $0 { page } else { nil } }
    }

    struct Page: Reducer {
      enum Action: Equatable, Sendable {
        case appeared, again, cancel
        case note(String)
      }

      let start: String
      let clock: any Clock<Duration>

      func reduce(into notes: inout [String], action: Action) -> Effect<Action> {
        switch action {
        case .appeared: return effect("one")
        case .again: return effect("two")
        case .cancel: return .cancel(id: "one")
        case .note(let note):
          notes.append(note)
          return .none
        }
      }

      private func effect(_ note: String) -> Effect<Action> {
        let run = Effect<Action>.run(name: "note", input: note) { [clock] note, send in
          try await clock.sleep(for: .seconds(1))
          await send(.note(note))
        }
        return switch start {
        case "debounced": run.debounced(id: "wait", for: .seconds(1), on: clock)
        case "sequence":
          .concatenate(
            run, .send(.note("between")), run.cancellable(id: note, cancelInFlight: true))
        case "throttled":
          Effect.merge(run, run.cancellable(id: note))
            .throttled(id: "wait", for: .seconds(2), on: clock, latest: true)
        default: run
        }
      }
    }

    static let starts = ["alone", "debounced", "sequence", "throttled"]

    let state = State()
    let page: Page
    var reducer: Pages { self }

    init(_ launch: Launch) { page = Page(start: launch.start, clock: launch.clock) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .push:
          state.pushes += 1
          return .send(.page(.element(id: state.pages.push([]), action: .appeared)))
        case .pop: state.pages.pop()
        case .page: break
        }
        return .none
      }
      .forEach(\.pages, Action.page) { page }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if state.pushes < 2 { Button("push", .push) }
      if let id = state.pages.ids.last {
        Button("pop", .pop)
        if page.start == "throttled" {
          Button("again", .page(.element(id: id, action: .again)))
          Button("cancel", .page(.element(id: id, action: .cancel)))
        }
      }
    }
  }

  @Test(.gate, arguments: Pages.starts)
  func `effects of two pages of a stack are in flight together`(_ start: String) throws {
    let exploration = try AppModel<Pages>.bare(start: start).explore(
      checking: [
        .noRuntimeIssue,
        .reachable("both pages note") {
          $0.pages.count == 2 && $0.pages.allSatisfy { $0.first == "one" }
        },
        .reachable("the second page notes") {
          $0.pages.count == 1 && $0.pushes == 2 && $0.pages.last?.first == "one"
        },
      ], within: Bounds(depth: 5))
    #expect(exploration.refuted == [])
    #expect(exploration.verdicts.dropFirst().allSatisfy { $0.result == .proved }, "\(exploration)")
  }
}
