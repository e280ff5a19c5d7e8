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

  /// A window with the home of the user who is stored as signed in.
  private func openHome(
    _ options: String..., variables: [String: String] = [:]
  ) throws -> Window {
    let window = try Window(
      .accounts, arguments: ["--state", "users.json"] + options, in: folder, columns: 80, rows: 40,
      variables: variables)
    try window.wait(for: "home") { $0.text.hasSuffix("logout\n\n>") }
    return window
  }

  @Test func `a person types through the login at a terminal`() throws {
    try folder.run(.accounts, "--state", "users.json", lines: Self.signUp + ["logout"]).expectDone()
    let window = try Window(.accounts, "--state", "users.json", in: folder, columns: 60, rows: 40)
    try window.wait(for: "the login") { $0.text.hasSuffix("go-signup\n\n>") }
    func type(_ keys: String, says message: String) throws {
      try window.type(keys)
      try window.wait(for: message) { emulator in
        emulator.text.components(separatedBy: "\nLog in\n").last?
          .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          .joined(separator: " ").contains(message) == true
      }
    }
    try type("login\r", says: "× All fields are required")
    try type("email ada\r", says: "email      ada")
    try type("password\rshort\r", says: "password   •••••")
    try type("login\r", says: "× Email is not valid")
    try type("email ada@example.com\r", says: "email      ada@example.com")
    try type(
      "login\r",
      says: "× Password should contain one special character and minimum 8 characters required")
    try type("password\rs3cret-pw?\r", says: "password   ••••••••••")
    try type("login\r", says: "× Email or password is wrong")
    try window.type("password \(Self.password)\rlogin\r")
    try window.wait(for: "home") { $0.text.hasSuffix("logout\n\n>") }
    #expect(window.emulator.text.contains("  Name    Ada Lovelace\n  Mobile  +60 12-345 6789\n"))
    for secret in ["s3cret", "short"] { #expect(!window.emulator.transcript.contains(secret)) }
  }

  @Test func `a terminal that has hyperlinks gets them, and another the same text`() throws {
    try folder.run(.accounts, "--state", "users.json", lines: Self.signUp).expectDone()
    func window(_ variables: [String: String]) throws -> Window {
      let window = try openHome(variables: variables)
      try window.type("images\r")
      try window.wait(for: "the images") {
        $0.text.hasSuffix("/images/5\n\n  back\n\n>")
      }
      return window
    }
    let linked = try window(["FORCE_HYPERLINK": "1"])
    let plain = try window([:])
    #expect(
      linked.emulator.links.map(\.address).sorted()
        == (1...5).map { "https://www.example.com/images/\($0)" })
    #expect(linked.emulator.links.allSatisfy { $0.address == $0.text })
    #expect(plain.emulator.links.isEmpty)
    let texts = [plain, linked].map { $0.emulator.text.components(separatedBy: "> images\n").last }
    #expect(texts[0] == texts[1])
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
    try folder.run(.accounts, "journal", "a.journal").expectDone()
  }

  @Test func `back ends a load at once, and the program does not wait for it`() throws {
    let server = try LoopbackServer(.silence)
    try folder.run(.accounts, "--state", "users.json", lines: Self.signUp).expectDone()
    let window = try openHome(
      "--images", server.address, variables: Child.withBlockingEffects)
    try window.type("images\r")
    try window.wait(for: "the load") { $0.text.contains("… Loading the images…") }
    try window.type("back\r:effects\r:quit\r")
    try window.wait(forLast: "status 0")
    #expect(window.emulator.text.contains("no effect is in flight"))
  }

  @Test func `who is signed in stays so, and the file has no password`() throws {
    try folder.run(.accounts, "--state", "users.json", lines: Self.signUp).expectDone()
    let again = try folder.run(.accounts, "--state", "users.json")
    #expect(again.output.hasPrefix("Home\n\n  Name    Ada Lovelace\n"))
    for text in folder.texts { #expect(!text.contains(Self.password)) }
    let text = try #require(folder.text("users.json"))
    #expect(text.contains("+60 12-345 6789"))
  }

  @Test(arguments: ["", "example.com", "file:///etc/passwd", "ftp://example.com/"])
  func `an address that is none of the web is a usage error`(address: String) throws {
    let run = try folder.run(.accounts, "--ephemeral", "--images", address)
    #expect(run.status == 2)
    #expect(run.errors.contains("--images needs an address that begins with http:// or https://"))
  }

  @Test func `a simulated world has no network`() throws {
    let run = try folder.run(.accounts, "explore", "--images", "http://127.0.0.1/")
    #expect(run.status == 2)
    #expect(run.errors.contains("a simulated world has no network; leave out --images"))
  }
}

extension Run {
  fileprivate func expectDone(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(errors == "", sourceLocation: sourceLocation)
    #expect(status == 0, sourceLocation: sourceLocation)
  }
}
