import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import TestSupport
import Testing

/// Bounds that are reached while a state is expanded.
@Suite struct BoundTests {
  @Test func `a step that was found before the bound is still reported`() throws {
    let exploration = try AppModel<Adder>.bare().explore(
      checking: [.step("nothing is one") { _, _, after in after != 1 }],
      within: Bounds(states: 2))
    #expect(exploration.limit == .states(2))
    #expect(exploration.steps(of: "every step: nothing is one") == ["> one"])
  }

  @Test func `with a depth below zero only the start is checked`() throws {
    let exploration = try AppModel<Adder>.bare().explore(within: Bounds(depth: -1))
    #expect(exploration.states == 1)
    #expect(exploration.limit == .depth(-1))
  }

  @Test(.gate) func `a step with too many outcomes ends at a bound`() throws {
    // Many concurrent effects: more orders than can be tried.
    let crowd = Question("open") { _, state, world in
      state.pressed = ["open"]
      return .merge((1...20).map { world.note("guest \($0)") })
    }
    try crowd.asked { model in
      var questions = 0
      let exploration = try model.explore { _ in
        questions += 1
        return questions < 100
      }
      #expect(exploration.limit == .interrupted)
      #expect(!exploration.verdicts.contains { $0.result == .proved })
      #expect(questions == 100)
    }
  }

  @Test func `a search reports its progress and refuted properties`() throws {
    var lines: [String] = []
    _ = try AppModel<Adder>.bare().explore(
      checking: [
        .reachable("one") { $0 == 1 }, .never("two") { $0 == 2 },
        .never("ten") { $0 == 10 }, .never("more than a million") { $0 > 1_000_000 },
      ]
    ) { progress in
      lines.append(progress.description)
      return lines.count < 3
    }
    #expect(lines.first == "0 states, 0 unexplored, depth 0")
    #expect(lines.last == "74 states, 10 unexplored, depth 11, 2 properties refuted")
  }

  @Test func `a bound that is met says what makes the space large`() throws {
    let question = Question("more") { _, state, world in
      state.noted.append("more")
      return world.pause()
    }
    try question.asked { model in
      let exploration = try model.explore(within: Bounds(states: 400))
      let causes = exploration.causesOfSize
      #expect(causes.count == 3)
      #expect(causes.first?.hasPrefix("many values: noted ") == true, "\(exploration)")
      let effects = /^\d+ effects in flight at once: pause \(\d+\); refuse what runs already/
      #expect(causes.dropFirst().first?.contains(effects) == true)
      let timers = /^\d+ states differ from others in their timers only; give answers a time, or/
      #expect(causes.last?.contains(timers) == true)
      #expect(exploration.description.contains("\nlarge: many values: noted "))
    }
    let numbers = try AppModel<Adder>.bare().explore(within: Bounds(states: 60))
    #expect(
      numbers.causesOfSize == [
        "many values: the state 60; bound them in the reducer, or drop them in canonicalState"
      ])
    #expect(try Question.pressing("a b c d").asked { try $0.explore().causesOfSize } == [])
  }

  @Test func `cancelled writes that go on are named as a cause of size`() throws {
    let question = Question("start stop") { button, _, world in
      guard button == "start" else { return .cancel(id: "upload") }
      return .run(name: "upload") { [choices = world.choices] _ in
        try await choices.sleep(for: .zero ... .seconds(1))
      }
      .cancellable(id: "upload", cancelInFlight: true)
    }
    let found = try question.asked {
      try $0.explore(checking: [.noRuntimeIssue], within: Bounds(depth: 4))
    }
    #expect(
      found.causesOfSize.contains { $0.contains(" cancelled requests go on at once; ") },
      "\(found)")
  }

  /// Adds one or ten.
  private struct Adder: TestApp, PlainApp {
    let state = 0
    let reducer = Reduce<Int, Int> { state, number in
      state += number
      return .none
    }

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements {
      Button("one", 1)
      Button("ten", 10)
    }
  }
}

@Suite struct FirstRefutationTests {
  @Test func `a search ends at the first refutation, and passes it on when it is found`() throws {
    try Question.pressing("a b c d e f").asked { model in
      let properties: [AppProperty<ProbeState>] = [
        .never("a pressed a") { $0.pressed.contains("a") },
        .never("three pressed") { $0.pressed.count == 3 },
        .never("nine pressed") { $0.pressed.count == 9 },
      ]
      var (model, found) = (model, [String]())
      model.didRefute = { found.append("\($0.property) \($0.trail?.contains("> a") ?? false)") }
      #expect(try model.explore(checking: properties).states == 64)
      #expect(found == ["never a pressed a true", "never three pressed true"])
      (model.stopsAtFirst, found) = (true, [])
      let first = try model.explore(checking: properties)
      #expect(first.states < 64)
      #expect(found.count == 1)
      #expect(
        first.verdicts.map(\.result) == [
          .refuted, .inconclusive(.refuted), .inconclusive(.refuted),
        ])
      #expect(first.description.contains("not everything was visited: a property was refuted"))
    }
  }

  @Test func `a refutation is passed on long before the search ends`() throws {
    try Question.pressing("a b c d e f").asked { model in
      var (model, steps, stepsBefore) = (model, 0, [Int]())
      model.check = .none
      model.willStep = {
        steps += 1
        return true
      }
      model.didRefute = { _ in stepsBefore.append(steps) }
      let found = try model.explore(checking: [.never("a pressed a") { $0.pressed.contains("a") }])
      #expect(found.states == 64 && stepsBefore.count == 1, "\(found)")
      #expect(stepsBefore.allSatisfy { $0 * 2 < steps }, "\(stepsBefore) of \(steps)")
    }
  }

  @Test func `the name of a property is text of one line, which its trail can contain`() throws {
    try Question.pressing("a").asked { model in
      let property = AppProperty<ProbeState>.never("two\nlines \u{1B}[2J") { !$0.pressed.isEmpty }
      let exploration = try model.explore(checking: [property])
      let name = #"never two\nlines \u{1B}[2J"#
      #expect(property.name == name && exploration.refuted == [name], "\(exploration)")
      let failure = try exploration.playedTrail(of: name, checking: [property])
      #expect(failure?.source == "> a")
    }
  }

  @Test func `properties of one name have names, verdicts and trails of their own`() throws {
    try Question.pressing("a b").asked { model in
      let properties: [AppProperty<ProbeState>] = ["a", "b", "c"].map { name in
        .never("pressed") { $0.pressed == [name] }
      }
      var (model, passedOn) = (model, [Bool?]())
      model.didRefute = { passedOn.append($0.trail?.contains("> a")) }
      let exploration = try model.explore(checking: properties)
      #expect(passedOn == [true, false])
      let names = ["never pressed", "never pressed (2)", "never pressed (3)"]
      #expect(exploration.verdicts.prefix(3).map(\.property) == names)
      #expect(exploration.verdicts.prefix(3).map(\.result) == [.refuted, .refuted, .proved])
      for (name, line) in zip(names, ["> a", "> b"]) {
        let failure = try exploration.playedTrail(of: name, checking: properties)
        #expect(failure?.source == line && failure?.property == name)
      }
      // The checker of another process has the list of the app, and finds the property by its name.
      let replayer = Replayer<Probe>(checking: properties, options: [])
      for name in names.prefix(2) {
        let trail = try #require(exploration[name]?.trail)
        let isProblem = names.prefix(2).map { asked in
          replayer.answer(.evidence(property: asked, isProof: false, trail: trail)).problem != nil
        }
        #expect(isProblem == [name != names[0], name != names[1]])
      }
      #expect(
        (properties + properties.prefix(1)).withUniqueNames().last?.name == "never pressed (4)")
    }
  }

  @Test func `a sample that is there twice is typed once`() throws {
    let question = Question("pin") { pin, state, _ in
      state.noted = [pin]
      return .none
    }
    try question.asked { model in
      let equal = ["\u{e9}", "2", "e\u{301}"]
      let counts = try [["1", "2"], ["1", "2", "1"], equal].map { samples in
        var model = model
        model.samples["pin"] = samples
        return try model.explore(checking: []).transitions
      }
      #expect(counts == Array(repeating: counts[0], count: 3))
    }
  }
}
