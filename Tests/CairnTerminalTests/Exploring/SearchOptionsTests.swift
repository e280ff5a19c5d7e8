import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct SearchOptionsTests {
  /// A lamp with an option that only one of its starts uses.
  private struct Light: TestApp {
    static let starts = ["hall", "cellar"]
    static let options = [AppOption("--bright", help: "a bright cellar")]
    static let searchOptions = ["--without=restarts,disabled"]
    static let properties: [AppProperty<Int>] = [.never("ten") { $0 == 10 }]
    let state: Int
    let reducer = Reduce<Int, Bool> { state, _ in
      state += state.isMultiple(of: 2) ? 1 : -1
      return .none
    }

    init(_ launch: Launch) {
      let isCellar = launch.world == .simulated(start: "cellar")
      state = isCellar ? (launch.options.has("--bright") ? 4 : 2) : 0
    }

    func screens(of state: Int) -> [Screen<Bool>] {
      [Screen("light", "\(state)") { Button("turn", true) }]
    }
  }

  @Test func `an option that only another start uses is not unused`() throws {
    let words = ["explore", "--bright", "--fail-on-unused"]
    guard case .command(let command) = try Command.request(words, for: Light.self) else {
      Issue.record("no command")
      return
    }
    var searcher = AppSearcher<Light>()
    searcher.explore = { (model, properties, bounds, shouldContinue) throws(UsageError) in
      var model = model
      // No other process replays for a test.
      let replayer = Replayer<Light>(checking: Light.properties, options: [])
      model.replay = { replayer.answer($0) }
      return try model.explore(checking: properties, within: bounds, shouldContinue)
    }
    let all = try Explore<Light>(command.options).explorations(by: searcher)
    #expect(all.map(\.start) == ["hall", "cellar"])
    #expect(all[0].unused.map { $0.prefix(16) } == ["option --bright:"])
    #expect(all[0].using(all[1]).unused == [])
  }

  @Test func `--first ends a search at a refutation, whose trail is written before the report`()
    throws
  {
    let folder = TemporaryFolder()
    let written = WrittenTrails(in: try TrailFolder(folder.path))
    var searcher = AppSearcher<Vault>()
    searcher.explore = { (model, properties, bounds, shouldContinue) throws(UsageError) in
      var model = model
      let replayer = Replayer<Vault>(checking: Vault.properties, options: [])
      model.replay = { replayer.answer($0) }
      return try model.explore(checking: properties, within: bounds, shouldContinue)
    }
    let words = ["--first", "--check=none", "--without=restarts,disabled,delays"]
    let options = try OptionValues(words, among: ProgramOption.all.map(\.option))
    let found = try Explore<Vault>(options).explorations(by: searcher) { written.write($0) }
    #expect(found.map(\.limit) == [.refuted])
    #expect(found.first?.verdicts.last?.result == .inconclusive(.refuted), "\(found)")
    #expect(folder.names()?.contains("never-open-at-all.trail") == true)
  }

  private static let given: [(words: [String], without: [String])] = [
    ([], ["disabled", "restarts"]), (["--restarts"], ["disabled"]), (["--hostile"], ["restarts"]),
    (["--restarts", "--hostile"], []), (["--restarts", "--without=delays"], ["delays"]),
  ]

  @Test(arguments: given)
  func `a part that the app leaves out is tried if it is asked for`(
    _ words: [String], _ without: [String]
  ) throws {
    let search = try SearchOptions<Light>(
      OptionValues(words, among: ProgramOption.all.map(\.option)))
    #expect(search.world.without == without)
  }
}
