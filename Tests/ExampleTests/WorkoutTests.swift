import Foundation
import Testing

/// The workout with real files and real hashes.
@Suite(.timeLimit(.minutes(10))) struct WorkoutRunTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func run(_ lines: [String], state: String = "users.json") throws -> Run {
    try folder.run(
      .workout, ["--state", state, "--virtual-time"],
      input: Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  private let email = "registered@email.com"

  private func signUp(_ email: String) -> [String] {
    ["email \(email)", "next", "password correct horse", "gender other", "signup"]
  }

  private func logIn(_ email: String, _ password: String = "correct horse") -> [String] {
    ["email \(email)", "next", "password \(password)", "login"]
  }

  @Test func `a user who signed up is signed in at the next start, and can log in later`() throws {
    let first = try run(signUp("Ada@example.com"))
    #expect(first.output.hasSuffix("  E-mail  Ada@example.com\n  Gender  other\n\n  logout\n"))
    #expect(first.errors == "" && first.status == 0)
    let second = try run(["logout"])
    #expect(second.output.hasPrefix("Profile\n"))
    #expect(second.output.hasSuffix("\n  email  (empty)\n\n  next   disabled: email is required\n"))
    let third = try run(logIn("ada@EXAMPLE.com"))
    #expect(third.output.hasPrefix("Myworkout GO\n"))
    #expect(third.output.contains("\nWelcome back\n"))
    #expect(third.output.hasSuffix("  E-mail  Ada@example.com\n  Gender  other\n\n  logout\n"))
    #expect(try run([]).output.hasPrefix("Profile\n"))
  }

  @Test func `the file has the password as a slow hash only`() throws {
    _ = try run(signUp("ada@example.com"))
    let text = try #require(folder.text("users.json"))
    #expect(text.contains("ada@example.com") && !text.contains("correct horse"))
    #if os(Linux)
      #expect(text.contains("$y$j9T$"))
    #endif
    for text in folder.texts { #expect(!text.contains("correct horse")) }
  }

  @Test func `after a logout no command brings the profile back`() throws {
    let lines = [":undo", ":goto 0", ":redo", ":state", ":history", ":diff"]
    let run = try folder.run(
      .workout, ["--ephemeral", "--virtual-time", "--keep-going"],
      input: Array((logIn(email, "password") + ["logout"] + lines).map { $0 + "\n" }.joined().utf8))
    let rest = try #require(run.output.components(separatedBy: "\n  logout\n").last)
    #expect(rest.contains("Myworkout GO"))
    #expect(!rest.contains("Profile") && !rest.contains(email))
    #expect(!run.errors.contains(email))
  }

  @Test func `two programs at once register both users, and an address only once`() throws {
    let one = try Dialogue(.workout, "--state", "users.json", "--virtual-time", in: folder)
    let two = try Dialogue(.workout, "--state", "users.json", "--virtual-time", in: folder)
    // A program that starts after the other's sign-up would find a user signed in.
    for dialogue in [one, two] { _ = try dialogue.read(to: "next   disabled") }
    for (dialogue, email) in [(one, "ada@example.com"), (two, "grace@example.com")] {
      for line in signUp(email) { try dialogue.send(line + "\n") }
    }
    _ = try one.read(to: "E-mail  ada@example.com")
    _ = try two.read(to: "E-mail  grace@example.com")
    for line in ["logout"] + ["email new", "next", "email GRACE@example.com"] {
      try one.send(line + "\n")
    }
    for line in ["password correct horse", "gender male", "signup"] { try one.send(line + "\n") }
    _ = try one.read(to: "This email is already registered")
    for dialogue in [one, two] {
      dialogue.send(signal: SIGKILL)
      #expect(dialogue.wait() == 128 + SIGKILL)
    }
    for email in ["ada@example.com", "grace@example.com"] {
      #expect(try run(logIn(email) + ["logout"]).output.contains("E-mail  \(email)\n"))
    }
  }

  @Test func `a program that is killed on the profile starts on it`() throws {
    let dialogue = try Dialogue(.workout, "--state", "users.json", "--virtual-time", in: folder)
    for line in logIn(email, "password") { try dialogue.send(line + "\n") }
    _ = try dialogue.read(to: "Gender  undisclosed\n\n  logout\n")
    dialogue.send(signal: SIGKILL)
    #expect(dialogue.wait() == 128 + SIGKILL)
    #expect(try run([]).output.hasPrefix("Profile\n"))
  }

  private let signUpLines = [
    "email ada@example.com", "next", "password s3cret", "gender female", "signup",
  ]

  @Test func `a sign-up that cannot be saved fails the script`() throws {
    let run = try folder.run(
      .workout, "--state", "/proc/x.json", "--virtual-time", lines: signUpLines)
    #expect(run.output.contains("× No such file or directory"))
    #expect(run.status == 1)
  }

  /// A sanitizer itself needs more memory than that.
  private static let isSanitized =
    ProcessInfo.processInfo.environment["CAIRN_SANITIZER"] != nil

  @Test(
    arguments: (isSanitized
      ? []
      : [("ulimit -d 20000", "", "workout: cannot start threads: Resource temporarily unavailable")])
      + [("ulimit -n 5", "× libcrypt.so.", ""), ("ulimit -n 6", "× Too many open files", "")])
  func `with too little memory or too few descriptors the reason is told`(
    limit: String, output: String, errors: String
  ) throws {
    try folder.write(signUpLines.map { $0 + "\n" }.joined(), to: "lines.txt")
    let run = try folder.run(
      "/bin/sh",
      ["-c", limit + #"; exec "$0" --state a.json --virtual-time"#, Program.workout.path],
      input: .file(folder["lines.txt"], O_RDONLY))
    #expect(run.status == 1)
    #expect(output.isEmpty ? run.output == "" : run.output.contains(output), "\(run)")
    #expect(errors.isEmpty ? run.errors == "" : run.errors.hasPrefix(errors), "\(run)")
  }

  @Test func `a file of a newer program is left in place, and a log-in says so`() throws {
    let text = #"{"storage":3,"version":1,"checksum":"0123456789abcdef","value":"# + "\n{}\n}\n"
    try folder.write(text, to: "users.json")
    let run = try run(logIn("ada@example.com"))
    #expect(run.output.contains("! Written by a newer program, in format 3"))
    #expect(run.output.contains("× Written by a newer program, in format 3"))
    #expect(folder.text("users.json") == text)
  }
}
