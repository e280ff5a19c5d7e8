import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Effects that depend on their input alone: `.run(name:input:)`.
@Suite struct InputTests {
  /// A list that searches while notes are taken, which the search does not depend on.
  private struct Desk: TestApp {
    struct State: Hashable {
      var query = ""
      var results: [String] = []
      /// The notes, in any order.
      var notes: Set<String> = []
      var hasSearched = false
    }

    enum Action: Sendable {
      case find(String)
      case found(String)
      case note(String)
      case clear
    }

    static let options = [
      AppOption("--captures", value: "KIND", help: "what the search depends on"),
      AppOption("--concatenates", help: "the search has a second stage"),
    ]
    static let samples = ["query": ["a"]]
    static let properties: [AppProperty<State>] = .standard(
      .always("there is one result") { $0.results.count <= 1 },
      .reachable("nothing is found") { $0.results == [""] },
      .reachable("something is found, with notes") { $0.results == ["a"] && $0.notes.count == 2 })

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) throws(UsageError) {
      let choices = launch.choices
      let kind = launch.options["--captures"]
      let concatenates = launch.options.has("--concatenates")
      @Sendable func answer(_ query: String) async throws -> String {
        let range = Duration.zero ... .seconds(5)
        return try await choices.answer(
          "find", ["some": .slow(range, .success(query)), "none": .slow(range, .success(""))])
      }
      reducer = Reduce { state, action in
        switch action {
        case .find(let query) where !state.hasSearched:
          state.hasSearched = true
          state.query = query
          let notes = state.notes.count
          let effect: Effect<Action> =
            switch kind {
            case "input":
              .run(name: "find", input: query) { await $1(.found(try await answer($0))) }
            case "notes":
              .run(name: "find", input: query) {
                await $1(.found("\(try await answer($0)) \(notes)"))
              }
            default:
              .run(name: "find") { await $0(.found(try await answer(query))) }
            }
          return concatenates ? .concatenate(effect, .send(.note("after \(notes)"))) : effect
        case .find: break
        case .found(let result): state.results.append(result)
        case .note(let note): state.notes.insert(note)
        case .clear: state.notes = []
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Field("query", state.query, disabledBecause: state.hasSearched ? "it runs" : nil) {
        .find($0)
      }
      for note in ["x", "y", "z"] { Button("note-\(note)", .note(note)) }
      Button("clear", .clear)
    }

    static func explored(_ options: String...) throws -> AppExploration<Desk> {
      try AppModel<Desk>.bare(options: options).explore()
    }
  }

  @Test func `an effect with an input is the same, whatever else the state was`() throws {
    let (with, without) = (try Desk.explored("--captures=input"), try Desk.explored())
    #expect(with.isProved && without.isProved)
    // Before, during and after the search there are 8 sets of notes, and two answers from its start on.
    #expect(with.states == 8 + 2 * 8 + 2 * 8)
    #expect(without.states == 8 + 8 * 2 * 8 + 2 * 8, "during the search, also 8 sets before it")
  }

  @Test func `an effect that captures more than its input is reported`() throws {
    let exploration = try Desk.explored("--captures=notes")
    #expect(exploration["always there is one result"]?.result == .inconclusive(.difference))
    #expect(exploration.check.difference?.contains("+ [line 3]: ") == true, "\(exploration)")
    let unasked = try AppModel<Desk>.bare(options: ["--captures=notes"]).explore(checking: [])
    #expect(unasked.check.difference != nil)
  }

  @Test func `what follows in a concatenation is part of the identity`() throws {
    let with = try Desk.explored("--captures=input", "--concatenates")
    let without = try Desk.explored("--concatenates")
    // During the search there are 8 sets of notes and two answers; its second stage contains the number of
    // notes at its start, 0 to 3. Without the input, its start is one of 8 sets.
    #expect(with.states == without.states - 2 * 8 * (8 - 4))
    #expect(with.verdicts.map(\.result) == without.verdicts.map(\.result))
  }

  /// A page that is left a second after it was saved or discarded.
  private struct Leaving: TestApp {
    struct State: Hashable {
      var page: String? = ""
    }

    enum PageAction: Sendable {
      case save
      case discard
    }

    enum Action: Sendable {
      case page(PageAction)
    }

    let state = State()
    let clock: any Clock<Duration>

    init(_ launch: Launch) { clock = launch.clock }

    var reducer: some Reducer<State, Action> {
      Reduce<State, Action> { _, _ in .none }
        .ifLet(\.page, CasePath(Action.page) { if case .page(let x) = $0 { x } else { nil } }) {
          Reduce<String, PageAction> { [clock] page, action in
            page = "\(action)"
            return .run(name: "leave", input: 1) { _, send in
              try await clock.sleep(for: .seconds(1))
              await send.dismiss()
            }
          }
        }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if state.page == "" {
        Button("save", .page(.save))
        Button("discard", .page(.discard))
      }
    }
  }

  @Test func `effects of two actions that dismiss their feature act equally`() throws {
    let found = try AppModel<Leaving>.bare().explore(checking: [.noRuntimeIssue])
    #expect(found.isProved, "\(found)")
  }
}
