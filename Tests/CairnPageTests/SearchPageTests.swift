import Cairn
import CairnApp
import CairnDump
import CairnExplorer
import CairnModel
import CairnPage
import CairnSimulation
import CairnTrail
import Foundation
import TestSupport
import Testing

@testable import onboarding

/// The page of a search: its data lead back to everything that the search knows.
@Suite struct SearchPageTests {
  private let exploration: AppExploration<Office>
  private let page: PageData

  init() throws {
    exploration = try Office.explored()
    page = try PageData(SearchPage(exploration).json())
  }

  @Test func `every state has its screens and its parts`() throws {
    let app = try exploration.launch()
    #expect(page.list("states").count == exploration.states && exploration.states > 50)
    for (index, state) in page.list("states").enumerated() {
      let expected = exploration.state(at: index)
      #expect(try page.screens(of: state) == encoded(app.screens(of: expected)))
      let value = (state["value"] as? Int).map { page.text(ofValue: $0) }
      #expect(value == (expected.isLocked ? nil : dumpedOnOneLine(expected)))
    }
  }

  @Test func `states have one value if they do not differ`() {
    let states = page.list("states")
    for (index, other) in zip(states.indices.dropFirst(), states.indices).prefix(200) {
      guard let value = states[index]["value"] as? Int, let old = states[other]["value"] as? Int
      else { continue }
      let change = difference(from: exploration.state(at: other), to: exploration.state(at: index))
      #expect((value == old) == (change == nil))
    }
  }

  @Test func `every step leads to a state, and shortest paths back to a start`() throws {
    let states = page.list("states")
    let edges = states.map { $0["edges"] as? [[Int]] ?? [] }
    #expect(edges.joined().count == exploration.transitions)
    #expect(edges.joined().allSatisfy { states.indices.contains($0[1]) })
    let starts = (page.object["starts"] as? [[Int]] ?? []).map { $0[0] }
    for index in states.indices {
      var (state, length) = (index, 0)
      while let from = states[state]["from"] as? [Int] {
        #expect(from[0] < state && edges[from[0]][from[1]][1] == state)
        (state, length) = (from[0], length + 1)
      }
      #expect(starts.contains(state) && length <= exploration.depth)
    }
    let names = page.list("steps").compactMap { $0["name"] as? String }
    #expect(Set(names).isSuperset(of: ["pin", "open", "order", "lock"]))
    #expect(page.texts("choices").contains { $0.contains("order: fails") })
    for step in page.list("steps") where step["kind"] as? String == "time" {
      let time = (step["line"] as? String)?.firstMatch(of: /@ ([0-9.]+)s/)?.1
      #expect(time != nil && step["seconds"] as? Double == time.flatMap { Double($0) })
    }
    #expect(page.list("steps").contains { $0["seconds"] != nil })
    let effects = page.texts("effects").map { $0.prefix { $0 != " " } }
    #expect(Set(effects) == ["order", "wait"])
  }

  @Test func `choices of an order have the names and the inputs of effects`() throws {
    let page = try PageData(SearchPage(AppModel<Bells>().explore()).json())
    let choices = page.texts("choices").flatMap { $0.components(separatedBy: ", ") }
    #expect(Set(choices).isSuperset(of: ["wake: bell 1", "wake: bell 2"]), "\(choices)")
    #expect(!choices.contains { $0.contains("effect ") })
    let settings = page.texts("lines").filter { $0.hasPrefix("% choices ") }
    #expect(settings.contains { $0.contains(#"1/2:"wake: bell 1""#) }, "\(settings)")
  }

  @Test func `a line of a played trail has the sample of a secure field`() throws {
    var model = AppModel<Office>()
    (model.without, model.check) = ([.delays], .none)
    let exploration = try model.explore(checking: [.reachable("a pin") { !$0.pin.isEmpty }])
    let page = try PageData(SearchPage(exploration).json())
    let moments = try #require(page.list("verdicts").first?["moments"] as? [[String: Any]])
    #expect(moments.compactMap { $0["line"] as? String } == ["> pin 1234"])
    #expect(moments.contains { $0["text"] as? String == "pin ••••" })
  }

  @Test func `a counterexample with a loop is played, with its rounds`() throws {
    let page = try PageData(SearchPage(AppModel<Poll>().explore()).json())
    let verdict = try #require(page.list("verdicts").first { $0["result"] as? String == "refuted" })
    let moments = try #require(verdict["moments"] as? [[String: Any]])
    let remarks = moments.compactMap { $0["remark"] as? String }
    #expect(moments.first { $0["remark"] != nil }?["text"] as? String != "? no loop")
    #expect(remarks.prefix(2) == ["These steps can be repeated for ever.", "Their second round."])
    #expect(remarks.last?.contains("can be repeated for ever") == true && remarks.count == 3)
    #expect(moments.last?["fails"] != nil && moments.count { $0["fails"] != nil } == 1)
  }

  @Test func `the trail of a state leads to it`() throws {
    let (states, lines) = (page.list("states"), page.texts("lines"))
    for index in stride(from: 0, to: states.count, by: 7) {
      let numbers = try #require(states[index]["trail"] as? [Int])
      let text = numbers.map { lines[$0] + "\n" }.joined()
      var player = try TrailPlayer<Office>(
        Trail.parse(text, file: "state"), under: PlayOptions(), checking: [])
      while player.next != nil { player.step() }
      #expect(player.failure == nil && player.state == exploration.state(at: index), "\(text)")
    }
  }

  @Test func `a state says which conditions it violates`() throws {
    #expect(page.texts("conditions") == ["never a second order"])
    for (index, state) in page.list("states").enumerated() {
      let expected = exploration.state(at: index)
      let isWrong = expected.orders > 1 && !expected.isLocked
      #expect(state["violates"] as? [Int] == (isWrong ? [0] : nil))
    }
    #expect(page.list("states").contains { $0["violates"] != nil })
  }

  @Test func `a counterexample is played, and its last moment is marked`() throws {
    let verdicts = page.list("verdicts")
    let results = verdicts.compactMap { $0["result"] as? String }
    #expect(results == ["refuted", "proved", "proved", "proved"])
    #expect(page.object["results"] as? String == "1 refuted, 3 proved")
    let moments = try #require(verdicts[0]["moments"] as? [[String: Any]])
    #expect(moments.indices.filter { moments[$0]["fails"] != nil } == [moments.count - 1])
    let last = try #require(moments.last)
    #expect(last["remark"] as? String == "office violates a property: never a second order")
    let state = try #require(last["state"] as? Int)
    #expect(exploration.state(at: state).orders == 2)
    #expect(moments[0]["by"] as? String == "start")
    let reached = try #require(verdicts[1]["moments"] as? [[String: Any]])
    #expect(reached.allSatisfy { $0["fails"] == nil })
    // The lines that a search holds under.
    #expect(page.lines("Assumptions")?.first?.hasPrefix("tried: every input") == true)
    #expect(page.lines("Assumptions")?.last?.hasSuffix("checked by replay") == true)
  }

  @Test
  func `a played moment is the state that the trail has reached, not one that looks like it`()
    throws
  {
    let page = try PageData(SearchPage(AppModel<Lamp>().explore()).json())
    let verdict = try #require(page.list("verdicts").first { $0["result"] as? String == "refuted" })
    let moments = try #require(verdict["moments"] as? [[String: Any]])
    let restart = try #require(moments.firstIndex { $0["by"] as? String == "restart" })
    let states = moments[..<restart].compactMap { $0["state"] as? Int }
    #expect(Set(states).count == 3 && states.count == restart, "\(moments)")
    let (all, steps) = (page.list("states"), page.list("steps"))
    let edges = try #require(all[states[restart - 1]]["edges"] as? [[Int]])
    let edge = try #require(edges.first { steps[$0[0]]["kind"] as? String == "restart" })
    let value = try #require(all[edge[1]]["value"] as? Int)
    #expect(page.text(ofValue: value).contains("isOn: true"))
  }

  @Test func `the file has no text of a secret, and hostile texts stay texts`() throws {
    let data = try SearchPage(exploration).json()
    let file = PageDocument.text(showing: data)
    #expect(!file.contains("swordfish") && file.contains("\\u003c/script>\\u003cb>"))
    // By bytes: `<` is a part of a character behind U+0D4E.
    #expect(!data.text.utf8.contains(UInt8(ascii: "<")) && !data.text.contains("\u{2028}"))
    #expect(!data.text.contains("\n"))
    #expect(file.contains("<script type=\"application/json\" id=\"data\">\(data.text)</script>"))
    #expect(!PageDocument.isPage(PageFiles.html, of: "office"))
    let apps = ["office", "off"].filter { PageDocument.isPage(Array(file.utf8), of: $0) }
    #expect(apps == ["office"])
    // Samples of the app are in lines of trails, and nowhere else.
    let others = ["elements", "screens", "values", "effects", "verdicts"].map { page.object[$0] }
    #expect(!"\(others)".replacing("> pin 1234", with: "").contains("1234"))
    let served = String(decoding: PageFiles.html, as: UTF8.self).split(separator: "\n")
    #expect(served.count { $0 == "  <link rel=\"stylesheet\" href=\"page.css\">" } == 1)
    #expect(served.count { $0 == "  <script src=\"page.js\" defer></script>" } == 1)
  }

  @Test func `a large search says what is left out, and its steps lead to states`() throws {
    var limits = SearchPage<Office>.Limits()
    (limits.lines, limits.values, limits.states) = (40, 400, 30)
    let page = try PageData(SearchPage(exploration, limits: limits).json())
    let states = page.list("states")
    let last = exploration.states - 30
    let text = page.lines("Not in this page")?.first
    #expect(states.count == 31 && page.screens(of: states[30])[0]["id"] as? String == "not-shown")
    #expect(page.object["count"] as? Int == exploration.states && states[30]["effects"] == nil)
    #expect(states.dropLast().allSatisfy { $0["effects"] is [Int] })
    #expect(text?.hasPrefix("Left out, because of the size of the page: the trails of ") == true)
    #expect(text?.hasSuffix("; the last \(last) of \(exploration.states) states.") == true)
    #expect(text?.contains("; the values of the states from number ") == true)
    let edges = states.flatMap { $0["edges"] as? [[Int]] ?? [] }
    #expect(edges.allSatisfy { $0[1] <= 30 } && edges.contains { $0[1] == 30 })
    #expect(self.page.lines("Not in this page") == nil)
  }

  @Test func `a bound leaves states without steps, which are reached all the same`() throws {
    let exploration = try AppModel<Office>().explore(within: Bounds(states: 20))
    let page = try PageData(SearchPage(exploration).json())
    #expect(page.object["limit"] as? String == "the number of 20 states was reached")
    #expect(
      page.object["summary"] as? String
        == "states found: 20; not everything was visited: the number of 20 states was reached")
    let states = page.list("states")
    #expect(states.count == 20 && states.dropFirst().allSatisfy { $0["from"] is [Int] })
    #expect(states.filter { ($0["edges"] as? [Any])?.isEmpty == true }.count > 1)
  }

  @Test(.gate) func `the page of the onboarding has less than five megabytes`() throws {
    var model = AppModel<OnboardingApp>()
    model.check = .none
    let exploration = try model.explore(checking: [])
    let file = PageDocument.text(showing: try SearchPage(exploration).json())
    #expect(file.utf8.count < 5_000_000 && exploration.states > 700)
  }
}

/// Two bells ring at one instant, in either order.
private struct Bells: App, Reducer {
  enum Action: Equatable {
    case ring
    case rang(Int)
  }

  static let name = "bells"
  static let summary = "Rings."
  struct State: Hashable { var isRung = false, rings: [Int] = [] }

  let clock: any Clock<Duration>
  let state = State()
  var reducer: Bells { self }

  init(_ launch: Launch) { clock = launch.clock }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ring:
      state.isRung = true
      return .merge(
        [1, 2].map { number in
          .run(name: "bell", input: number) { [clock] number, send in
            try await clock.sleep(for: .seconds(1))
            await send(.rang(number))
          }
        })
    case .rang(let number):
      state.rings.append(number)
      return .none
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    let objection = state.isRung ? "rung" : nil
    return [Screen("tower", "Tower") { Button("ring", disabledBecause: objection, .ring) }]
  }
}

/// A lamp that is on after a restart if it was on when it was saved.
private struct Lamp: App, Reducer {
  struct State: Hashable { var isOn = false }
  enum Action: Equatable { case toggle, save }

  static let name = "lamp"
  static let summary = "Shines."
  static let properties: [AppProperty<State>] = [
    .step("a restart turns it off") { _, step, after in step != .restart || !after.isOn }
  ]
  let saved: Guarded<Bool>
  var state: State { State(isOn: saved.withLock(\.self)) }
  var reducer: Lamp { self }

  init(_ launch: Launch) { saved = launch.memory.keep(false) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggle:
      state.isOn.toggle()
      return .none
    case .save:
      return .run(name: "save") { [saved, isOn = state.isOn] _ in saved.withLock { $0 = isOn } }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("lamp", "Lamp") {
        Button("toggle", .toggle)
        Button("save", .save)
      }
    ]
  }
}

/// Asks each second for an answer that never comes.
private struct Poll: App, Reducer {
  enum Action: Equatable {
    case ask, asked
  }

  static let name = "poll"
  static let summary = "Asks."
  static let properties: [AppProperty<State>] = [
    .leadsTo("asked", "answered") {
      $0.isAsked
    } then: {
      !$0.isAsked
    }
  ]
  struct State: Hashable { var isAsked = false }

  let clock: any Clock<Duration>
  let state = State()
  var reducer: Poll { self }

  init(_ launch: Launch) { clock = launch.clock }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask where state.isAsked: return .none
    case .ask, .asked:
      state.isAsked = true
      return .run(name: "poll") { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.asked)
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [Screen("poll", "Poll") { Button("ask", disabledBecause: state.isAsked ? "asked" : nil, .ask) }]
  }
}
