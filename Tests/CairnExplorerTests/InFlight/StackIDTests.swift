import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import TestSupport
import Testing

/// Two situations are equal only if the same stack ids find the same screens in them.
@Suite struct StackIDTests {
  /// A stack of pages and a mark: the id of a page. A page that is pushed again is equal to the first,
  /// but the mark of the first does not find it.
  private struct Book: App {
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

    static let name = "book"
    static let summary = "Marks pages."
    /// The place of the mark.
    static let starts = [
      "state", "memory", "effect", "input", "action", "push", "push-awaited", "copy",
    ]
    static let properties: [AppProperty<State>] = [.never("a mark is lost") { $0.isLost }]

    let state = State()
    let reducer: Reduce<State, Action>
    let place: String

    init(_ launch: Launch) {
      let saved = launch.memory.keep(StackID?.none)
      let clock = launch.clock
      guard case .simulated(let place) = launch.world else { preconditionFailure() }
      self.place = place
      reducer = Reduce { state, action in
        switch action {
        case .push:
          guard state.path.isEmpty else { break }
          let id = state.path.push(0)
          guard place.hasPrefix("push"), !state.isAsked else { break }
          state.isAsked = true
          guard place == "push" else {
            let pause = Effect<Action>.run(name: "pause", input: 1) { _, _ in
              try await clock.sleep(for: .seconds(1))
            }
            return .concatenate(pause, .send(.look(id)))
          }
          return .run(name: "look") { send in
            try await clock.sleep(for: .seconds(1))
            await send(.look(id))
          }
        case .pop:
          state.path.pop()
        case .mark:
          let id = state.path.ids.last
          switch place {
          case "memory":
            return .run(name: "mark") { _ in saved.withLock { $0 = id } }
          case "effect":
            state.isAsked = true
            return .run(name: "mark") { send in
              try await clock.sleep(for: .seconds(1))
              await send(.look(id))
            }
          case "input":
            state.isAsked = true
            return .run(name: "mark", input: id) { id, send in
              try await clock.sleep(for: .seconds(1))
              await send(.look(id))
            }
          case "action":
            return .send(.look(id))
          default: state.mark = id
          }
        case .use:
          guard place == "memory" else { return .send(.look(state.mark)) }
          return .run(name: "use") { send in await send(.look(saved.withLock { $0 })) }
        case .copy:
          state.copy = state.path
        case .restore:
          state.path = state.copy
        case .look(let id) where place == "action" && !state.isAsked:
          state.isAsked = true
          return .run(name: "look") { send in
            try await clock.sleep(for: .seconds(1))
            await send(.look(id))
          }
        case .look(let id?):
          if !state.path.isEmpty, state.path[id: id] == nil { state.isLost = true }
        case .look(nil): break
        }
        return .none
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      [
        Screen("book", "Book") {
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
      ]
    }
  }

  private static let never = "never a mark is lost"

  private func explored(_ start: String) throws -> AppExploration<Book> {
    try AppModel<Book>.bare(start: start).explore(within: Bounds(states: 5_000))
  }

  @Test(arguments: [
    ("state", ["> push", "> mark", "> pop", "> push", "> use"]),
    ("memory", ["> push", "> mark", "> pop", "> push", "> use"]),
    ("effect", ["> push", "> mark", "> pop", "> push", "@ 1s"]),
    ("input", ["> push", "> mark", "> pop", "> push", "@ 1s"]),
    ("action", ["> push", "> mark", "> pop", "> push", "@ 1s"]),
    ("push", ["> push", "> pop", "> push", "@ 1s"]),
    ("push-awaited", ["> push", "> pop", "> push", "@ 1s"]),
  ])
  func `an id of a removed page is not an id of its successor`(
    _ start: String, _ steps: [String]
  ) throws {
    let exploration = try explored(start)
    #expect(exploration.steps(of: Self.never) == steps)
    #expect(try exploration.playedTrail(of: Self.never) != nil)
  }

  @Test func `two stacks with the same pages are not two stacks with equal pages`() throws {
    let exploration = try explored("copy")
    #expect(exploration.steps(of: Self.never) == ["> push", "> mark", "> pop", "> push", "> use"])
    let copied = try AppModel<Book>.bare(start: "copy").explore(
      checking: [
        .reachable("a mark is lost beside a copy") { $0.isLost && !$0.copy.isEmpty }
      ], within: Bounds(states: 5_000))
    #expect(copied.isProved, "\(copied)")
  }

  @Test func `a loop of push and pop ends`() throws {
    for start in Book.starts {
      let exploration = try explored(start)
      #expect(exploration.limit == nil, "\(start)")
      #expect(exploration.states < 400, "\(start): \(exploration.states)")
    }
  }

  /// A stack of pages whose effects have inputs, are parts of sequences or are throttled.
  private struct Pages: App {
    struct State: Hashable {
      var pages: StackState<[String]> = []
      var pushes = 0
    }

    enum Action: Sendable {
      case push, pop
      case page(ElementAction<StackID, PageAction>)

      static let page = CasePath(Self.page) { if case .page(let page) = $0 { page } else { nil } }
    }

    enum PageAction: Equatable, Sendable {
      case appeared, again, cancel
      case note(String)
    }

    struct Page: Reducer {
      let start: String
      let clock: any Clock<Duration>

      func reduce(into notes: inout [String], action: PageAction) -> Effect<PageAction> {
        switch action {
        case .appeared:
          return effect("one")
        case .again:
          return effect("two")
        case .cancel:
          return .cancel(id: "one")
        case .note(let note):
          notes.append(note)
          return .none
        }
      }

      private func effect(_ note: String) -> Effect<PageAction> {
        let run = Effect<PageAction>.run(name: "note", input: note) { [clock] note, send in
          try await clock.sleep(for: .seconds(1))
          await send(.note(note))
        }
        switch start {
        case "debounced":
          return run.debounced(id: "wait", for: .seconds(1), on: clock)
        case "sequence":
          return .concatenate(
            run, .send(.note("between")), run.cancellable(id: note, cancelInFlight: true))
        case "throttled":
          return Effect.merge(run, run.cancellable(id: note))
            .throttled(id: "wait", for: .seconds(2), on: clock, latest: true)
        default:
          return run
        }
      }
    }

    static let name = "pages"
    static let summary = "A stack of pages that note something."
    static let starts = ["alone", "debounced", "sequence", "throttled"]

    let state = State()
    let reducer: Pushing
    let start: String

    init(_ launch: Launch) {
      guard case .simulated(let start) = launch.world else { preconditionFailure() }
      self.start = start
      reducer = Pushing(page: Page(start: start, clock: launch.clock))
    }

    struct Pushing: Reducer {
      let page: Page

      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case .push:
            state.pushes += 1
            return .send(.page(.element(id: state.pages.push([]), action: .appeared)))
          case .pop:
            state.pages.pop()
          case .page: break
          }
          return .none
        }
        .forEach(\.pages, Action.page) { page }
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      [
        Screen("pages", "Pages") {
          if state.pushes < 2 { Button("push", .push) }
          if let id = state.pages.ids.last {
            Button("pop", .pop)
            if start == "throttled" {
              Button("again", .page(.element(id: id, action: .again)))
              Button("cancel", .page(.element(id: id, action: .cancel)))
            }
          }
        }
      ]
    }
  }

  @Test(.gate, arguments: Pages.starts)
  func `effects of two pages of a stack are in flight together`(_ start: String) throws {
    let properties: [AppProperty<Pages.State>] = [
      .noRuntimeIssue,
      .reachable("both pages note") {
        $0.pages.count == 2 && $0.pages.allSatisfy { $0.first == "one" }
      },
      .reachable("the second page notes") {
        $0.pages.count == 1 && $0.pushes == 2 && $0.pages.last?.first == "one"
      },
    ]
    let exploration = try AppModel<Pages>.bare(start: start).explore(
      checking: properties, within: Bounds(depth: 5))
    #expect(exploration.refuted == [])
    #expect(exploration.verdicts.dropFirst().allSatisfy { $0.result == .proved }, "\(exploration)")
  }
}
