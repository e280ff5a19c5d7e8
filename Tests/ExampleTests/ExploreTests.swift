import Foundation
import TestSupport
import Testing

@testable import onboarding

/// `explore` with the built programs: its output and its status.
@Suite(.gate) struct ExploreTests {
  private static let properties = OnboardingApp.properties.map(\.name)

  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The world without what a search tries by default, which has other numbers.
  private static let bare = ["explore", "--without", "restarts,disabled,delays"]

  /// The output without its header and its last lines, which contain what was checked, and times.
  private func withoutEffort(_ output: String) throws -> String {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let effort = try #require(lines.last)
    #expect(effort.contains(/^[0-9.]+ s, [0-9]+ states a second, [0-9]+ bytes a state$/))
    #expect(lines.dropLast().last?.hasPrefix("checked by replay: ") == true)
    #expect(lines.contains { $0.hasPrefix("tried: every input, every order of work") })
    let header = ["tried: ", "not tried: ", "no input was tried while an effect was in flight: "]
    return lines.dropLast(2).filter { line in !header.contains { line.hasPrefix($0) } }
      .map { $0 + "\n" }.joined()
  }

  @Test(arguments: [
    (["--states", "10"], "10 states, 12 steps, depth 5, 3 screens", "number of 10 states"),
    (["--states", "1"], "1 state, 0 steps, depth 0, 1 screen", "number of 1 state"),
    (["--depth", "2"], "3 states, 3 steps, depth 2, 2 screens", "depth of 2"),
  ])
  func `a met bound makes properties inconclusive, with a status of its own`(
    arguments: [String], counts: String, bound: String
  ) throws {
    let run = try folder.run(.onboarding, Self.bare + arguments)
    #expect(
      try withoutEffort(run.output) == """
        onboarding from "new": \(counts); not everything was visited: the \(bound) was reached

        """ + Self.properties.map { "not proved  \($0)\n" }.joined())
    #expect(run.errors == "" && run.status == 3)
  }

  @Test func `a start, the app's options and restarts change the search, the same at every run`()
    throws
  {
    let arguments = [
      "explore", "--json", "--start", "signed-in", "--strict", "--latency", "1s", "--restarts",
      "--depth", "3", "--hostile",
    ]
    let run = try folder.run(.onboarding, arguments)
    #expect(
      run.output.contains(
        """
        ,"complete":false,"depth":3,"limit":"the depth of 3 was reached","notTried":[],\
        "screens":["starting","main","welcome"],"start":"signed-in",\
        "states":12,
        """))
    #expect(
      run.output.hasSuffix(#"{"name":"refused means unchanged","result":"inconclusive"}"# + "\n"))
    #expect(run.errors == "" && run.status == 3)
    #expect(try folder.run(.onboarding, arguments) == run)
  }

  @Test func `--seconds ends it in time, and only a terminal shows the progress`() throws {
    let run = try folder.run(.counter, "explore", "--seconds", "1", "--states", "4000000000")
    #expect(run.output.contains("; not everything was visited: the time of 1s was over\n"))
    #expect(run.errors == "" && run.status == 3)
  }

  @Test func `a long search shows its progress in a terminal, and Ctrl-C ends it`() throws {
    let terminal = try Dialogue(
      atTerminal: .counter, "explore", "--states", "4000000000", in: folder,
      variables: ["TERM": "xterm"])
    let progress = try terminal.read(to: " unexplored, depth ")
    #expect(progress.hasPrefix("\r\u{1B}[K"))
    try terminal.send("\u{3}")
    let rest = try terminal.readToStatus()
    #expect(rest.contains("\r\u{1B}[Kcounter from \"new\": "))
    #expect(
      rest.contains(
        """
        ; not everything was visited: it was interrupted
        tried: every input, every order of work, restarts, actions of disabled inputs
        not proved  no runtime issue

        """))
    #expect(rest.hasSuffix(" bytes a state\nstatus 130\n"))
  }

  @Test func `the progress takes one row of a narrow window and is erased`() throws {
    let window = try Window(
      .counter, "explore", "--states", "4000000000", in: folder, columns: 30)
    try window.wait(for: "a row that is cut") { $0.text.hasSuffix("…") }
    let first = window.emulator.text
    try window.wait(for: "another one") { $0.text.hasSuffix("…") && $0.text != first }
    try window.type("\u{3}")
    try window.wait(forLast: "status 130")
    #expect(window.emulator.text.hasPrefix("counter from \"new\": "))
  }
}
