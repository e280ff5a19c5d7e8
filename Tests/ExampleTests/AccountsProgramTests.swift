import Foundation
import TestSupport
import Testing

/// `accounts` as a program: at a pseudo-terminal, from a pipe, and with a real server.
@Suite(.timeLimit(.minutes(10))) struct AccountsProgramTests {
  private static let password = "s3cret-pw!"
  private static let signUp = [
    "go-signup", "email ada@example.com", "password \(password)", "first-name Ada",
    "last-name Lovelace", "mobile +60 12-345 6789", "gender female", "signup",
  ]

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func signUp(then lines: String...) throws {
    let run = try folder.run(.accounts, ["--state", "users.json"], lines: Self.signUp + lines)
    #expect(run.errors == "" && run.status == 0)
  }

  /// A window with the home of the user who is stored as signed in.
  private func openHome(
    _ options: String..., variables: [String: String] = [:]
  ) throws -> Window {
    let window = try Window(
      path: Program.accounts.path, arguments: ["--state", "users.json"] + options, in: folder,
      columns: 80, rows: 40, variables: variables)
    try window.wait(for: "home") { $0.text.hasSuffix("logout\n\n>") }
    return window
  }

  @Test func `a person logs in at a terminal, and the file has no password`() throws {
    try signUp(then: "logout")
    let window = try Window(.accounts, "--state", "users.json", in: folder, columns: 60, rows: 40)
    try window.wait(for: "the login") { $0.text.hasSuffix("go-signup\n\n>") }
    func type(_ keys: String, says message: String) throws {
      try window.type(keys)
      try window.wait(for: message) {
        $0.text.components(separatedBy: "\nLog in\n").last?.contains(message) == true
      }
    }
    try type("login\r", says: "× All fields are required")
    try type("email ada@example.com\r", says: "email      ada@example.com")
    try type("password\rs3cret-pw?\r", says: "password   ••••••••••")
    try type("login\r", says: "× Email or password is wrong")
    try window.type("password \(Self.password)\rlogin\r", shows: "logout\n\n>")
    #expect(window.emulator.text.contains("  Name    Ada Lovelace\n  Mobile  +60 12-345 6789\n"))
    for text in folder.texts + [window.emulator.transcript] { #expect(!text.contains("s3cret")) }
    // Who is signed in stays so.
    #expect(folder.text("users.json")?.contains("+60 12-345 6789") == true)
    let again = try folder.run(.accounts, "--state", "users.json")
    #expect(again.output.hasPrefix("Home\n\n  Name    Ada Lovelace\n"))
  }

  @Test func `the images come from the server of --images`() throws {
    let server = try LoopbackServer(
      .text(#"{"items": [{"title": "Boats", "link": "http://127.0.0.1/boats"}]}"#))
    let run = try folder.run(
      .accounts, "--ephemeral", "--images", server.address, lines: Self.signUp + ["images"])
    #expect(
      run.output.hasSuffix(
        """
        Images

          Boats
          unknown size
          http://127.0.0.1/boats

          back

        """))
    let broken = try LoopbackServer(.bytes(LoopbackServer.header("500 Oops", length: 0)))
    let failed = try folder.run(
      .accounts, "--ephemeral", "--images", broken.address, lines: Self.signUp + ["images"])
    #expect(failed.output.contains("  × The server answered with status 500.\n"))
  }

  @Test(arguments: LoopbackServer.large.indices)
  func `a large feed takes no more memory than its limit`(index: Int) throws {
    let server = try LoopbackServer(LoopbackServer.large[index])
    try folder.write((Self.signUp + ["images"]).joined(separator: "\n"), to: "lines")
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
    try signUp()
    let window = try openHome(
      "--images", server.address, variables: Child.withBlockingEffects)
    try window.type("images\r")
    try window.wait(for: "the load") { $0.text.contains("… Loading the images…") }
    try window.type("back\r:effects\r:quit\r")
    try window.wait(forLast: "status 0")
    #expect(window.emulator.text.contains("no effect is in flight"))
  }

  @Test(arguments: [
    (["--images", ""], address), (["--images", "example.com"], address),
    (["--images", "file:///etc/passwd"], address), (["--images", "ftp://example.com/"], address),
    (
      ["explore", "--images", "http://127.0.0.1/"],
      "a simulated world has no network; leave out --images"
    ),
  ])
  func `an address that is none of the web, or in a simulated world, is a usage error`(
    options: [String], message: String
  ) throws {
    let run = try folder.run(.accounts, options)
    #expect(run.errors.contains(message) && run.status == 2, "\(run)")
  }

  private static let address = "--images needs an address that begins with http:// or https://"
}
