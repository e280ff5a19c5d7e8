import Foundation
import TestSupport
import Testing

/// The options of `replay`.
@Suite struct ReplayOptionTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("% app counter\n> increment\n? text Count: 1\n", to: "good.trail")
    try folder.write("# First\n> increment\n# Second\n> reset\n? text Count: 3\n", to: "bad.trail")
  }

  private func run(_ arguments: String..., input: String = "") throws -> Run {
    try folder.run(
      "/bin/sh", ["-c", #"unset CI; exec "$0" replay "$@""#, Program.counter.path] + arguments,
      input: input.isEmpty ? .file("/dev/null", O_RDONLY) : .file(typed(input), O_RDONLY))
  }

  private func typed(_ input: String) throws -> String {
    try folder.write(input, to: "typed.txt")
    return folder["typed.txt"]
  }

  @Test func `all trails of a folder and its subfolders are played in sorted order`() throws {
    for name in ["trails", "trails/more", "trails/.hidden", "empty"] { try folder.makeFolder(name) }
    for name in ["b.trail", "a.trail", "more/c.trail", ".hidden/x.trail", "notes.txt"] {
      try folder.write("> increment\n", to: "trails/\(name)")
    }
    try run("trails", "good.trail").expect(
      """
      trails/a.trail: passed
      trails/b.trail: passed
      trails/more/c.trail: passed
      good.trail: passed
      4 passed, 0 failed

      """)
    try run("empty").expect(
      "", errors: "counter: empty: the folder contains no *.trail files\nTry: counter --help\n",
      status: 2)
  }

  @Test func `--json prints one object a line, without times and absolute paths`() throws {
    try folder.write("? scren x\n", to: "broken.trail")
    try run("--json", folder["good.trail"], "bad.trail", "broken.trail", "none.trail").expect(
      #"""
      {"errors":[{"column":3,"line":1,"message":"unknown check \"scren\"; did you mean \"screen\"?"}],"file":"broken.trail","result":"not played"}
      {"file":"none.trail","reason":"cannot be read: No such file or directory","result":"not played"}
      {"file":"good.trail","result":"passed"}
      {"file":"bad.trail","line":5,"phases":["bad.trail:1: First, 1 line"],"problem":"the screen does not show this text","result":"failed","route":["> reset"],"screen":["Counter","","  Count: 0","","  increment","  decrement  disabled: the count is zero","  reset"],"source":"? text Count: 3"}
      {"failed":1,"passed":1,"unplayed":2}

      """#,
      errors: """
        broken.trail:1:3: unknown check "scren"; did you mean "screen"?
          ? scren x
            ^
        none.trail: cannot be read: No such file or directory

        """, status: 2)
  }

  @Test func `--update rewrites only the screens that do not match`() throws {
    try folder.write("> increment\n| Old\n\n| Counter\n| ...\n", to: "old.trail")
    try run("--update", "old.trail", "good.trail").expect(
      "old.trail: updated at line 2\ngood.trail: passed\n2 passed, 0 failed\n")
    #expect(
      folder.text("old.trail") == """
        > increment
        | Counter
        |
        |   Count: 1
        |
        |   increment
        |   decrement
        |   reset

        | Counter
        | ...

        """)
    #expect(folder.names == ["bad.trail", "good.trail", "old.trail"])
  }

  @Test func `--update is refused where CI is set, and follows a link to a file`() throws {
    try folder.run(
      "/bin/sh",
      ["-c", #"CI=true exec "$0" replay --update good.trail"#, Program.counter.path]
    ).expect(
      "",
      errors: """
        counter: --update rewrites trails and is not allowed where CI is set
        Try: counter --help

        """, status: 2)
    try folder.write("| Old\n", to: "old.trail")
    try run("--update", "/dev/stdin", input: "| Old\n").expect(
      "/dev/stdin: updated at line 1\n1 passed, 0 failed\n")
  }

  private let screens = (
    zero: "\nCounter\n\n  Count: 0\n\n  increment\n  decrement  disabled: the count is zero\n"
      + "  reset\n\n",
    one: "\nCounter\n\n  Count: 1\n\n  increment\n  decrement\n  reset\n\n"
  )

  @Test func `--step shows the next line and waits, and goes back`() throws {
    try run("--step", "bad.trail", input: "\nb\nb\n?\n\n\n\n").expect(
      "bad.trail: Enter continues, b goes back, q quits\n" + screens.zero + "# First\n"
        + "bad.trail:2: > increment\n" + screens.one + "# Second\nbad.trail:4: > reset\n"
        + screens.zero + "bad.trail:2: > increment\n" + "this is the first line\n"
        + "bad.trail:2: > increment\n" + "Enter continues, b goes back, q quits\n"
        + "bad.trail:2: > increment\n" + screens.one + "# Second\nbad.trail:4: > reset\n"
        + screens.zero + "bad.trail:5: ? text Count: 3\n"
          + """
          bad.trail:5: failed: ? text Count: 3
            the screen does not show this text
            before:
              bad.trail:1: First, 1 line
            after:
              > reset
            on the screen:
              | Counter
              |
              |   Count: 0
              |
              |   increment
              |   decrement  disabled: the count is zero
              |   reset
          0 passed, 1 failed

          """, status: 1)
  }

  @Test func `--step quits at q and at the end of the input`() throws {
    for input in ["q\n", "\nq\n", ""] {
      let run = try run("--step", "good.trail", input: input)
      #expect(!run.output.contains("passed") && run.status == 0)
    }
  }

  @Test func `--real-time uses the wall clock`() throws {
    try folder.write("% app onboarding\n% options --latency 0.1s\n@ idle\n", to: "slow.trail")
    let start = ContinuousClock.now
    try folder.run(.onboarding, "replay", "--real-time", "slow.trail")
      .expect("slow.trail: passed\n1 passed, 0 failed\n")
    #expect(start.duration(to: .now) > .milliseconds(100))
  }

  @Test(.gate) func `a long replay shows its progress in a terminal and erases it`() throws {
    let inputs = String(repeating: "> increment\n", count: 60_000)
    try folder.write(inputs + "? text Count: 60000\n", to: "long.trail")
    let terminal = try Dialogue(
      atTerminal: .counter, "replay", "long.trail", in: folder, variables: ["TERM": "xterm"])
    #expect(try terminal.read(to: " %, playing long.trail").hasPrefix("\r\u{1B}[K"))
    #expect(
      try terminal.readToStatus().hasSuffix(
        "\r\u{1B}[Klong.trail: passed\n1 passed, 0 failed\nstatus 0\n"))
  }
}
