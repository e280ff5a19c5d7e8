import Foundation
import Testing

/// A crash of the searched app is a finding, with its shortest trail.
@Suite(.timeLimit(.minutes(10))) struct CrashedSearchTests {
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
    let run = try folder.run(.faller, ["explore"] + arguments, input: [])
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("; not everything was visited: a step crashed"), "\(run)")
    #expect(lines.contains("refuted     no step crashes"))
    #expect(lines.contains("    \(expected.cause)"), "\(run)")
    #expect(lines.contains("not proved  never three"))
    #expect(run.status == 1)
    let trail = try #require(folder.texts.first).split(separator: "\n").map(String.init)
    let start = expected.start == "trap" ? [] : ["% start \(expected.start)"]
    #expect(
      trail.filter { !$0.hasPrefix("#") }
        == ["% app faller"] + start + expected.choices + ["% latency 0s ... 1s"] + expected.steps)
    if expected.start != "loop" {
      #expect(try folder.run(.faller, ["replay", "found"], input: []).status != 0)
    }
    #expect(folder.names == ["found"])
  }

  @Test func `a wrong bound is refused`() throws {
    let run = try folder.run(.faller, "explore", "--step-seconds", "0")
    #expect(run.errors.hasPrefix("faller: --step-seconds: \"0\" is not a number of seconds"))
    #expect(run.status == 2)
  }
}
