import Foundation
import TestSupport
import Testing

/// `:explore` and `:graph` at a terminal and from a pipe.
@Suite struct SearchTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `Ctrl-C ends a search, and the session continues`() throws {
    let window = try Window.prompt(.counter, in: folder, columns: 160)
    try window.type("increment\r:explore\r")
    try window.wait(for: "progress") { $0.text.contains(" unexplored, depth ") }
    try window.type("\u{3}")
    try window.wait(for: "the results so far") {
      $0.text.contains("; not everything was visited: it was interrupted\n")
        && $0.text.hasSuffix("\nnothing was checked by replay\n>")
    }
    #expect(!window.emulator.text.contains("unexplored"))
    try window.type(":state\r", shows: "\nCounter.State(count: 1)\n>")
    try window.type("\u{4}")
    try window.wait(forLast: "status 0")
  }

  @Test(.gate) func `a search changes neither files nor the session`() throws {
    let run = try folder.run(
      .onboarding, "--state", "ada.json", lines: ["next", "accept", ":explore", ":graph", ":stack"])
    #expect(run.output.contains("onboarding from a given state in \"new\": "))
    #expect(run.output.contains("\n  s0 -->|\"next\"| s1\n"))
    #expect(run.output.hasSuffix("  2  terms    Terms of Service  2/7  <- shown\n"))
    #expect(run.status == 0 && folder.names == [])
  }
}
