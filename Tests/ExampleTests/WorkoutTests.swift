import Foundation
import Testing

/// The workout with real files and real hashes.
@Suite(.timeLimit(.minutes(10))) struct WorkoutRunTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func run(_ lines: [String] = [], state: String = "users.json") throws -> Run {
    try folder.run(.workout, ["--state", state, "--virtual-time"], lines: lines)
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
    #expect(third.output.hasSuffix("  E-mail  Ada@example.com\n  Gender  other\n\n  logout\n"))
    #expect(try run().output.hasPrefix("Profile\n"))
    // The file has the password as a slow hash only.
    #expect(folder.text("users.json")?.contains("Ada@example.com") == true)
    #if os(Linux)
      #expect(folder.text("users.json")?.contains("$y$j9T$") == true)
    #endif
    for text in folder.texts { #expect(!text.contains("correct horse")) }
  }

  @Test func `two programs at once register both users, and an address only once`() throws {
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
    for dialogue in [one, two] { dialogue.kill() }
    for email in ["ada@example.com", "grace@example.com"] {
      #expect(try run(logIn(email) + ["logout"]).output.contains("E-mail  \(email)\n"))
    }
  }

  @Test func `a sign-up that cannot be saved fails the script`() throws {
    let run = try run(signUp("ada@example.com"), state: "/proc/x.json")
    #expect(run.output.contains("× No such file or directory") && run.status == 1)
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
    try folder.write(signUp("ada@example.com").map { $0 + "\n" }.joined(), to: "lines.txt")
    let run = try folder.run(
      "/bin/sh",
      ["-c", limit + #"; exec "$0" --state a.json --virtual-time"#, Program.workout.path],
      input: .file(folder["lines.txt"], O_RDONLY))
    #expect(run.status == 1)
    #expect(output.isEmpty ? run.output == "" : run.output.contains(output), "\(run)")
    #expect(errors.isEmpty ? run.errors == "" : run.errors.hasPrefix(errors), "\(run)")
  }
}
