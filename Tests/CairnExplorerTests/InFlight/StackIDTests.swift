import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
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
    static let starts = ["state", "memory", "effect", "input", "action", "copy"]
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
          if state.path.isEmpty { state.path.push(0) }
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
    try AppModel<Book>(start: start).explore(within: Bounds(states: 5_000))
  }

  @Test(arguments: [
    ("state", ["> push", "> mark", "> pop", "> push", "> use"]),
    ("memory", ["> push", "> mark", "> pop", "> push", "> use"]),
    ("effect", ["> push", "> mark", "> pop", "> push", "@ 1s"]),
    ("input", ["> push", "> mark", "> pop", "> push", "@ 1s"]),
    ("action", ["> push", "> mark", "> pop", "> push", "@ 1s"]),
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
    let copied = try AppModel<Book>(start: "copy").explore(
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
}
