import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

@testable import CairnTerminal

/// The report, the trails and the exit status of `explore` if a property is refuted.
@Suite struct ExploreTests {
  private func explore(
    within bounds: Bounds = Bounds(),
    _ shouldContinue: @escaping (AppProgress) -> Bool = { _ in true }
  ) throws -> AppExploration<Vault> {
    try AppModel<Vault>.bare().explore(within: bounds, shouldContinue)
  }

  @Test func `the report lists all results, with a trail for each refuted property`() throws {
    let lines = ReportForm.text.lines(of: try explore())
    #expect(
      lines.dropLast().joined(separator: "\n") == """
        vault from "shut": 5 states, 12 steps, depth 3, 2 screens; everything was visited
        tried: every input, every order of work
        not tried: restarts, actions of disabled inputs, answers that take up to 1s
        proved      no runtime issue
        refuted     never open (at all)
            % app vault
            # This does not hold: never open (at all)
            > pin 1234
            > turn
            @ 1s
        refuted     never open, at all!
            % app vault
            # This does not hold: never open, at all!
            > pin 1234
            > turn
            @ 1s
        refuted     reachable: the screen cellar
            never shown: the screen cellar
            nearest state, with the screen inside:
            > pin 1234
            > turn
            @ 1s
        checked by replay: 5 of 5 states, 12 of 12 steps
        """)
    let effort = try #require(lines.last)
    #expect(effort.contains(/^[0-9.]+ s, [0-9]+ states a second, [0-9]+ bytes a state$/))
  }

  @Test func `--json has an object for the search and one for each property, and no time`() throws {
    #expect(
      ReportForm.json.lines(of: try explore()).joined(separator: "\n") == #"""
        {"app":"vault","checkedStates":5,"checkedTransitions":12,"complete":true,"depth":3,"notTried":["delays","disabled","restarts"],"screens":["door","inside"],"start":"shut","states":5,"transitions":12,"tried":[]}
        {"name":"no runtime issue","result":"proved"}
        {"name":"never open (at all)","result":"refuted","trail":"% app vault\n# This does not hold: never open (at all)\n> pin 1234\n> turn\n@ 1s\n"}
        {"name":"never open, at all!","result":"refuted","trail":"% app vault\n# This does not hold: never open, at all!\n> pin 1234\n> turn\n@ 1s\n"}
        {"name":"reachable: the screen cellar","remark":"never shown: the screen cellar\nnearest state, with the screen inside:\n> pin 1234\n> turn\n@ 1s","result":"refuted"}
        """#)
    let lines = ReportForm.json.lines(of: try explore(within: Bounds(depth: 1)))
    #expect(
      lines.prefix(2) == [
        #"{"app":"vault","checkedStates":2,"checkedTransitions":2,"complete":false,"depth":1,"limit":"the depth of 1 was reached","notTried":["delays","disabled","restarts"],"screens":["door"],"start":"shut","states":2,"transitions":2,"tried":[]}"#,
        #"{"name":"no runtime issue","result":"inconclusive"}"#,
      ])
  }

  @Test func `a search with credentials cannot be resumed with others`() throws {
    func explore(_ words: [String]) throws {
      guard case .command(let command) = try Command.request(words, for: Vault.self) else { return }
      _ = try Explore<Vault>(command.options)
    }
    let folder = TemporaryFolder()
    let resume = "--resume=\(folder["vault.json"])"
    try explore(["explore", resume])
    let error = #expect(throws: UsageError.self) {
      try explore(["explore", "--token=abc", resume])
    }
    #expect(error?.description.hasPrefix("--resume: the options contain credentials") == true)
  }

  @Test func `--fail-on-unused fails if something is unused, and --json lists it`() throws {
    var model = AppModel<Vault>.bare()
    func status(
      _ checked: [AppProperty<Vault.State>], _ bounds: Bounds = Bounds()
    ) throws -> [Int32] {
      let exploration = try model.explore(checking: checked, within: bounds)
      return [false, true].map { ExitStatus(of: exploration, failsOnUnused: $0).rawValue }
    }
    #expect(try status([.noRuntimeIssue, .noDeadEnd()]) == [0, 0])
    #expect(try status([.backUndoes("lift")]) == [0, 1])
    // The author names nothing in a standard property that holds vacuously.
    #expect(try status([.refusedMeansUnchanged, .noLeakedEffect]) == [0, 0])
    model.samples["pni"] = ["1"]
    #expect(try status([.noRuntimeIssue]) == [0, 1])
    #expect(try status([.noRuntimeIssue], Bounds(depth: 1)) == [3, 3])
    let unused = #"["samples of \"pni\": no screen has this field"]"#
    for (bounds, key) in [(Bounds(), "unused"), (Bounds(depth: 1), "notYetUsed")] {
      let exploration = try model.explore(checking: [.noRuntimeIssue], within: bounds)
      let line = try #require(ReportForm.json.lines(of: exploration).first)
      #expect(line.contains(#","\#(key)":\#(unused)"#), "\(line)")
    }
  }

  @Test func `--fail-on-unused searches from the other starts, and fails if no start uses a name`()
    throws
  {
    func unused(_ words: String...) throws -> [String] {
      let words = ["--check=none", "--without=restarts,disabled"] + words
      let search = try Explore<House>(OptionValues(words, among: ProgramOption.all.map(\.option)))
      let all = try search.explorations(by: AppSearcher())
      return all.dropFirst().reduce(all[0]) { $0.using($1) }.unused
    }
    #expect(
      try unused() == [
        #"samples of "code": no screen has this field"#,
        #"input "leave" in "every step: leaving leaves": never taken"#,
        #"down undoes up: holds vacuously: no screen accepts "up""#,
      ])
    let rest = [#"sample "2" of "code": the field never took it"#]
    #expect(try unused("--fail-on-unused") == rest)
    #expect(try unused("--fail-on-unused", "--start=in") == rest)
    // From the other start there is more to visit.
    #expect(try unused("--fail-on-unused", "--depth=2") == [])
  }

  @Test func `a search that does not know every outcome has no whole graph`() throws {
    let exploration = try AppModel<Board>.bare().explore(checking: [])
    #expect(exploration.limit == nil && exploration.gap != nil)
    #expect(ReportForm.json.lines(of: exploration)[0].contains(#""complete":false"#))
    #expect(ExitStatus(ofGraph: exploration) == .boundMet)
    let proved = try AppModel<Lottery>.bare().explore(checking: [.reachable("a ticket") { $0 == 1 }]
    )
    #expect(proved.isProved && ExitStatus(of: proved) == .boundMet, "\(proved)")
    #expect(try ExitStatus(ofGraph: AppModel<House>.bare().explore(checking: [])) == .done)
  }

  /// Its screen shows what an effect has stored.
  private struct Board: TestApp {
    let state = 0
    let reducer: Reduce<Int, Bool>
    let stored: Guarded<Int>

    init(_ launch: Launch) {
      let stored = launch.memory.keep(0)
      self.stored = stored
      reducer = Reduce { _, _ in .run(name: "store") { _ in stored.withLock { $0 = 1 } } }
    }

    func screens(of state: Int) -> [Screen<Bool>] {
      [Screen("board", "\(stored.withLock { $0 })") { Button("store", true) }]
    }
  }

  private struct Lottery: TestApp {
    let state: Int
    let reducer = Reduce<Int, Bool> { _, _ in .none }

    init(_ launch: Launch) { state = launch.choices.choose("draw", ["ticket": 1, "prize": 5]) }

    func screens(of state: Int) -> [Screen<Bool>] { [Screen("lottery", "\(state)") {}] }
  }

  /// From the one start, the screens of the other are not reachable.
  private struct House: TestApp, Reducer {
    struct State: Hashable {
      var isIn = false
      var isUp = false
      var isNamed = false
    }
    enum Action { case enter, leave, up, down, name }

    static let starts = ["out", "in"]
    static let samples = ["code": ["1", "2"], "name": ["x"]]
    static let properties: [AppProperty<State>] = [
      .step("leaving leaves") { _, step, after in step != .input("leave") || !after.isIn },
      .backUndoes("up", with: "down"),
    ]
    let state: State
    var reducer: House { self }

    init(_ launch: Launch) { state = State(isIn: launch.world == .simulated(start: "in")) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .enter: state.isNamed = true
      case .leave: state.isIn = false
      case .up, .down: state.isUp = action == .up
      case .name: state.isNamed = true
      }
      return .none
    }

    func screens(of state: State) -> [Screen<Action>] {
      let hall = Screen<Action>("hall", "Hall") {
        if state.isIn {
          ValueButton("code", takes: "1") { $0 == "1" ? .enter : nil }
          Button("leave", .leave)
          Button("up", .up)
        } else {
          ValueButton("name", takes: "a name") { _ in .name }
        }
      }
      return state.isUp ? [hall, Screen("loft", "Loft") { Button("down", .down) }] : [hall]
    }
  }

  @Test(arguments: [
    ("loud", "cannot be typed; name it --NAME"), ("--json", "is one of every app"),
    ("--quiet", "the option \"--quiet\" of odd is there twice; rename one"),
    ("--start-twice", "the start \"new\" of odd is there twice; rename one"),
    ("--two-words", "the name \"two words\" cannot be written in a trail; write one word"),
  ])
  func `an option or a name that cannot be given is wrong usage`(name: String, problem: String) {
    Odd.$option.withValue(name) {
      #expect {
        try Command.request(["explore"], for: Odd.self)
      } throws: {
        "\($0)".contains(problem)
      }
    }
  }

  /// Has an option with a wrong name, or such a name itself.
  private struct Odd: TestApp {
    @TaskLocal static var option = ""
    static var name: String { option == "--two-words" ? "two words" : "odd" }
    static var starts: [String] { option == "--start-twice" ? ["new", "new"] : ["new"] }
    static var options: [AppOption] {
      [AppOption(option, help: "")] + (option == "--quiet" ? [AppOption(option, help: "")] : [])
    }
    let state = 0
    let reducer = Reduce<Int, Int> { _, _ in .none }
    init(_ launch: Launch) {}
    func screens(of state: Int) -> [Screen<Int>] { [Screen("odd", "Odd") {}] }
  }

  @Test func `the status is the first of interrupted, refuted, bounded and done`() throws {
    let refuted = try AppModel<Vault>.bare(start: "open").explore { _ in false }
    #expect(refuted["never open (at all)"]?.result == .refuted)
    let explorations = [
      try explore(), try explore(within: Bounds(depth: 1)), try explore(within: Bounds(depth: 3)),
      try explore { _ in false }, refuted, try AppModel<Vault>.bare().explore(checking: []),
      try AppModel<Vault>.bare().explore(checking: [], within: Bounds(states: 1)),
    ]
    #expect(explorations.map { ExitStatus(of: $0).rawValue } == [1, 3, 1, 130, 130, 0, 3])
  }

  private func trailFiles(of exploration: AppExploration<Vault>) -> [TrailFile] {
    exploration.verdicts.reduce(into: []) { files, verdict in
      let file = TrailFile(verdict, besides: Set(files.map(\.name)))
      if let file { files.append(file) }
    }
  }

  @Test func `every refutation has a trail file, which fails when it is played`() throws {
    let files = trailFiles(of: try explore())
    #expect(files.map(\.name) == ["never-open-at-all.trail", "never-open-at-all-2.trail"])
    for file in files {
      let trail = try Trail.parse(file.text, file: file.name)
      let failure = try #require(try TrailPlayer<Vault>.play(trail))
      #expect(failure.description.contains("never open (at all)"))
      // An editor or a checkout may have changed the line ends.
      #expect(file.isSameProperty(Array(file.text.replacing("\n", with: "\r\n").utf8)))
      #expect(!file.isSameProperty(Array("# other\r\n\(file.property)\r\n".utf8)))
      // Another app may have a property of the same name.
      #expect(!file.isSameProperty(Array(file.text.replacing("% app ", with: "% app x").utf8)))
    }
  }

  @Test func `a refutation in the first state has a trail that is played`() throws {
    let folder = TemporaryFolder()
    let exploration = try AppModel<Vault>.bare(start: "open").explore(within: Bounds(depth: 0))
    let file = try #require(trailFiles(of: exploration).first)
    #expect(file.text.hasSuffix("# This does not hold: never open (at all)\n? screen inside\n"))
    let path = try TrailFolder(folder.path).write(file)
    #expect(try TrailPlayer<Vault>.play(TrailFiles.read(path)) != nil)
  }

  @Test func `a trail that cannot be written does not end the search`() throws {
    let folder = TemporaryFolder()
    try folder.makeFolder("never-open-at-all.trail")
    let written = WrittenTrails(in: try TrailFolder(folder.path))
    try explore().verdicts.forEach(written.write)
    #expect(written.hasFailed)
    #expect(folder.names() == ["never-open-at-all-2.trail", "never-open-at-all.trail"])
  }

  @Test func `of several starts, the trail of the first one stays`() throws {
    let folder = TemporaryFolder()
    let other = try AppModel<Vault>.bare(start: "open").explore()
    WrittenTrails(in: try TrailFolder(folder.path)).write(of: [try explore(), other])
    let text = try #require(folder.text("never-open-at-all.trail"))
    #expect(other["never open (at all)"]?.trail?.contains("% start open") == true)
    #expect(!text.contains("% start open"), "\(text)")
  }

  @Test(arguments: ["a long name ", "ein langer, größerer Name "])
  func `a long name of a property is shortened in the names of files`(_ words: String) throws {
    let name = String(repeating: words, count: 50)
    let properties = [1, 2].map { number in
      AppProperty<Vault.State>.never("\(name)\(number)") { _ in true }
    }
    let files = trailFiles(of: try AppModel<Vault>.bare().explore(checking: properties))
    let folder = TemporaryFolder()
    let trails = try TrailFolder(folder.path)
    for file in files { _ = try trails.write(file) }
    #expect(folder.names()?.count == 2 && files.allSatisfy { $0.name.utf8.count < 170 }, "\(files)")
  }

  @Test func `trail files are written to a new folder and again to the same, and replace no other`()
    throws
  {
    let parent = TemporaryFolder()
    let folder = parent["new"]
    let files = trailFiles(of: try explore())
    for path in [folder, folder + "/"] {
      let trails = try TrailFolder(path)
      for file in files {
        #expect(try trails.write(file) == "\(folder)/\(file.name)")
        #expect(parent.text("new/\(file.name)") == file.text)
      }
    }
    let file = try #require(files.first)
    let other = "% app vault\n"
    try parent.write(other, to: "new/\(file.name)")
    #expect {
      try TrailFolder(folder).write(file)
    } throws: {
      "\($0)" == """
        \(folder)/never-open-at-all.trail: cannot be written: another file has this name; give another \
        folder, or remove the file
        """
    }
    #expect(parent.text("new/\(file.name)") == other)
  }

  @Test func `the trail of a refutation that is taken back is removed`() throws {
    let folder = TemporaryFolder()
    let exploration = try explore()
    let (found, files) = (exploration.verdicts, trailFiles(of: exploration))
    let written = WrittenTrails(in: try TrailFolder(folder.path))
    found.forEach(written.write)
    written.keep(found)
    #expect(folder.names() == files.map(\.name).sorted())
    // Another one has replaced the second file.
    try folder.write("% app vault\n", to: files[1].name)
    written.keep(found.filter { $0.result != .refuted })
    #expect(folder.names() == [files[1].name])
  }

  @Test func `--accept writes no search that was interrupted or ended at a refutation`() throws {
    let folder = TemporaryFolder()
    let saved = BehaviorFile.text(of: try explore(within: Bounds(depth: 1)).behavior())
    try folder.write(saved, to: "saved")
    var model = AppModel<Vault>.bare()
    let words = ["--accept", "--against=\(folder["saved"])"]
    let compared = try ComparedSearch(
      OptionValues(words, among: ProgramOption.all.map(\.option)), in: model.setting.world)
    model.stopsAtFirst = true
    let ended = [try explore { _ in false }, try model.explore()]
    #expect(ended.map(\.limit) == [.interrupted, .refuted])
    for exploration in ended {
      _ = try compared.finish(exploration, as: .text)
      #expect(folder.text("saved") == saved)
    }
    _ = try compared.finish(try explore(within: Bounds(depth: 2)), as: .text)
    #expect(folder.text("saved") != saved)
  }
}

extension AppModel {
  /// A search without restarts, disabled inputs and delays.
  static func bare(start: String? = nil, options: [String] = []) -> AppModel {
    var model = AppModel(start: start, options: options)
    model.without = Set(SearchPart.allCases)
    return model
  }
}
