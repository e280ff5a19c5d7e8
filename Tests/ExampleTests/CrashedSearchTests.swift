import Foundation
import TestSupport
import Testing

/// A crash of the searched app is a finding, with its shortest trail.
@Suite(.gate, .timeLimit(.minutes(10))) struct CrashedSearchTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  struct Case: Sendable, CustomTestStringConvertible {
    let start: String
    let cause: String
    var choices: [String] = []
    let steps: [String]

    var testDescription: String { start }
  }

  private static let illegal = "the program crashed with signal 4 (illegal instruction)"
  private static let counts = ["> count", "> count"]

  static let cases = [
    Case(start: "trap", cause: illegal, steps: counts + ["> count"]),
    Case(
      start: "overflow",
      cause: "the program crashed with signal 11 (memory violation, such as a stack overflow)",
      steps: counts + ["> count"]),
    Case(
      start: "loop", cause: "the program did not end a step within 1s",
      steps: counts + ["> count"]),
    Case(start: "screen", cause: illegal, steps: counts),
    Case(start: "property", cause: illegal, steps: counts + ["> count"]),
    Case(
      start: "effect", cause: illegal,
      choices: ["% choices 2/2"], steps: ["> ask", "@ 1s"]),
    Case(
      start: "order", cause: illegal,
      choices: ["% choices 1/2 2/2 2/2 2/2"], steps: ["> ask", "@ 1s"]),
  ]

  @Test(arguments: cases)
  func `a trap, a stack overflow and an endless loop are found with a shortest trail`(
    _ expected: Case
  ) throws {
    let arguments = ["--start", expected.start, "--step-seconds", "1", "--trails", "found"]
    let run = try folder.run(.faller, ["explore"] + arguments)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("; not everything was visited: a step crashed"), "\(run)")
    let reported = [
      "refuted     no step crashes", "    \(expected.cause)", "not proved  never three",
    ]
    #expect(reported.allSatisfy(lines.contains) && run.status == 1, "\(run)")
    let trail = try #require(folder.texts.first).split(separator: "\n").map(String.init)
    let start = expected.start == "trap" ? [] : ["% start \(expected.start)"]
    #expect(
      trail.filter { !$0.hasPrefix("#") }
        == ["% app faller"] + start + expected.choices + ["% latency 0s ... 1s"] + expected.steps)
    if expected.start != "loop" {
      #expect(try folder.run(.faller, "replay", "found").status != 0)
    }
    #expect(folder.names == ["found"])
  }

  @Test(arguments: [
    ("set", "the state is another one"),
    ("checked-trap", "the replay crashed with signal 4 (illegal instruction)"),
    ("checked-loop", "the replay did not end a step within 1s"),
  ])
  func `a replay in another process finds what depends on the process`(
    start: String, problem: String
  ) throws {
    func explore(_ amount: String) throws -> (lines: [String], status: Int32) {
      let arguments = [
        "--start", start, "--step-seconds", "1", "--states", "30", "--check", amount,
      ]
      let run = try folder.run(
        Program.faller.path, ["explore"] + arguments,
        variables: ["SWIFT_DETERMINISTIC_HASHING": "1"])
      return (run.output.split(separator: "\n").map(String.init), run.status)
    }
    let unchecked = try explore("none")
    #expect(unchecked.lines.contains("proved      never a property that crashes"), "\(unchecked)")
    #expect(unchecked.lines.dropLast().last == "nothing was checked by replay")
    #expect(unchecked.status == 0)
    let found = try explore("some")
    #expect(found.lines[2] == "a replay differs from the search: \(problem)", "\(found)")
    let reported = [
      "    % start \(start)", "    > count", "not proved  never a property that crashes",
    ]
    #expect(reported.allSatisfy(found.lines.contains) && found.status == 1, "\(found)")
    #expect(found.lines.dropLast().last?.hasPrefix("checked by replay: ") == true)
  }
}
