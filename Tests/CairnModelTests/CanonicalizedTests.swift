import Cairn
import CairnModel
import TestSupport
import Testing

/// Merged states.
@Suite struct CanonicalizedTests {
  /// Three lamps that are switched one by one.
  private static let lamps = Model<[Bool], Int>([false, false, false]) { state, lamp in
    state[lamp].toggle()
  } actions: { _ in
    [0, 1, 2]
  }

  @Test func `of merged states one is visited`() throws {
    let sorted = Self.lamps.canonicalized { $0.filter(\.self) + $0.filter { !$0 } }
    #expect(try Self.lamps.explore().states == 8)
    let exploration = try sorted.explore(checking: [
      .reachable("all are on") { $0.allSatisfy(\.self) },
      .alwaysReachable("all are off") { !$0.contains(true) },
    ])
    #expect(exploration.states == 4)
    #expect(exploration["all are off"]?.isProved == true)
  }

  @Test func `a trace is a real run, and merged states keep their own values`() throws {
    // Only the number of lamps that are on matters.
    let sorted = Self.lamps.canonicalized { $0.filter { !$0 } + $0.filter(\.self) }
    let trace = try sorted.explore(checking: [
      .reachable("two are on") { $0.count(where: \.self) == 2 }
    ])["two are on"]?.trace
    #expect(trace?.actions == [0, 1])
    #expect(trace?.steps.map(\.state) == [[true, false, false], [true, true, false]])
  }

  @Test(arguments: [1, 4])
  func `a property that distinguishes merged states is decided by each that is met`(cores: Int)
    throws
  {
    // The last digit is left out.
    let model = Model<Int, Int>(anyOf: [0, 9]) { state, action in
      state = action > 9 ? state + action : state / 10 * 10 + action
    } actions: {
      $0 < 10_000 ? [1, 2, 3, 4, 5, 6] + stride(from: 10, to: 1_000, by: 10) : []
    }
    .canonicalized { $0 / 10 * 10 }
    let exploration = try model.explore(
      checking: [
        .never("3", { $0 == 3 }), .always("not 5 at the end", { $0 != 9_995 }),
        .reachable("9", { $0 == 9 }), .never("7", { $0 % 10 == 7 }),
      ], cores: cores)
    #expect(exploration["3"]?.trace?.actions == [3])
    #expect(exploration["not 5 at the end"]?.trace?.last == 9_995)
    #expect(exploration["9"]?.trace?.initial == 9 && exploration["9"]?.trace?.steps.isEmpty == true)
    #expect(exploration["7"]?.isProved == true)
    #expect(exploration.description.hasSuffix("\nassumed: merged states behave alike"))
    #expect(try !model.explore().description.contains("assumed"))
  }
}

/// Stack ids in the state of a bare model: they compare equal, and behave differently.
@Suite struct StackIDModelTests {
  @Test(arguments: [1, 4])
  func `a stale id and a fresh id are two states`(cores: Int) throws {
    let model = Model(Desk.State(), reducer: Desk()) { state in
      (state.path.isEmpty ? [.push] : [.save, .pop, .use]) + (0..<8).map(Desk.Action.turn)
    }
    let exploration = try model.explore(
      checking: [.never("a lost page") { $0.isLost }], cores: cores)
    let verdict = try #require(exploration.verdicts.first?.verdict)
    guard case .refuted(by: let trace?) = verdict else {
      Issue.record("\(exploration)")
      return
    }
    #expect(trace.actions == [.push, .save, .pop, .push, .use])
  }

  @Test(arguments: [1, 4])
  func `equal stacks in which a literal id finds other pages are two states`(cores: Int) throws {
    let pages = Model<StackState<String>, String>(["new"]) { path, action in
      switch action {
      case "insert": path.insert("new", at: 0)
      case "push": path.push("new")
      default: path[id: 0] = "read"
      }
    } actions: { path in
      path.count == 1 ? ["insert", "push"] : ["read"]
    }
    let exploration = try pages.explore(
      checking: [.reachable("the lower one") { $0.count == 2 && $0.first == "read" }],
      cores: cores)
    #expect(exploration["the lower one"]?.trace?.actions == ["push", "read"])
  }

  @Test(arguments: [1, 4])
  func `initial states that differ in what a stack id finds are two states`(cores: Int) throws {
    var fresh = Desk.State()
    fresh.path.push(Desk.Page())
    fresh.noted = fresh.path.ids.last
    var stale = fresh
    stale.path.pop()
    stale.path.push(Desk.Page())
    for actions in [[], [Desk.Action.use]] {
      let model = Model(anyOf: [fresh, stale], reducer: Desk()) { _ in actions }
      let exploration = try model.explore(
        checking: [.reachable("a lost page") { $0.isLost }], cores: cores)
      let expected = actions.isEmpty ? nil : actions
      #expect(exploration["a lost page"]?.trace?.actions == expected)
      #expect(exploration.states == 2 + actions.count)
    }
  }

  @Test func `a search begins again as soon as it meets a stack id`() throws {
    let steps = Counter()
    let model = Model<[StackID], StackID>([]) { ids, id in
      _ = steps.next()
      ids.append(id)
    } actions: {
      $0.count < 50 ? [0] : []
    }
    #expect(try model.explore().states == 51)
    #expect(steps.value == 51)
  }

  @Test(arguments: [1, 4])
  func `a step that changes only what a stack id finds leads out of a state`(cores: Int) throws {
    var desk = Desk.State()
    desk.path.push(Desk.Page())
    desk.noted = desk.path.ids.last
    let model = Model(desk, reducer: Desk()) { state in
      state.angles.contains(0) ? (0..<8).map(Desk.Action.turn) : [.replace]
    }
    let exploration = try model.explore(
      checking: [
        .noDeadEnd { state in state.noted.map { state.path[id: $0] == nil } ?? false },
        .noDeadEnd("at all"),
      ], cores: cores)
    #expect(exploration["no dead end"]?.isProved == true)
    #expect(exploration["at all"]?.trace?.actions.last == .replace)
  }
}

/// A desk with at most one page, and a note of a page.
private struct Desk: Reducer {
  struct Page: Hashable, Sendable {}

  struct State: Hashable, Sendable {
    var path: StackState<Page> = []
    var noted: StackID?
    var isLost = false
    /// Enough states for several cores.
    var angles = [0, 0, 0]
  }

  enum Action: Equatable, Sendable {
    case push, save, pop, replace, use
    case turn(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .push: state.path.push(Page())
    case .save: state.noted = state.path.ids.last
    case .pop: state.path.pop()
    case .replace:
      state.path.pop()
      state.path.push(Page())
    case .use: state.isLost = state.noted.map { state.path[id: $0] == nil } ?? false
    case .turn(let angle): state.angles = [angle] + state.angles.dropLast()
    }
    return .none
  }
}
