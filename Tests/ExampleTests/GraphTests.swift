import Foundation
import Testing

/// `graph` on the built programs.
@Suite struct GraphTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `graph draws the screens as Mermaid by default`() throws {
    try folder.run(.onboarding, "graph", "--start", "locked").expect(
      """
      flowchart TD
        s0["unlock"]
        s1["welcome"]
        s2["main"]
        s3["terms"]
        s4["credentials"]
        s5["personal-info"]
        s6["new-pin"]
        s7["confirm-pin"]
        s0 -->|"sign-out"| s1
        s0 -->|"unlock"| s2
        s1 -->|"next"| s3
        s2 -->|"sign-out"| s1
        s3 -->|"back"| s1
        s3 -->|"next"| s4
        s4 -->|"back"| s3
        s4 -->|"next"| s5
        s5 -->|"back"| s4
        s5 -->|"next"| s6
        s6 -->|"back"| s5
        s6 -->|"next"| s7
        s7 -->|"back"| s6
        s7 -->|"next"| s2
        s0 -->|"unlock"| s1

      """)
    #expect(folder.names == [])
  }

  @Test(arguments: [
    (
      "mermaid",
      """
      flowchart TD
        s0["counter 0"]
        s1["counter 1"]
        s2["counter 2"]
        s0 -->|"increment"| s1
        s0 -->|"reset"| s0
        s1 -->|"increment"| s2
        s1 -->|"decrement"| s0
        s1 -->|"reset"| s0

      """
    ),
    (
      "dot",
      """
      digraph states {
        0 [label="counter 0"];
        1 [label="counter 1"];
        2 [label="counter 2"];
        0 -> 1 [label="increment"];
        0 -> 0 [label="reset"];
        1 -> 2 [label="increment"];
        1 -> 0 [label="decrement"];
        1 -> 0 [label="reset"];
      }

      """
    ),
    (
      "json",
      #"""
      {"edges":[{"action":"increment","from":0,"to":1},{"action":"reset","from":0,"to":0},{"action":"increment","from":1,"to":2},{"action":"decrement","from":1,"to":0},{"action":"reset","from":1,"to":0}],"isComplete":false,"nodes":["counter 0","counter 1","counter 2"]}

      """#
    ),
    (
      "aut",
      """
      des (0, 5, 3)
      (0, "increment", 1)
      (0, "reset", 0)
      (1, "increment", 2)
      (1, "decrement", 0)
      (1, "reset", 0)

      """
    ),
  ])
  func `states are drawn in every format, up to the bound`(
    format: String, graph: String
  ) throws {
    try folder.run(.counter, "graph", "--by", "state", "--depth", "2", "--format", format).expect(
      graph, errors: "counter: the graph is incomplete: the depth of 2 was reached\n", status: 3)
  }

  @Test func `the graph contains no value of a secure field`() throws {
    let run = try folder.run(.onboarding, "graph", "--by", "state", "--format", "dot")
    #expect(run.status == 0)
    #expect(run.output.contains("[label=\"email ada@example.com\"]"))
    #expect(run.output.contains("[label=\"password •••••••••••••\"]"))
    #expect(run.output.contains("[label=\"pin ••••\"]"))
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
