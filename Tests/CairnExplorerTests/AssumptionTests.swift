import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import TestSupport
import Testing

/// The assumptions of a verdict that the page on the explorer lists: what a search does not try.
@Suite struct AssumptionTests {
  /// A counter, with the ways in which an app can escape a search.
  private struct Escape: TestApp {
    struct State: Hashable {
      var text = ""
      var count = 0
      var hidden = Hidden()
    }

    enum Action: Sendable {
      case type(String)
      case count
      case answered(Int)
      case unsent
    }

    static let starts = ["plain", "answer", "hidden", "canonical", "parallel", "detached"]
    static let samples = ["text": ["a", "b"]]
    static let canonicalState: (@Sendable (State) -> State)? = { state in
      var state = state
      state.count = min(100, state.count)
      return state
    }

    let state: State
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      let (start, choices) = (launch.start, launch.choices)
      state = State(count: start == "canonical" ? 100 : 0)
      reducer = Reduce { state, action in
        switch action {
        case .type(let text): state.text = text
        case .unsent: state.count = -1
        case .answered(let number): state.count = number
        case .count:
          switch start {
          case "answer":
            return .run(name: "ask") { send in
              await send(.answered(choices.choose("number", ["one": 1, "two": 2])))
            }
          case "hidden":
            state.hidden.number += 1
            if state.hidden.number == 2 { state.count = 5 }
          case "canonical":
            state.count = min(105, state.count + 1)
            if state.count == 105 { state.text = "end" }
          case "parallel":
            return .concatenate(
              .run(name: "one") { send in await send(.answered(1)) },
              .run(name: "two") { send in await send(.answered(2)) })
          case "detached" where state.count == 0:
            state.count = 1
            return .run(name: "detached") { send in
              // The clock of the system: cancelled with the effect when the search is over.
              try await Task.sleep(for: .seconds(3_600))
              await send(.answered(7))
            }
            .background
          case "detached": break
          default: state.count = min(3, state.count + 1)
          }
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Field("text", state.text) { .type($0) }
      Button("count", .count)
    }
  }

  private func isProved(
    _ start: String, _ holds: @escaping @Sendable (Escape.State) -> Bool
  ) throws -> Bool {
    var model = AppModel<Escape>.bare(start: start)
    // The replay would find some of these.
    model.check = .none
    return try model.explore(checking: [.always("", holds)], within: Bounds(states: 1_000)).isProved
  }

  @Test func `a value that is not a sample is not tried`() throws {
    #expect(try isProved("plain") { ["", "a", "b"].contains($0.text) })
  }

  @Test func `an action that no input of a screen sends is not tried`() throws {
    #expect(try isProved("plain") { $0.count >= 0 })
  }

  @Test func `an answer that no stand-in gives is not tried`() throws {
    #expect(try isProved("answer") { $0.count <= 2 })
    #expect(try !isProved("answer") { $0.count <= 1 })
  }

  @Test func `states that compare equal, or have equal canonical forms, are one state`() throws {
    #expect(try isProved("hidden") { $0.count < 5 })
    #expect(try isProved("canonical") { $0.text != "end" })
  }

  @Test func `no input comes between two parts of ready work`() throws {
    #expect(try isProved("parallel") { $0.count != 1 })
  }

  @Test func `work that leaves the simulation is not waited for`() throws {
    #expect(try isProved("detached") { $0.count != 7 })
  }

  @Test(arguments: [[], [AppProperty<ProbeState>.noRuntimeIssue]])
  func `a value that is stored outside the memory of stand-ins is shared by all paths`(
    properties: [AppProperty<ProbeState>]
  ) throws {
    // The presses that all searched paths have made.
    let presses = Counter()
    let question = Question("press") { _, state, world in
      state.pressed = ["press"]
      return .run(name: "count") { send in
        await send(.note("\(presses.next())"))
        try await world.clock.sleep(for: .seconds(1))
      }
    }
    try question.asked { model in
      let exploration = try model.explore(checking: properties, within: Bounds(states: 100))
      #expect(exploration.refuted == ["no runtime issue"])
      let remark = try #require(exploration.verdicts.last?.remark)
      #expect(remark.hasPrefix("probe reached another state when the same steps were repeated."))
    }
  }

  @Test func `a delay that no stand-in has is not tried`() throws {
    let question = Question("ask wait") { button, state, world in
      state.pressed.insert(button)
      return world.note(button, after: button == "ask" ? 1_000 : 2_000)
    }
    let all = ["ask wait", "wait ask"]
    #expect(try question.found(among: all) == all, "an input can come at any time")
    try question.asked { model in
      let exploration = try model.explore(checking: [
        .step("a request of two seconds is not over after one") { before, step, _ in
          !(before.pressed == ["wait"] && step == .time(.seconds(1)))
        }
      ])
      #expect(exploration.isProved)
    }
  }

  @Test(arguments: [false, true])
  func `an effect stores nothing after the end of its process`(hasHandler: Bool) throws {
    let question = Question("work") { button, state, world in
      state.pressed.insert(button)
      return .run(name: "work") { [clock = world.clock, box = world.box] _ in
        box.withLock { $0 = "locked" }
        guard hasHandler else {
          defer { box.withLock { $0 = "free" } }
          return try await clock.sleep(for: .seconds(1))
        }
        await withTaskCancellationHandler {
          try? await clock.sleep(for: .seconds(1))
          box.withLock { $0 = "free" }
        } onCancel: {
          box.withLock { $0 = "free" }
        }
      }
    }
    let property = AppProperty<ProbeState>.everyMoment("a lock has an owner") { moment in
      moment.remembered(String.self) != ["locked"] || !moment.effects.isEmpty
    }
    try question.expect(.proved, of: property)
    try question.asked(trying: [.restarts]) { model in
      let found = try model.explore(checking: [property])
      #expect(found.steps(of: property.name) == ["> work", "@ restart"], "\(found)")
      #expect(try found.playedTrail(of: property.name, checking: [property]) != nil)
    }
  }

  @Test func `a search without restarts tries none`() throws {
    let property = AppProperty<Escape.State>.step("no restart") { _, step, _ in step != .restart }
    for parts in [[], [.restarts]] as [Set<SearchPart>] {
      let model = AppModel<Escape>.bare(start: "plain", trying: parts)
      #expect(try model.explore(checking: [property]).isProved == parts.isEmpty)
    }
  }
}

/// A number that equality ignores.
struct Hidden: Hashable {
  var number = 0

  static func == (left: Self, right: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
