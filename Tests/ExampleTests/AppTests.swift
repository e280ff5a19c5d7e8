import Foundation
import TerminalEmulator
import TestSupport
import Testing

/// The programs `accounts`, `dance`, `workout` and `timeline`, with real files, hashes and servers.
@Suite(.blocking, .timeLimit(.minutes(10))) struct AppTests {
  private let folder = Folder()

  private let account = [
    "go-signup", "email ada@example.com", "password s3cret-pw!", "first-name Ada",
    "last-name Lovelace", "mobile +60 12-345 6789", "gender female", "signup",
  ]
  /// The lines that sign a user of dance up and show the first class, of 3:20.
  private let danceSignUp = [
    "go-signup", "email ada@example.com", "password s3cret-pw!", "signup", "play-1",
  ]

  // MARK: - Accounts

  @Test func `a person logs in to accounts at a terminal, and the file has no password`() throws {
    let run = try folder.run(.accounts, "--state", "users.json", lines: account + ["logout"])
    #expect(run.errors == "" && run.status == 0)
    let window = try Window(.accounts, "--state", "users.json", in: folder, columns: 60, rows: 40)
    try window.wait(for: "the login") { $0.text.hasSuffix("go-signup\n\n>") }
    for (keys, message) in [
      ("login\r", "× All fields are required"),
      ("email ada@example.com\r", "email      ada@example.com"),
      ("password\rs3cret-pw?\r", "password   ••••••••••"),
      ("login\r", "× Email or password is wrong"),
    ] {
      try window.type(keys)
      try window.wait(for: message) {
        $0.text.components(separatedBy: "\nLog in\n").last?.contains(message) == true
      }
    }
    try window.type("password s3cret-pw!\rlogin\r", shows: "logout\n\n>")
    #expect(window.emulator.text.contains("  Name    Ada Lovelace\n  Mobile  +60 12-345 6789\n"))
    for text in folder.texts + [window.emulator.transcript] { #expect(!text.contains("s3cret")) }
    // Who is signed in stays so.
    #expect(folder.text("users.json")?.contains("+60 12-345 6789") == true)
    let again = try folder.run(.accounts, "--state", "users.json")
    #expect(again.output.hasPrefix("Home\n\n  Name    Ada Lovelace\n"))
  }

  @Test(arguments: LoopbackServer.large.indices)
  func `a large feed takes no more memory than its limit`(index: Int) throws {
    let server = try LoopbackServer(LoopbackServer.large[index])
    try folder.write((account + ["images"]).joined(separator: "\n"), to: "lines")
    let child = try Child(
      Program.accounts.path, ["--ephemeral", "--images", server.address], in: folder.path,
      input: .file(folder["lines"], O_RDONLY), output: .file(folder["output"], O_WRONLY | O_CREAT),
      errors: .file(folder["errors"], O_WRONLY | O_CREAT))
    // A script whose last screen shows an error fails.
    #expect(child.wait() == 1)
    #expect(folder.text("output")?.contains("  × The feed is larger than 4 MiB") == true)
    // The program itself takes about 50 MB. A process inherits the peak of the one that starts it, so that a
    // larger peak of the tests hides its own.
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #expect(child.peakMemory <= max(300 << 20, usage.ru_maxrss << 10))
  }

  @Test func `a journal has no credentials of an address, and is replayed`() throws {
    let address = "http://user:hunter2@127.0.0.1/feed"
    _ = try folder.run(
      .accounts, "--ephemeral", "--images", address, "--journal", "a.journal", lines: ["go-signup"])
    #expect(folder.text("a.journal")?.contains("redacted@127.0.0.1") == true)
    for text in folder.texts { #expect(!text.contains("hunter2")) }
    #expect(try folder.run(.accounts, "journal", "a.journal").status == 0)
  }

  @Test func `back ends a load at once, and the program does not wait for it`() throws {
    let server = try LoopbackServer(.silence)
    let window = try Window(
      .accounts, "--ephemeral", "--images", server.address, in: folder, columns: 80, rows: 40,
      variables: Child.withBlockingEffects)
    try window.wait(forLast: ">")
    try window.type(account.joined(separator: "\r") + "\r", shows: "logout\n\n>")
    try window.type("images\r", until: "… Loading the images…")
    try window.type("back\r:effects\r:quit\r", untilLast: "status 0")
    #expect(window.emulator.text.contains("no effect is in flight"))
  }

  // MARK: - Dance

  @Test func `a player that is killed loses less than two seconds`() throws {
    let player = try Dialogue(.dance, "--state", "d.json", in: folder)
    // The last line waits for the saves of the time before it, which passes at once.
    try player.send(lines: danceSignUp + ["play", ":advance 63s", "seek +1"])
    _ = try player.read(to: "\n  1:04")
    player.kill()

    let run = try folder.run(.dance, "--state", "d.json", lines: ["play-1", "close", "stats"])
    // The class goes on, and the share and the time spent are kept.
    #expect(run.output.contains(/\n  1:0[0-9] ━/))
    #expect(run.output.contains(/Salsa Basics  1:0[0-9] of 3:20  3[0-4] %     1:0[0-9]\n/))
    #expect(run.status == 0)
    // The password is kept as a hash alone.
    #expect(folder.text("d.json")?.contains("ada@example.com") == true)
    #expect(folder.texts.allSatisfy { !$0.contains("s3cret-pw!") })
  }

  @Test func `a restored class goes on at its place, and a script ends with slow storage`() throws {
    let run = try folder.run(
      .dance, "--ephemeral", "--virtual-time", "--latency=1s",
      lines: danceSignUp + [
        "play", ":advance 5s", "pause", "play", ":advance 3s", ":undo", ":advance 30s", ":redo",
        "close", "stats",
      ])
    #expect(run.output.contains(#/Salsa Basics  0:(0[89]|1\d) of 3:20  \d % /#))
    #expect(run.status == 0)
  }

  @Test(.gate) func `a terminal that only appends prints no ticks`() throws {
    let lines = danceSignUp + ["close"]
    #expect(try folder.run(.dance, "--state", "d.json", lines: lines).status == 0)
    let window = try Window(
      .dance, "--state", "d.json", in: folder, columns: 80, rows: 200, variables: Window.plainLines)
    try window.wait(for: "the list") { $0.text.contains("play-64") && $0.text.hasSuffix("\n>") }
    try window.type("play-1\nseek 195\nplay\n")
    // At the end the video pauses, which is printed. A tick was before it.
    try window.wait(for: "the end") {
      let parts = $0.text.components(separatedBy: "▶ playing")
      return parts.count == 2 && parts[1].contains("❚❚ paused")
    }
    let shown = window.emulator.text.components(separatedBy: "▶ playing")[1]
    #expect(shown.ranges(of: "Salsa Basics").count == 1, "\(shown)")
  }

  @Test(arguments: [Program.dance, .timeline])
  func `after a log-out neither a tool nor a journal has anything of the user`(
    program: Program
  ) throws {
    let isDance = program == .dance
    let lines =
      isDance
      ? danceSignUp + ["close", "search salsa", "logout", ":undo", ":diff 1", ":history"]
      : Self.logIn + ["logout"]
    let last = isDance ? "search tango" : "username grace"
    let run = try folder.run(
      program, ["--state", "a.json", "--journal", "a.journal", "--keep-going"],
      lines: lines + [last])
    let journal = try #require(folder.text("a.journal"))
    for text in ["ada@example.com", "salsa", "\"ada\""] { #expect(!journal.contains(text)) }
    #expect(journal.contains(isDance ? "tango" : "grace"), "\(journal)")
    #expect(try folder.run(program, "journal", "a.journal").status == 0)
    guard isDance else { return #expect(run.status == 0, "\(run)") }
    #expect(run.output.contains("ada@example.com"))
    #expect(run.errors.contains("there is nothing to undo; the app has sealed what was before"))
  }

  // MARK: - Workout

  private func workout(_ lines: [String] = [], state: String = "users.json") throws -> Run {
    try folder.run(.workout, ["--state", state, "--virtual-time"], lines: lines)
  }

  private func signUp(_ email: String) -> [String] {
    ["email \(email)", "next", "password correct horse", "gender other", "signup"]
  }

  @Test func `two workouts at once register both users, and an address only once`() throws {
    let one = try Dialogue(.workout, "--state", "users.json", "--virtual-time", in: folder)
    let two = try Dialogue(.workout, "--state", "users.json", "--virtual-time", in: folder)
    // A program that starts after the other's sign-up would find a user signed in.
    for dialogue in [one, two] { _ = try dialogue.read(to: "next   disabled") }
    for (dialogue, email) in [(one, "ada@example.com"), (two, "grace@example.com")] {
      try dialogue.send(lines: signUp(email))
    }
    _ = try one.read(to: "E-mail  ada@example.com")
    _ = try two.read(to: "E-mail  grace@example.com")
    try one.send(lines: [
      "logout", "email new", "next", "email GRACE@example.com", "password correct horse",
      "gender male", "signup",
    ])
    _ = try one.read(to: "This email is already registered")
    // The log-out of one leaves the other signed in.
    try two.send(lines: ["logout"])
    _ = try two.read(to: "next   disabled")
    for dialogue in [one, two] { dialogue.kill() }
    for email in ["ada@EXAMPLE.com", "grace@example.com"] {
      let logIn = ["email \(email)", "next", "password correct horse", "login"]
      let output = try workout(logIn).output
      #expect(output.hasPrefix("Myworkout GO\n"))
      #expect(output.hasSuffix("  E-mail  \(email.lowercased())\n  Gender  other\n\n  logout\n"))
      #expect(try workout(["logout"]).output.hasPrefix("Profile\n"))
    }
    // The file has the password as a slow hash only.
    #if os(Linux)
      #expect(folder.text("users.json")?.contains("$y$j9T$") == true)
    #endif
    for text in folder.texts { #expect(!text.contains("correct horse")) }
  }

  #if os(Linux)
    // The limits are those that Linux has, and the numbers what its libraries need.
    @Test(arguments: [
      ("ulimit -d 20000", "", "workout: cannot start threads: Resource temporarily unavailable"),
      ("ulimit -n 5", "× libcrypt.so.", ""), ("ulimit -n 6", "× Too many open files", ""),
    ])
    func `with too little memory or too few descriptors the reason is told`(
      limit: String, output: String, errors: String
    ) throws {
      try folder.write(
        signUp("ada@example.com").map { $0 + "\n" }.joined(), to: "lines.txt")
      let run = try folder.run(
        "/bin/sh",
        ["-c", limit + #"; exec "$0" --state a.json --virtual-time"#, Program.workout.path],
        input: .file(folder["lines.txt"], O_RDONLY))
      #expect(run.status == 1)
      #expect(output.isEmpty ? run.output == "" : run.output.contains(output), "\(run)")
      #expect(errors.isEmpty ? run.errors == "" : run.errors.hasPrefix(errors), "\(run)")
    }
  #endif

  // MARK: - Timeline

  private static let logIn = ["username ada", "password lovelace", "login"]

  #if os(Linux)
    /// No file can be made there, and none is found.
    @Test func `a session that ends without its save says so, with status 1`() throws {
      let options = ["--state", "/proc/none/a.json"]
      for (lines, errors) in [([], ""), (Self.logIn + ["continue"], "not saved: the log-in\n")] {
        let run = try folder.run(.timeline, options, lines: lines)
        #expect(run.errors == errors && run.status == (errors.isEmpty ? 0 : 1), "\(run)")
      }
    }

    @Test func `Ctrl-C between the lines of a script tells what was not saved`() throws {
      let session = try Dialogue(.timeline, "--state", "/proc/none/a.json", in: folder)
      try session.send(lines: Self.logIn + ["continue"])
      _ = try session.read(to: "Not saved, so the next start asks")
      session.send(signal: SIGINT)
      _ = try session.read(to: "not saved: the log-in\n")
      #expect(session.wait() == 1)
    }
  #endif

  @Test func `the copy of a file that is gone or another one is named, with the way back`() throws {
    let options = ["--state", "a.json"]
    let advice =
      "a.json.previous has the version before the last save; to use it, move it to a.json.\n"
    _ = try folder.run(.timeline, options, lines: Self.logIn + ["logout"])
    let copy = try #require(folder.text("a.json.previous"))
    try folder.write("garbage", to: "a.json")
    let refused = try folder.run(.timeline, options)
    #expect(refused.status == 2 && refused.errors.contains(advice), "\(refused)")
    try FileManager.default.removeItem(atPath: folder["a.json"])
    for lines in [[], Self.logIn] {
      let run = try folder.run(.timeline, options, lines: lines)
      #expect(run.errors == "a.json: there is no such file. \(advice)" && run.status == 0, "\(run)")
    }
    #expect(try folder.run(.timeline, options).errors == "")
    #expect(folder.text("a.json.previous-2") == copy)
  }

  @Test func `:undo of a log-in leaves the file as it is`() throws {
    let lines = ["username ada", "password lovelace", "login", ":undo"]
    let run = try folder.run(.timeline, ["--state", "a.json", "--virtual-time"], lines: lines)
    #expect(run.output.contains("undone: login (files are left as they are)\nLog in\n"))
    #expect(try folder.run(.timeline, "--state", "a.json").output.contains("Timeline\n"))
  }
}
