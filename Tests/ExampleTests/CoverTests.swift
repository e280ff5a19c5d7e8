import Cairn
import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct CoverCommandTests {
  private let folder = Folder()

  @Test func `trails are written, kept, and replaced when they break`() throws {
    try folder.run(.timeline, "cover", "set", "--by", "input").expect(
      """
      1 trail for 10 results of inputs, time and restarts; at least 1 needed
      new         login-feed.trail: 10 results of inputs, time and restarts

      """)
    let text = try #require(folder.text("set/login-feed.trail"))
    #expect(try folder.run(.timeline, "replay", "set").status == 0)
    try folder.write("% app timeline\n> username ada\n", to: "set/mine.trail")
    try folder.run(.timeline, "cover", "set", "--by", "input").expect(
      """
      1 trail for 10 results of inputs, time and restarts; at least 1 needed
      kept        login-feed.trail

      """)
    try folder.write(
      text.replacing("username is \"ada\"", with: "username is \"bob\""), to: "set/login-feed.trail"
    )
    let broken = try folder.run(.timeline, "cover", "set", "--by", "input")
    #expect(
      broken.output.contains(
        """
        broken      login-feed.trail: line 100, ? username is "bob": expected: "bob"; actual:   "ada"
        new         login-feed.trail: 10 results of inputs, time and restarts
        """))
    #expect(broken.status == 1 && folder.text("set/login-feed.trail") == text)
    #expect(folder.text("set/mine.trail") == "% app timeline\n> username ada\n")
  }

  #if os(Linux)
    // Elsewhere, a name of a file is UTF-8.
    @Test func `a folder whose name is not UTF-8 is written, read and played`() throws {
      let name = String(pathBytes: Array(folder["set"].utf8) + [0xE9])
      defer {
        unlink((name + "/login-feed.trail").systemPath)
        rmdir(name.systemPath)
      }
      for result in ["new ", "kept"] {
        let run = try folder.run(.timeline, "cover", name, "--by", "input")
        #expect(
          run.output.contains("\n\(result)        login-feed.trail") && run.status == 0, "\(run)")
      }
      let run = try folder.run(.timeline, "replay", name)
      #expect(run.output.hasSuffix("\n1 passed, 0 failed\n") && run.status == 0, "\(run)")
    }
  #endif

  @Test func `a named pipe in place of a file is refused, and not waited for`() throws {
    try folder.makeFolder("set")
    #expect(mkfifo(folder["set/login-feed.swift"], 0o600) == 0)
    let run = try folder.run(.timeline, "cover", "set", "--by", "input", "--swift")
    #expect(
      run.errors.contains("set/login-feed.swift: cannot be written: another file has this name; ")
        && run.status == 2,
      "\(run)")
  }

  @Test func `a bound and a file in the way lose no trail, and another trail keeps its name`()
    throws
  {
    func cover(_ words: String...) throws -> Run {
      try folder.run(.timeline, ["cover", "set", "--by", "input"] + words)
    }
    try folder.makeFolder("set")
    try folder.write("% app timeline\n> username ada\n", to: "set/login-feed.trail")
    try cover().expect(
      """
      1 trail for 10 results of inputs, time and restarts; at least 1 needed
      new         login-feed-2.trail: 10 results of inputs, time and restarts

      """)
    let text = try #require(folder.text("set/login-feed-2.trail"))
    try folder.write(text, to: "set/copy.trail")
    let part = try cover("--depth", "1")
    #expect(part.status == 3 && !part.output.contains("at least"), "\(part)")
    #expect(part.output.contains("\nkept        copy.trail\nkept        login-feed-2.trail\n"))
    // No test can be written, so that no trail is removed.
    try folder.write("mine", to: "set/copy.swift")
    #expect(try cover("--swift").status == 2)
    #expect(folder.text("set/copy.trail") == text && folder.text("set/login-feed-2.trail") == text)
    #expect(
      try cover().output.hasSuffix(
        "\nnot needed  login-feed-2.trail: other trails cover the same\n"))
    #expect(folder.text("set/login-feed-2.trail") == nil)
  }

  @Test func `--swift writes the test that is compiled beside these`() throws {
    try expectTests(of: .timeline, "login-feed", compiledIn: "TimelineTests")
    // A file of somebody else stays.
    try folder.write("mine", to: "set/login-feed.swift")
    let run = try folder.run(.timeline, "cover", "set", "--by", "input", "--swift")
    #expect(
      run.status == 2 && run.errors.contains("login-feed.swift: cannot be written: another file "))
  }

  @Test func `a full disk is no wrong usage`() throws {
    let run = try folder.run(
      "/bin/sh",
      [
        "-c",
        #"trap '' XFSZ; (ulimit -f 0; "$0" cover set --without restarts; echo $?) 2>&1 | cat"#,
        Program.timeline.path,
      ])
    #expect(run.output.hasSuffix(".trail: cannot be written: File too large\n1\n"), "\(run)")
    #expect(folder.names == ["set"])
  }

  @Test(.gate) func `--swift writes the tests with restarts that are compiled beside these`() throws
  {
    try expectTests(
      of: .accounts, "starting-to-images", compiledIn: "AccountsTests", "--without", "disabled")
  }

  private func expectTests(
    of program: Program, _ name: String, compiledIn tests: String, _ options: String...
  ) throws {
    let run = try folder.run(program, ["cover", "set", "--by", "input", "--swift"] + options)
    #expect(run.status == 0, "\(run)")
    let compiled = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../\(tests)/CoveredTests.swift").standardizedFileURL
    // The formatter has broken long lines, and ends lists with a comma.
    func text(_ text: String?) -> String {
      (text ?? "").filter { !$0.isWhitespace }.replacing(",]", with: "]").replacing(",)", with: ")")
    }
    #expect(
      text(folder.text("set/\(name).swift"))
        == text(try String(contentsOf: compiled, encoding: .utf8)))
  }

  @Test func `wrong usage and bounds have their status`() throws {
    let cases: [(words: [String], message: String, status: Int32)] = [
      ([], "\"cover\" needs one folder for trails: timeline cover FOLDER", 2),
      (["set", "--by", "state"], "--by: \"state\" is not one of screen, input and edge", 2),
      (["set", "--depth", "2"], "the set is incomplete: the depth of 2 was reached", 3),
    ]
    for (words, message, status) in cases {
      let run = try folder.run(.timeline, ["cover"] + words)
      #expect(run.status == status && run.errors.contains(message), "\(run)")
    }
  }
}
