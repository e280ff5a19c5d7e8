import CairnApp
import CairnPage
import CairnSimulation
import CairnTrail
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CairnTerminal

/// The page of a run, and its file.
@Suite struct RunPageTests {
  private func played(_ trail: Trail, _ options: PlayOptions) throws -> PageHistory<Office> {
    let history = PageHistory<Office>(PageTables())
    var player = try history.player(of: trail, under: options)
    while !player.isAtEnd { history.step(&player) }
    return history
  }

  private func page(_ text: String, _ options: PlayOptions = PlayOptions()) throws -> PageData {
    let trail = try Trail.parse(text, file: "a.trail")
    let history = try played(trail, options)
    return try PageData(RunPage(of: trail, under: options, history).json)
  }

  @Test func `moments have their lines, their times and their effects`() throws {
    let page = try page(
      """
      % app office
      > wait
      @ 0.5s
      > wait
      > open
      ! unlock-nothing
      """)
    let moments = page.list("moments")
    #expect(
      moments.compactMap { $0["by"] as? String } == [
        "start", "input", "time", "input", "input", "input",
      ])
    #expect(
      moments.compactMap { $0["line"] as? String } == [
        "> wait", "@ 0.5s", "> wait", "> open", "! unlock-nothing",
      ])
    #expect(moments.compactMap { $0["number"] as? Int } == [2, 3, 4, 5, 6])
    #expect(moments.compactMap { $0["time"] as? Double } == [0, 0, 0, 0.5, 0.5, 0.5])
    #expect(moments[1]["started"] as? [Int] == [0] && moments[1]["effects"] as? [Int] == [0])
    #expect(moments[3]["cancelled"] as? [Int] == [0] && moments[3]["started"] as? [Int] == [0])
    // The second one takes the place of the first.
    #expect(moments.map { $0["causes"] as? [Int] } == [nil, [1], [1], [3], [3], [3]])
    #expect(moments.last?["fails"] as? Bool == true)
    #expect((moments.last?["remark"] as? String)?.hasPrefix("the line is refused, but not") == true)
    #expect(page.texts("settings") == ["% app office"])
  }

  @Test func `the moment of a screen that differs has all lines of its block`() throws {
    let moments = try page("% app office\n> open\n| nothing\n| ...\n").list("moments")
    #expect(moments.last?["line"] as? String == "| nothing\n| ...")
  }

  @Test(arguments: ["? screen nowhere", "| nothing", "> nonsense", "@ idle\n? depth 4"])
  func `the failing line is the last moment, and marked`(line: String) throws {
    let moments = try page("% app office\n> open\n\(line)\n").list("moments")
    #expect(moments.indices.filter { moments[$0]["fails"] != nil } == [moments.count - 1])
    #expect(moments.last?["number"] as? Int ?? 0 >= 3)
  }

  @Test func `effects and restarts are moments, and a sealed state shows nothing`() throws {
    let moments = try page(
      """
      % app office
      % choices "order: fails"
      > pin {secret-1}
      > open
      > order
      > close
      > lock
      > unlock
      > wait
      @ restart
      """
    ).list("moments")
    #expect(
      moments.compactMap { $0["text"] as? String } == [
        "a.trail", "pin {secret-1}", "open", "order", ".ordered(false)", "close", "(sealed)",
        "(sealed)", "wait", "restart", "end",
      ])
    #expect(moments[4]["by"] as? String == "effect" && moments[4]["ended"] as? [Int] == [0])
    #expect(moments.indices.filter { moments[$0]["value"] == nil } == [6])
    #expect(moments[9]["cancelled"] as? [Int] == [1] && moments[9]["effects"] as? [Int] == [])
    #expect(moments[9]["value"] as? Int == moments[0]["value"] as? Int)
  }

  @Test func `states beyond the limit of their size are left out`() throws {
    let trail = try Trail.parse("% app office\n> open\n> close\n", file: "a.trail")
    func values(upTo limit: Int) throws -> [String] {
      let history = PageHistory<Office>(PageTables())
      history.valueLimit = limit
      var player = try history.player(of: trail, under: PlayOptions())
      while !player.isAtEnd { history.step(&player) }
      let page = try PageData(RunPage(of: trail, under: PlayOptions(), history).json)
      return page.list("moments").map { page.text(ofValue: $0["value"] as? Int ?? 0) }
    }
    let whole = try values(upTo: 1_000_000)
    let cut = try values(upTo: 1)
    #expect(whole[1].contains("isOpen: true") && whole[2].contains("isOpen: false"))
    #expect(cut[0] == whole[0] && cut.count == whole.count)
    #expect(cut.dropFirst().allSatisfy { $0 == "(left out of the page)" })
  }

  @Test func `secrets of a file are in no part of the page`() throws {
    var options = PlayOptions()
    options.secrets = try TrailSecrets(parsing: Array("secret-1 hunter22\n".utf8), file: "s")
    let page = try page("% app office\n> pin {secret-1}\n> open\n> order\n@ idle\n", options)
    #expect(!"\(page.object)".contains("hunter22") && "\(page.object)".contains("••••••••"))
    #expect(page.texts("effects") == ["order ••••••••"])
  }

  @Test func `a run says why a copy of it would not repeat it`() throws {
    var (seeded, strict, hidden) = (PlayOptions(), PlayOptions(), PlayOptions())
    seeded.seed = 7
    strict.options = ["--strict"]
    hidden.options = ["--token=hunter2"]
    let cases: [(lines: String, options: PlayOptions, settings: [String], objection: String?)] = [
      ("> open\n> order\n@ idle\n", PlayOptions(), ["% app office"], nil),
      ("> pin {secret-1}\n> lock\n> unlock\n@ restart\n", PlayOptions(), ["% app office"], nil),
      ("> open\n> nonsense\n", PlayOptions(), ["% app office"], nil),
      // The action of a disabled input has no line.
      ("! lock\n> open\n", PlayOptions(), ["% app office"], nil),
      ("% choices 2/2\n> wait\n", seeded, ["% app office", "% seed 7"], nil),
      ("> wait\n", strict, ["% app office", "% options --strict"], nil),
      (
        "> wait\n", hidden, ["% app office", "% options --token=redacted"],
        "a trail cannot contain the options of this run"
      ),
    ]
    for (lines, options, settings, objection) in cases {
      let page = try page("% app office\n\(lines)", options)
      #expect(page.texts("settings") == settings, "\(lines)")
      #expect(page.list("moments")[0]["objection"] as? String == objection, "\(lines)")
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `settings are read after a byte order mark, and not in a comment`(end: String) throws {
    let lines = ["\u{FEFF}% app office", "# one\u{2028}% seed 3", "% width 70", "> wait", ""]
    let page = try page(lines.joined(separator: end))
    #expect(page.texts("settings") == ["% app office", "% width 70"])
  }

  @Test func `a copy repeats the screens and the effects after each line`() throws {
    let trail = try Trail.parse("% app office\n> wait\n@ 1s\n> open\n", file: "a.trail")
    let history = try played(trail, PlayOptions())
    let effects = "a replay has other effects in flight at the end"
    let cases: [(line: String, change: (inout PageMoment) -> Void, objection: String?)] = [
      ("> open", { _ in }, nil),
      ("@ 1s", { $0.screens = [] }, "a replay shows another screen after “@ 1s”"),
      // A real service computes other values.
      ("@ 1s", { $0.value = nil }, nil),
      // Real work takes longer than that of stand-ins.
      ("@ 1s", { moment in (moment.screens, moment.effects) = ([], [0]) }, nil),
      ("> open", { $0.effects = [0] }, effects),
    ]
    for (line, change, objection) in cases {
      var run = history.moments
      let first = try #require(run.firstIndex { $0.line?.text == line })
      let end = run[(first + 1)...].firstIndex { $0.line != nil || $0.cause == .end } ?? run.count
      change(&run[end - 1])
      let copy = history.copy(
        of: run, under: ["% app office"], options: [], secrets: TrailSecrets())
      #expect(copy.objection == objection && copy.screens == ["desk", "desk", "drawer"])
    }
  }

  /// A living session in which `wait` was typed, an effect in the background.
  private func waiting() -> (history: PageHistory<Office>, driver: Driver<Office>) {
    let (simulation, history) = (Simulation(), PageHistory<Office>.live())
    let office = Office(Launch(.simulated(start: "new"), in: simulation))
    let driver = Driver(office, in: simulation, observer: nil, afterwards: nil, follower: history)
    history.take("> wait", after: 0, haveEnded: true, at: .zero)
    driver.send(.wait)
    return (history, driver)
  }

  /// The lines of the moments after a second in all.
  private func lines(of history: PageHistory<Office>, _ driver: Driver<Office>) -> [String] {
    let new = history.takeNew(haveEnded: driver.allEffects.isEmpty, at: .seconds(1))
    return new.moments.compactMap(\.line?.text)
  }

  @Test func `the time of an effect in the background is a line with a duration`() {
    let (history, driver) = waiting()
    driver.simulation.advance(by: .seconds(1))
    #expect(lines(of: history, driver) == ["> wait", "@ 1s"])
  }

  @Test func `the time before a dismissal by an effect is a line`() {
    let (history, driver) = waiting()
    history.willTake(.dismissal(of: .wait, depth: 1), in: driver.state, at: .seconds(1))
    #expect(lines(of: history, driver) == ["> wait", "@ 1s"])
  }

  @Test func `a line that has let time pass before it was undone is redone with that time`() {
    let (history, driver) = waiting()
    driver.simulation.advance(by: .seconds(1))
    for position in [0, 1] { history.move(to: position, at: .seconds(1)) }
    #expect(lines(of: history, driver) == ["> wait", "@ 1s"])
  }

  @Test func `a session with an action and without a line can be copied`() {
    let (simulation, history) = (Simulation(), PageHistory<Office>.live())
    let office = Office(Launch(.simulated(start: "new"), in: simulation))
    let driver = Driver(office, in: simulation, observer: nil, afterwards: nil, follower: history)
    // As by `actionAfterRestore`.
    driver.send(.waited)
    #expect(history.moments.last?.cause == .input && history.moments.last?.line == nil)
    let copy = history.copy(
      of: history.moments, under: ["% app office"], options: [], secrets: TrailSecrets())
    #expect(copy.objection == nil && copy.screens.isEmpty)
  }

  @Test func `an effect from a past that is forgotten began with the moment that forgets it`() {
    let (history, driver) = waiting()
    history.forget(in: driver.state, after: 1, with: driver.allEffects, at: .zero)
    driver.send(.open)
    #expect(history.moments.map(\.causes) == [[0], [0]])
    driver.send(.wait)
    #expect(history.moments.last?.causes == [2])
  }

  @Test func `options have no credentials`() throws {
    let cases: [(given: [String], shown: [String])] = [
      (["--feed=http://ada:hunter2@h/a@b", "--x"], ["--feed=http://redacted@h/a@b", "--x"]),
      (
        ["--images=http://a:pw1@x/?next=http://bob:pw2@y/http://c:pw3@z"],
        ["--images=http://redacted@x/?next=http://redacted@y/http://redacted@z"]
      ),
      (
        ["http://h/?a=1&API_key=hunter2#access-token=hunter2"],
        ["http://h/?a=1&API_key=redacted#access-token=redacted"]
      ),
      (["--password", "hunter2", "a"], ["--password", "redacted", "a"]),
      (["--api-key=http://hunter2@h/?a=hunter2"], ["--api-key=redacted"]),
      (["--token", "--strict", "a=b"], ["--token", "--strict", "a=b"]),
      (["--note=a?b&c", "https://h/p?q=a=b;c"], ["--note=a?b&c", "https://h/p?q=a=b;c"]),
    ]
    for (given, shown) in cases {
      #expect(given.withoutCredentials == shown)
      let trail = try Trail.parse(
        "% app office\n% options \(given.joined(separator: " "))\n> open\n", file: "a.trail")
      let history = PageHistory<Office>(PageTables())
      var options = PlayOptions()
      options.options = given
      let text = RunPage(of: trail, under: options, history).json.text
      #expect(!text.contains("hunter2") && text.contains(shown[0]), "\(text)")
      #expect(!text.contains("% options") || text.contains("% options \(shown[0])"))
      let header = JournalHeader(of: Office.self, world: .real, options: given)
      #expect(!RunPage(of: header, history).json.text.contains("hunter2"))
      let heading = TrailSettings.heading(of: Office.self, start: nil, options: given)
      #expect(!heading.joined().contains("hunter2"))
    }
  }

  @Test func `a credential that begins with a hyphen is in no journal and on no page`() throws {
    let options = ["--token", "-hunter2"]
    #expect(
      JournalHeader(of: Office.self, world: .real, options: options).options == ["--token=redacted"]
    )
    let heading = TrailSettings.heading(of: Office.self, start: nil, options: options)
    #expect(heading == ["% app office", "% options --token=redacted"])
    let page = try page("% app office\n% options --token -hunter2\n> open\n")
    #expect(page.texts("settings") == ["% app office", "% options --token=redacted"])
    #expect(!"\(page.object)".contains("hunter2"))
  }

  @Test func `a journal is a page, up to its difference`() throws {
    let lines = Mutex("")
    let journal = JournalWriter<Office>(coding: ActionCoding()) { line in
      lines.withLock { $0 += line }
    }
    let trail = try Trail.parse("% app office\n> open\n> close\n@ restart\n", file: "a.trail")
    var played = try TrailPlayer<Office>(trail, journal: journal)
    played.playToEnd()
    func page(_ text: String) throws -> (moments: [[String: Any]], problem: String?) {
      let journal = try Journal(
        parsing: Array(text.utf8), file: "a.journal", of: Office.self, coding: ActionCoding())
      let history = PageHistory<Office>(PageTables())
      var player = try JournalPlayer<Office>(journal)
      let problem = history.follow(&player, to: journal.count)
      return (try PageData(RunPage(of: journal.header, history).json).list("moments"), problem)
    }
    let text = lines.withLock { $0 }
    let whole = try page(text)
    #expect(
      whole.moments.compactMap { $0["text"] as? String } == [
        "start", ".open", ".close", "restart",
      ])
    #expect(whole.problem == nil && whole.moments.allSatisfy { $0["fails"] == nil })
    #expect(
      whole.moments[0]["objection"] as? String
        == "it would consist of typed lines, and a journal has actions")
    let other = try page(text.replacing("{\"close\":{}}", with: "{\"order\":{}}"))
    #expect(other.problem != nil && other.moments.last?["fails"] as? Bool == true)
    #expect(other.moments.last?["text"] as? String == ".order")
  }

  @Test func `a history is too large after fewer moments if they have many effects`() throws {
    let simulation = Simulation()
    let driver = Driver(Office(Launch(.simulated(start: "new"), in: simulation)), in: simulation)
    driver.send(.wait)
    let effect = try #require(driver.allEffects.first)
    func isTooLarge(_ count: Int, with effects: Int) -> Bool {
      let history = PageHistory<Office>(PageTables())
      history.forget(
        in: driver.state, after: 0, with: Array(repeating: effect, count: effects), at: .zero)
      for _ in 1..<count { history.append(.input, text: "", at: .zero) }
      return history.isTooLarge
    }
    #expect(!isTooLarge(20_000, with: 0) && isTooLarge(20_001, with: 0))
    #expect(!isTooLarge(2_000, with: 180) && isTooLarge(2_001, with: 180))
  }

  @Test func `a page is written though another program writes or removes its file meanwhile`()
    throws
  {
    let folder = TemporaryFolder()
    func page() throws -> ResultFile {
      try ResultFile(folder["a.html"], of: "--html") { PageDocument.isPage($0, of: "a") }
    }
    func data(_ kind: String) -> JSON {
      .object([("app", .string("a")), ("kind", .string(kind))])
    }
    let (one, other) = (try page(), try page())
    one.write(data("run"))
    other.write(data("search"))
    #expect(folder.text("a.html")?.contains(#""kind":"search""#) == true)
    let later = try page()
    try FileManager.default.removeItem(atPath: folder["a.html"])
    later.write(data("run"))
    #expect(folder.text("a.html")?.contains(#""kind":"run""#) == true)
  }
}
