import Foundation
import Testing

/// Malformed and oversized input.
@Suite struct ScriptBytesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a line that is not UTF-8 is refused, and the lines after it are not`() throws {
    let input = Array("increment\n".utf8) + [0xFF, 0xFE, 0x0A] + Array("increment\n".utf8)
    try folder.run(.counter, ["--keep-going"], input: input).expect(
      counter(0, 1, 2), errors: "line 2: the line is not valid UTF-8\n", status: 1)
  }

  @Test(arguments: [(1 << 20) + 1, (1 << 20) + 100_000, 5 << 20], [false, true])
  func `a line over 1 MiB is refused once, and the lines after it are not`(
    length: Int, endsInput: Bool
  ) throws {
    var input = Array("increment\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: length)
    if !endsInput { input += Array("\nincrement\n".utf8) }
    try folder.run(.counter, ["--keep-going"], input: input).expect(
      endsInput ? counter(0, 1) : counter(0, 1, 2),
      errors: "line 2: the line is longer than 1 MiB\n", status: 1)
  }

  @Test func `a byte order mark before the first line is skipped`() throws {
    try folder.run(.counter, input: Array("\u{FEFF}increment\r\nincrement".utf8))
      .expect(counter(0, 1, 2))
  }

  @Test func `a named pipe is not loaded, and ~ is the home`() throws {
    #expect(mkfifo(folder["a.trail"], 0o600) == 0)
    try folder.run(
      .counter, "--keep-going",
      lines: ["increment", ":load a.trail", ":save ~/b.trail", ":load ~/b.trail"]
    ).expect(
      counter(0, 1) + "\n1 input written to \(folder.path)/b.trail\n\n"
        + "1 input of \(folder.path)/b.trail typed\n" + counter(2),
      errors: "line 2: a.trail: cannot be read: it is not a regular file\n", status: 1)
    #expect(folder.text("b.trail")?.contains("> increment") == true)
  }

  @Test(arguments: ["", "# nothing\n", "% app counter\n"])
  func `a trail without steps has checked nothing, and fails`(text: String) throws {
    try folder.write(text, to: "a.trail")
    try folder.run(.counter, "replay", "a.trail").expect(
      "0 passed, 0 failed, 1 not played\n",
      errors: "a.trail: the trail has no steps, and nothing was checked\n", status: 2)
  }

  @Test func `a line of 1 MiB is read`() throws {
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20 - 9)
    try folder.run(.counter, input: Array("increment".utf8) + padding + [0x0A])
      .expect(counter(0, 1))
  }

  @Test func `a line without end is refused as soon as it is too long`() throws {
    try folder.run(Program.counter.path, input: .file("/dev/zero", 0)).expect(
      counter(0), errors: "line 1: the line is longer than 1 MiB\n", status: 1)
  }

  @Test func `thousands of lines are answered in order`() throws {
    let run = try folder.run(.counter, lines: Array(repeating: "increment", count: 2000))
    #expect(run.output.hasSuffix("\n\n" + counter(1999, 2000)))
    #expect(run.status == 0)
  }

  @Test func `control characters in a name are escaped in the output`() throws {
    try folder.run(.counter, "--keep-going", lines: ["a\u{0}b", "\u{1B}[2J\u{7}", "a\u{9B}m"])
      .expect(
        counter(0),
        errors: """
          line 1: there is no "a\\u{0}b" here; you can type: increment, decrement, reset
          line 2: there is no "\\u{1B}[2J\\u{7}" here; you can type: increment, decrement, reset
          line 3: there is no "a\\u{9B}m" here; you can type: increment, decrement, reset

          """, status: 1)
  }

  @Test func `control characters in a value are escaped in the output`() throws {
    let run = try folder.run(
      .onboarding, "--ephemeral",
      lines: [
        "next", "accept", "next", "email a\u{0}b\u{1B}]0;title\u{7}", #"email "\u{1B}[2J\n""#,
        ":state", ":history", ":undo",
      ])
    #expect(run.output.contains(#"email     a\u{0}b\u{1B}]0;title\u{7}"#))
    #expect(run.output.contains(#"email     \u{1B}[2J\n"#))
    #expect(run.errors == "")
    #expect(run.status == 0)
    let allowed = run.output.unicodeScalars.filter { $0 != "\n" }
    #expect(!allowed.contains { $0.properties.generalCategory == .control })
  }
}
