import CairnApp
import CairnExplorer
import CairnModel
import Testing

@testable import CairnTerminal

/// The format of `explore --save`.
@Suite struct BehaviorFileTests {
  private func behavior(within bounds: Bounds = Bounds()) throws -> Behavior {
    try AppModel<Vault>.bare().explore(within: bounds).behavior()
  }

  @Test func `a file has a line for each part, situation, transition and verdict`() throws {
    #expect(
      BehaviorFile.text(of: try behavior()) == #"""
        {"app":"vault","format":1,"heading":["% app vault"],"kind":"cairn exploration","lines":19,"options":[],"start":"shut","without":["delays","disabled","restarts"]}
        {"part":{"number":0,"part":{"shown":"title \"Door\""}}}
        {"part":{"number":1,"part":{"input":"pin","shown":"secure field"}}}
        {"part":{"number":2,"part":{"input":"turn","refusal":"pin is required","shown":"button"}}}
        {"situation":{"parts":[0,1,2],"path":{},"screen":"door"}}
        {"part":{"number":3,"part":{"input":"turn","shown":"button"}}}
        {"situation":{"parts":[0,1,3],"path":{"steps":["> pin 1234"]},"screen":"door"}}
        {"part":{"number":4,"part":{"input":"turn","refusal":"it turns","shown":"button"}}}
        {"situation":{"parts":[0,1,4],"path":{"after":1,"ending":["@ idle"],"keep":1,"steps":["> turn"]},"screen":"door"}}
        {"part":{"number":5,"part":{"shown":"title \"Inside\""}}}
        {"part":{"number":6,"part":{"input":"close","shown":"button"}}}
        {"situation":{"parts":[5,6],"path":{"after":2,"keep":2,"steps":["@ 1s"]},"screen":"inside"}}
        {"transition":{"from":"door","path":{"after":1,"keep":1},"step":"pin","to":"door"}}
        {"transition":{"from":"door","path":{"after":2,"ending":["@ idle"],"keep":2},"step":"turn","to":"door"}}
        {"transition":{"from":"door","path":{"after":3,"keep":3},"step":"@ time","to":"inside"}}
        {"transition":{"from":"inside","path":{"after":3,"keep":3,"steps":["> close"]},"step":"close","to":"door"}}
        {"verdict":{"property":"no runtime issue","result":"proved"}}
        {"verdict":{"property":"never open (at all)","result":"refuted","trail":"% app vault\n# This does not hold: never open (at all)\n> pin 1234\n> turn\n@ 1s\n"}}
        {"verdict":{"property":"never open, at all!","result":"refuted","trail":"% app vault\n# This does not hold: never open, at all!\n> pin 1234\n> turn\n@ 1s\n"}}
        {"verdict":{"property":"reachable: the screen cellar","result":"refuted"}}

        """#)
  }

  @Test func `the steps of a path are those of the first one with most of them`() throws {
    let found = try behavior()
    let paths = [
      ["> a", "> b"], ["> a", "> c"], ["> a", "> b", "> d"], ["> a", "> c"], [], ["> d"],
    ]
    let text = BehaviorFile.text(
      of: Behavior(
        world: found.world, limit: nil, heading: [],
        situations: paths.map { steps in
          (
            found.situations[0].situation,
            Behavior.Path(settings: [], steps: steps, ending: [])
          )
        }, transitions: [], verdicts: []))
    #expect(
      text.matches(of: /"path":(\{.*?\})/).map { String($0.output.1) } == [
        #"{"steps":["> a","> b"]}"#, #"{"after":0,"keep":1,"steps":["> c"]}"#,
        #"{"after":0,"keep":2,"steps":["> d"]}"#, #"{"after":1,"keep":2}"#, "{}",
        #"{"steps":["> d"]}"#,
      ])
  }

  /// The reason why a file is refused.
  private func refusal(of text: String) -> String? {
    let error = #expect(throws: UsageError.self) {
      try BehaviorFile.parse(Array(text.utf8), file: "a.json", app: "vault")
    }
    return error?.description
  }

  @Test(arguments: [Bounds(), Bounds(depth: 1), Bounds(states: 1)])
  func `a read file is what was written`(_ bounds: Bounds) throws {
    let behavior = try behavior(within: bounds)
    let text = BehaviorFile.text(of: behavior)
    let read = try BehaviorFile.parse(Array(text.utf8), file: "a.json", app: "vault")
    #expect(read == behavior && BehaviorFile.text(of: read) == text)
  }

  @Test func `a file with a verdict on a screen whose id is not one word is read`() throws {
    let found = try AppModel<Vault>.bare().explore(
      checking: [.alwaysReachable(screen: "main menu")])
    let behavior = try found.behavior()
    let text = BehaviorFile.text(of: behavior)
    let read = try BehaviorFile.parse(Array(text.utf8), file: "a.json", app: "vault")
    #expect(read == behavior && found.verdicts.map(\.result) == [.refuted])
  }

  @Test func `a file that ends after any of its lines is refused`() throws {
    let text = BehaviorFile.text(of: try behavior())
    let lines = text.split(separator: "\n").map { $0 + "\n" }
    for count in 1..<lines.count {
      #expect(
        refusal(of: lines[..<count].joined()) == """
          a.json:\(count): 19 lines follow the first one in a whole file, and here \(count - 1); \
          write the file again with --save
          """)
    }
    let older = text.replacing("\"lines\":19,", with: "")
    #expect(
      try BehaviorFile.parse(Array(older.utf8), file: "a.json", app: "vault") == behavior())
  }

  @Test func `a search is readable up to the maximum number of its steps`() throws {
    let found = try behavior()
    let steps = [String](repeating: "> turn", count: BehaviorFile.stepLimit / 2)
    let path = Behavior.Path(settings: [], steps: steps, ending: [])
    func long(_ count: Int) -> Behavior {
      Behavior(
        world: found.world, limit: nil, heading: [],
        situations: found.situations.prefix(count).map { ($0.situation, path) }, transitions: [],
        verdicts: [])
    }
    #expect(BehaviorFile.isReadable(found) && BehaviorFile.isReadable(long(2)))
    #expect(!BehaviorFile.isReadable(long(3)))
  }

  @Test func `another file is refused with its name, the line and the reason`() throws {
    let text = BehaviorFile.text(of: try behavior())
    let lines = text.split(separator: "\n").map(String.init)
    func replaced(_ number: Int, _ line: String) -> String {
      (lines[..<number] + [line] + lines[(number + 1)...]).map { $0 + "\n" }.joined()
    }
    let header = lines[0]
    let cases: [(text: String, message: String)] = [
      ("", "a.json:1: this is not a saved exploration; write one with --save"),
      ("% app vault\n", "a.json:1: this is not a saved exploration; write one with --save"),
      ("{}\n", "a.json:1: this is not a saved exploration; write one with --save"),
      (
        replaced(0, header.replacing("\"format\":1", with: "\"format\":2,\"new\":0")),
        "a.json:1: the file has the format 2, and this program reads the format 1; use a newer version"
      ),
      (
        replaced(0, #"{"kind":"cairn exploration","format":1}"#),
        "a.json:1: the header is damaged; write the file again with --save"
      ),
      (
        replaced(0, header.replacing("\"vault\"", with: "\"safe\"")),
        #"a.json:1: it is for "safe", and this program is "vault""#
      ),
      (
        String(text.dropLast(2)),
        "a.json:\(lines.count): the line is incomplete; write the file again with --save"
      ),
    ]
    for (text, message) in cases { #expect(refusal(of: text) == message) }
    let damaged = [
      "", "7", "{}", #"{"part":{"number":9,"part":{"shown":"x"}}}"#,
      #"{"situation":{"screen":"door","parts":[99],"path":{}}}"#,
      #"{"situation":{"screen":"door","parts":[-1],"path":{}}}"#,
      #"{"situation":{"screen":"door","parts":[],"path":{"after":99,"keep":0}}}"#,
      #"{"situation":{"screen":"door","parts":[],"path":{"after":0,"keep":99}}}"#,
      #"{"situation":{"screen":"door","parts":[],"path":{"steps":["next"]}}}"#,
      #"{"verdict":{"property":"x","result":"guessed"}}"#,
      #"{"verdict":{"property":"x","result":"proved","trail":"x"}}"#,
    ]
    let last = lines.count - 1
    for line in damaged {
      #expect(
        refusal(of: replaced(last, line))
          == "a.json:\(lines.count): the line is damaged; write the file again with --save",
        "\(line)")
    }
  }
}
