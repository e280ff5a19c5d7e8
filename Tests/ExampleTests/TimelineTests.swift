import Testing

/// The timeline with a saved log-in in memory.
@Suite(.timeLimit(.minutes(10))) struct TimelineRunTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private let logIn = ["username ada", "password lovelace", "login"]

  /// The title of the last screen.
  private func end(of lines: [String], _ options: String...) throws -> String? {
    let run = try folder.run(
      .timeline, ["--ephemeral", "--virtual-time"] + options, lines: lines)
    #expect(run.errors == "" && run.status == 0)
    return run.output.split(separator: "\n").last { $0 == "Timeline" || $0 == "Log in" }
      .map(String.init)
  }

  @Test func `a script waits for the file of the log-in, at the start and after the lifetime`()
    throws
  {
    #expect(try end(of: [], "--latency=1s") == "Log in")
    let wait = logIn + [":advance 10s"]
    // The load takes a second of the lifetime.
    #expect(try end(of: wait, "--latency=1s", "--expire=12s") == "Timeline")
    #expect(try end(of: wait, "--latency=1s", "--expire=11s") == "Log in")
  }

  /// After an undone log-in the client is still logged in.
  @Test func `after an undone input the screen follows the log-in again`() throws {
    #expect(try end(of: ["username grace", ":undo"] + logIn) == "Timeline")
    #expect(try end(of: logIn + ["refresh", ":undo", "logout"]) == "Log in")
    #expect(try end(of: logIn + [":undo"]) == "Timeline")
  }
}
