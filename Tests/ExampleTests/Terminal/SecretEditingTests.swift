import Foundation
import Testing

/// Secure fields at a terminal: typed as bullets, and stored nowhere.
@Suite struct SecretEditingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func window() throws -> Window {
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type("next\raccept\rnext\r", shows: "required\n  back\n\n>")
    return window
  }

  private func credentials(_ line: String, password: String) -> String {
    """
    \(line)

    Credentials                                              3/7

      email     (empty)
      password  \(password)

      next      disabled: email is required
      back

    >
    """
  }

  @Test func `a secure value is edited as bullets, after a question or after the name`() throws {
    let window = try window()
    try window.type("password\r")
    try window.wait(forLast: "password:")
    try window.type("hunter2\u{1B}[D\u{1B}[Dx\u{1}y\u{5}z\u{7F}")
    try window.wait(forLast: "password: •••••••••")
    try window.type("\r", shows: credentials("password: •••••••••", password: "•••••••••"))
    try window.type("password hunt er")
    try window.wait(forLast: "> password •••••••")
    try window.type("2\r", shows: credentials("> password ••••••••", password: "••••••••"))
    // The line is not recalled.
    try window.type("\u{1B}[A")
    try window.wait(forLast: "> next")
  }

  @Test func `a pasted secret is one line, and the lines after it are not run`() throws {
    let window = try window()
    try window.type("password\r")
    try window.wait(forLast: "password:")
    try window.type("\u{1B}[200~hunter2\nback\n\u{1B}[201~")
    try window.wait(forLast: "password: •••••••")
    try window.type("\r", shows: credentials("password: •••••••", password: "•••••••"))
  }

  @Test func `Ctrl-C and Ctrl-D discard the value, and what was cut cannot be pasted elsewhere`()
    throws
  {
    let window = try window()
    for key in ["hunter2\u{3}", "\u{4}"] {
      try window.type("password\r")
      try window.wait(forLast: "password:")
      try window.type(key)
      try window.wait(for: "the prompt") { $0.text.hasSuffix("^C\n>") }
    }
    try window.type("password hunter2\u{15}email x\u{19}")
    try window.wait(forLast: "> email x")
    try window.type("\u{15}password\r")
    try window.wait(forLast: "password:")
    try window.type("hunter2\u{15}\r\u{19}y")
    try window.wait(forLast: "> y")
  }

  @Test func `no output and no file contains the secret`() throws {
    let window = try window()
    try window.type("password tooth fairy\rpassword\rhunter2\rpasword hunter2\r")
    try window.type("email ada\r:state\r:diff\r:diff 4\r:history\r:actions\r:save s.trail\r:undo\r")
    try window.type("next\r:effects\r")
    try window.wait(forLast: ">")
    try window.type("bye")
    try window.wait(forLast: "> bye")
    try window.type("\u{15}\u{4}")
    try window.wait(forLast: "status 0")
    for text in folder.texts + [window.emulator.transcript.replacing("pasword hunter2", with: "")] {
      #expect(!text.contains("hunter2") && !text.contains("fairy"))
    }
    let inputs = [
      "next", "accept", "next", "password {secret-1}", "password {secret-2}", "email ada",
    ]
    #expect(
      folder.text("s.trail") == "% app onboarding\n% options --ephemeral\n\n"
        + inputs.map { "> \($0)\n" }.joined())
  }
}
