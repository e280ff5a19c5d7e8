import Cairn
import CairnDump
import CairnSimulation
import TestSupport
import Testing

@testable import CairnTrail

struct JournalTests {
  private let header =
    #"{"app":"diary","format":1,"options":[],"start":"new","version":"0.1.0"}"# + "\n"

  @Test func `every action is a line, with its number, time and origin`() throws {
    let run = try JournaledRun("> entry x\n> save\n@ idle\n> read\n")
    let lines = run.text.replacing(/"state":"[0-9a-f]{16}"/, with: #""state":"""#)
    #expect(
      lines == header + #"""
        {"action":{"entryChanged":{"_0":"x"}},"from":"person","number":1,"state":"","time":"0s"}
        {"action":{"save":{}},"from":"person","number":2,"state":"","time":"0s"}
        {"action":{"saved":{}},"from":"effect","number":3,"state":"","time":"1s"}
        {"action":{"read":{}},"from":"person","number":4,"state":"","time":"1s"}
        {"end":true,"number":5,"state":"","time":"1s"}

        """#)
    #expect(try journal(run.text).hasEnd)
  }

  @Test func `undo and redo are entries that name the entry whose state they restore`() throws {
    let run = try JournaledRun(start: "new")
    let driver = try #require(run.driver)
    let first = driver.checkpoint
    driver.send(.entryChanged("a"))
    let second = driver.checkpoint
    _ = driver.restore(first)
    _ = driver.restore(second)
    #expect(run.text.contains(#"{"number":2,"restored":0,"#))
    #expect(run.text.contains(#"{"number":3,"restored":1,"#))
  }

  @Test func `a dismissal by an effect is an entry of its own`() throws {
    let run = try JournaledRun(start: "new")
    let driver = try #require(run.driver)
    driver.send(.read)
    driver.send(.read)
    driver.send(.pages(.element(id: 0, action: .leave)))
    #expect(driver.state.pages.isEmpty)
    let leave = #"{"action":{"pages":{"_0":{"element":{"action":{"leave":{}},"id":0}}}},"#
    #expect(run.text.contains(leave + #""from":"person","number":3,"#))
    #expect(run.text.contains(leave + #""dismissed":1,"number":4,"#))
    var player = try JournalPlayer<Diary>(journal(run.text))
    #expect(player.play(to: 3) == nil)
    #expect(player.state.pages.count == 2)
    #expect(player.play(to: 4) == nil)
    #expect(player.state == driver.state)
    #expect(
      player.description(of: 4)
        == "entry 4, a dismissal at 0s by an effect of: .pages(.element(id: #0, action: .leave))")
    let text = run.text.replacing(#""dismissed":1"#, with: #""dismissed":-9223372036854775808"#)
    #expect(throws: JournalError.self, "a negative depth") { try journal(text) }
  }

  @Test func `a digest depends on whether a secret is empty, and not on its length`() {
    struct Door {
      let label: String
      let pin: Secret
    }
    func digest(_ label: String, _ pin: Secret) -> String {
      stateDigest(of: Door(label: label, pin: pin))
    }
    for width in 0..<80 {
      let label = String(repeating: "x", count: width)
      #expect(digest(label, "4711") == digest(label, "471147114711"))
    }
    #expect(digest("", "") != digest("", "4711"))
    // A journal of a former version has the digest of a text of several lines.
    let long = Door(label: String(repeating: "x", count: 80), pin: "4711")
    let former = formerDigest(of: dumped(long).replacing(/•+/, with: "•"))
    #expect(former != stateDigest(of: long) && isDigest(former, of: long))
    #expect(isDigest(stateDigest(of: long), of: long) && !isDigest(stateDigest(of: 1), of: long))
  }

  @Test func `the lengths of secrets in a set or as keys do not decide a digest`() {
    struct Door: Hashable {
      let pin: Secret
      let label: String
    }
    func doors(_ pins: [Secret]) -> [Door] {
      zip(pins, ["front", "back", "side"]).map { Door(pin: $0, label: $1) }
    }
    let (typed, invented) = (doors(["1", "4711", "22"]), doors(["1001", "1002", "1003"]))
    #expect(stateDigest(of: Set(typed)) == stateDigest(of: Set(invented)))
    func rooms(_ doors: [Door]) -> [Door: Int] {
      Dictionary(uniqueKeysWithValues: zip(doors, 1...))
    }
    #expect(stateDigest(of: rooms(typed)) == stateDigest(of: rooms(invented)))
    #expect(stateDigest(of: Set(typed)) != stateDigest(of: Set(doors(["1", "", "22"]))))
    // A journal of a former version has the digest of a text in the order of these lengths.
    let texts = ["front", "side", "back"].map { #"JournalTests.Door(pin: •, label: "\#($0)")"# }
    let former = "Set([\(texts.joined(separator: ", "))])"
    #expect(formerDigest(of: former) != stateDigest(of: Set(typed)))
    #expect(isDigest(formerDigest(of: former), of: Set(typed)))
  }

  /// The digest of a text whose secrets are single bullets.
  private func formerDigest(of text: String) -> String {
    let digits = String(fnv(text.utf8), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func `equal secrets have equal placeholders`() throws {
    let run = try JournaledRun("> pin 4711\n> pin 9\n> pin 4711\n> pin \"\"\n")
    #expect(!run.text.contains("4711"))
    #expect(
      run.text.matches(of: /"pinChanged":{"_0":"(.*?)"}/).map { String($0.1) }
        == ["{secret-1}", "{secret-2}", "{secret-1}", ""])
    let secrets = try TrailSecrets(
      parsing: Array("secret-1 4711\nsecret-2 9\n".utf8), file: "secrets.txt")
    #expect(try replayed(run.text, to: 3, secrets: secrets).state.pin == "4711")
    #expect(try replayed(run.text, to: 3).state.pin == "1001")
    #expect(try replayed(run.text).problem == nil)
  }

  @Test func `a line is written before its action is reduced`() throws {
    let run = try JournaledRun("! hurry\n")
    #expect(run.text.contains(#""action":{"hurry":{}}"#))
    // A crash of a reducer cannot be tested in this process. It leaves a journal without an end,
    // whose last action is the cause.
    let lines = run.text.split(separator: "\n")
    let crashed = lines.prefix(2).joined(separator: "\n") + "\n"
    #expect(try !journal(crashed).hasEnd)
    #expect(try journal(crashed).count == 1)
  }

  @Test func `a torn last line is left out`() throws {
    let run = try JournaledRun("> entry x\n> urgent\n")
    for length in 1..<run.text.utf8.count - header.utf8.count {
      let torn = String(decoding: run.text.utf8.dropLast(length), as: UTF8.self)
      let journal = try journal(torn)
      #expect(journal.isTorn == !torn.hasSuffix("\n"))
      #expect(journal.count == torn.count { $0 == "\n" } - 1)
      #expect(try replayed(torn).problem == nil)
    }
  }

  @Test func `the first mismatch of a journal is reported`() throws {
    let run = try JournaledRun("> entry x\n> urgent\n> read\n")
    let changed = run.text.replacing(#"{"_0":"x"}"#, with: #"{"_0":"y"}"#)
    #expect(
      try replayed(changed).problem
        == #"""
        diary.journal:2: action 1, at 0s from a person: .entryChanged("y") leads to another \#
        state than the recorded one
        """#)
    let secret = try JournaledRun("> pin 4711\n> entry x\n> read\n")
    #expect(
      try replayed(secret.text.replacing(#"{"_0":"x"}"#, with: #"{"_0":"y"}"#)).problem?.hasSuffix(
        """
        state than the recorded one
        the values of its secrets are invented; if the journal depends on them, give them with --secrets
        """) == true)
    let otherStart = run.text.replacing(#""start":"new""#, with: #""start":"kept""#)
    #expect(
      try replayed(otherStart).problem
        == "diary.journal:1: the app starts in another state than the recorded one")
  }

  @Test func `an app whose state reads the outside does not match after a restart`() throws {
    let run = try JournaledRun("> entry x\n> save\n@ idle\n@ restart\n> urgent\n")
    #expect(
      try replayed(run.text).problem
        == "diary.journal:5: entry 4, a restart at 1s leads to another state than the recorded one")
  }

  @Test(arguments: [
    ("", "diary.journal: the file is empty; a journal begins with a header"),
    (
      "torn",
      "diary.journal:1: the line is incomplete; a journal begins with a header on a whole line"
    ),
    ("{}\n", "diary.journal:1: the line is not the header of a journal; \(noHeader)"),
    ("> next\n", "diary.journal:1: the line is not the header of a journal; \(noHeader)"),
    (
      #"{"app":"diary","format":2,"options":[],"version":"0.1.0"}"# + "\n",
      "diary.journal:1: the journal has format 2, and this program reads 1"
    ),
    (
      #"{"app":"tally","format":1,"options":[],"version":"0.1.0"}"# + "\n{}\n",
      "diary.journal:1: this journal is of \"tally\", and this program is \"diary\""
    ),
    (
      #"{"app":"diary","format":1,"options":[],"version":"0.0.9"}"# + "\n",
      "diary.journal:1: this journal was written by diary 0.0.9, and this program is 0.1.0: an "
        + "action may have another effect now"
    ),
    (
      #"{"app":"diary","format":1,"options":["--x"],"start":"new","version":"0.1.0"}"#
        + "\n",
      "diary.journal:1: unknown option --x; there are: --author, --plain"
    ),
  ])
  func `a journal that cannot be replayed is refused with the reason`(
    text: String, reason: String
  ) {
    let error = #expect(throws: JournalError.self) { try replayed(text) }
    #expect(error?.description == reason)
  }

  private static let noHeader = "give a file that --journal has written"
  private static let remedy =
    "without it and the lines after it, the journal can be replayed up to here"
  private static func misfit(_ reason: String) -> String {
    "the entry does not fit this program: \(reason); replay the journal with the program that wrote it"
  }

  @Test(
    arguments: [
      (#"{"action":{"hop":{}},"from":"person","#, misfit("action has another form")),
      (#"{"action":{"save":{}},"#, misfit("from is missing")),
      (#"{"action":{},"dismissed":-1,"#, misfit("dismissed: a depth cannot be negative")),
      ("[1", "the line is damaged: it is not JSON; \(remedy)"),
      ("[1]", misfit("the line has another form")),
      (
        #"{"action":{"save":{}},"from":"person","number":99999999999999999999,"#,
        misfit("a value does not fit its type, like a number that is too large or has a fraction")
      ),
      (
        #"{"action":{"save":{}},"from":"person","number":1.5,"#,
        misfit("a value does not fit its type, like a number that is too large or has a fraction")
      ),
      (
        #"{"action":{"save":{}},"from":"person","number":2,"#,
        "the entry has the number 2 where 1 was expected; \(remedy)"
      ),
    ] as [(String, String)])
  func `an entry that cannot be decoded is reported with its line`(line: String, reason: String) {
    let number = line.contains("number") ? "" : #""number":1,"#
    let line = line.hasPrefix("{") ? line + number + #""state":"","time":"0s"}"# : line
    let error = #expect(throws: JournalError.self) { try journal(header + line + "\n") }
    #expect(error?.description == "diary.journal:2: \(reason)")
  }

  @Test(arguments: seeds(200))
  func `a journal of any run replays to the final state of the run`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let run = try JournaledRun(
      start: ["new", "kept", "ticking"].randomElement(using: &generator) ?? "")
    let driver = try #require(run.driver)
    var moments = [driver.checkpoint]
    for _ in 0..<Int.random(in: 0...15, using: &generator) {
      switch Int.random(in: 0...9, using: &generator) {
      case 0:
        driver.simulation.advance(by: .milliseconds(Int.random(in: 0...2500, using: &generator)))
      case 1: _ = driver.restore(moments.randomElement(using: &generator) ?? driver.checkpoint)
      case 2: driver.restart()
      default:
        let line = [
          "entry x", "entry y", "pin 12", "urgent", "tick", "race", "read", "back",
        ].randomElement(using: &generator)
        if case .action(let action, name: _) = driver.screen.parse(line ?? "") {
          driver.send(action)
        }
      }
      moments.append(driver.checkpoint)
    }
    let secrets = try TrailSecrets(parsing: Array("secret-1 12".utf8), file: "secrets.txt")
    let (state, problem) = try replayed(run.text, secrets: secrets)
    #expect(problem == nil)
    #expect(state == driver.state)
  }
}
