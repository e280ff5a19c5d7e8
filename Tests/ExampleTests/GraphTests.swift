import Foundation
import Testing

/// `graph` on the built programs. The pages show its formats, and TerminalPageTests plays them.
@Suite struct GraphTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `the graph contains no value of a secure field`() throws {
    let run = try folder.run(.onboarding, "graph", "--by", "state", "--format", "dot")
    #expect(run.status == 0)
    for text in ["email ada@example.com", "password •••••••••••••", "pin ••••"] {
      #expect(run.output.contains("[label=\"\(text)\"]"))
    }
    for secret in ["correct horse", "battery staple", "1234", "9876"] {
      #expect(!run.output.contains(secret))
    }
  }

  @Test func `time and restarts are edges too`() throws {
    let run = try folder.run(
      .onboarding, "graph", "--latency", "1s", "--restarts", "--format", "aut", "--depth", "2")
    run.expect(
      """
      des (0, 3, 3)
      (0, "@ time", 1)
      (1, "next", 2)
      (1, "@ restart", 0)

      """, errors: "onboarding: the graph is incomplete: the depth of 2 was reached\n", status: 3)
  }

  @Test func `Ctrl-C ends the search and prints the graph so far`() throws {
    let terminal = try Dialogue(
      atTerminal: .counter, "graph", "--states", "4000000000", in: folder,
      variables: ["TERM": "xterm"])
    _ = try terminal.read(to: " depth ")
    try terminal.send("\u{3}")
    #expect(
      try terminal.readToStatus().hasSuffix(
        """
        \r\u{1B}[Kflowchart TD
          s0["counter"]
        counter: the graph is incomplete: it was interrupted
        status 130

        """))
  }
}
