import Testing

/// The whole onboarding from a pipe.
@Suite struct SignUpTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a screen is printed for each line, after the wait for slow storage`() throws {
    let lines = signUp + ["lock", "sign-out"]
    let quick = try folder.run(.onboarding, "--ephemeral", lines: lines)
    let steps = quick.output.matches(of: #/(?m)^\w.*(\d)/7$/#).map(\.output.1)
    #expect(steps.joined() == "12233344445566771")
    #expect(quick.output.hasPrefix(welcomeScreen + "\nTerms of Service "))
    #expect(quick.output.contains("\n\n\(mainScreen)\n"))
    #expect(quick.output.hasSuffix("\n\n" + welcomeScreen))
    #expect(quick.errors == "" && quick.status == 0)
    // The effects of the last line, which has no line feed.
    let slow = try folder.run(
      .onboarding, ["--ephemeral", "--latency", "50ms"],
      input: Array(lines.joined(separator: "\n").utf8))
    #expect(slow == quick)
  }

  @Test func `a secure field without a value is refused`() throws {
    let run = try folder.run(
      .onboarding, "--ephemeral", lines: ["next", "accept", "next", "password", "email a"])
    #expect(run.output.hasSuffix("next      disabled: email and password are required\n  back\n"))
    #expect(run.errors == "line 4: password needs a value: give a value, or \"\" to clear\n")
    #expect(run.status == 1)
  }

  @Test(arguments: [false, true])
  func `secrets are neither printed nor saved`(isJSON: Bool) throws {
    let again = ["lock", ":state", ":history", ":undo", ":undo", ":undo", ":state", ":redo"]
    let mistyped = ["pin 94170358", "confirm 94170358 x", "correct horse", "passwrd correct horse"]
    let run = try folder.run(
      .onboarding, ["--state", "session.json", "--keep-going"] + (isJSON ? ["--json"] : []),
      lines: signUp + again + mistyped)
    let shown =
      isJSON
      ? [#""secure":true,"value":"•••••••••••••""#] : ["password •••••••••••••", "pin ••••••••"]
    #expect(shown.allSatisfy(run.output.contains))
    #expect(run.status == 1)
    for text in folder.texts + [run.output, run.errors] {
      #expect(!signUpSecrets.contains(where: text.contains))
    }
    // The session, its copy and its lock.
    #expect(folder.names == [".session.json.lock", "session.json", "session.json.previous"])
  }

  @Test func `a failing trail prints no secret`() throws {
    let inputs = signUp.map { "> \($0)\n" }.joined()
    try folder.write(inputs + "? screen welcome\n@ idle\n", to: "a.trail")
    try folder.write(
      inputs.replacing("> confirm 94170358\n> next\n", with: "? confirm is \"94170358\"\n"),
      to: "b.trail")
    let run = try folder.run(.onboarding, "replay", "a.trail", "b.trail")
    #expect(run.output.contains("> password •••••••••••••"))
    #expect(run.output.contains("? confirm is \"••••••••\""))
    #expect(run.status == 1)
    #expect(!signUpSecrets.contains(where: run.output.contains))
  }
}
