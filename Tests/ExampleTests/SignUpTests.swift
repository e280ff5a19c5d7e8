import Testing

/// The whole onboarding from a pipe.
@Suite struct SignUpTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a whole sign-up prints a screen for each line`() throws {
    try folder.run(.onboarding, "--state", "session.json", lines: signUp).expect(wholeSignUp)
  }

  @Test func `the script waits for slow storage and prints only the screens after it`() throws {
    let lines = signUp + ["lock", "sign-out"]
    let quick = try folder.run(.onboarding, "--ephemeral", lines: lines)
    let slow = try folder.run(.onboarding, "--ephemeral", "--latency", "50ms", lines: lines)
    #expect(slow == quick)
    #expect(quick.output.hasPrefix(wholeSignUp))
    #expect(quick.output.hasSuffix("\n\n" + welcomeScreen))
  }

  @Test func `the script waits for the effects of the last line`() throws {
    let lines = signUp.joined(separator: "\n")
    try folder.run(
      .onboarding, ["--state", "session.json", "--latency", "50ms"], input: Array(lines.utf8)
    ).expect(wholeSignUp)
    #expect(folder.names == [".session.json.lock", "session.json"])
  }

  @Test func `a secure field without a value is refused`() throws {
    let run = try folder.run(
      .onboarding, "--ephemeral", lines: ["next", "accept", "next", "password", "email a"])
    #expect(run.output.hasSuffix("next      disabled: email and password are required\n  back\n"))
    #expect(run.errors == "line 4: password needs a value: give a value, or \"\" to clear\n")
    #expect(run.status == 1)
  }

  @Test func `secrets are neither printed nor saved`() throws {
    let again = ["lock", ":state", ":history", ":undo", ":undo", ":undo", ":state", ":redo"]
    let mistyped = ["pin 94170358", "confirm 94170358 x", "correct horse", "passwrd correct horse"]
    let run = try folder.run(
      .onboarding, "--state", "session.json", "--keep-going", lines: signUp + again + mistyped)
    #expect(run.output.contains("password •••••••••••••"))
    #expect(run.output.contains("pin ••••••••"))
    #expect(run.status == 1)
    for secret in signUpSecrets {
      #expect(!run.output.contains(secret))
      #expect(!run.errors.contains(secret))
      for text in folder.texts { #expect(!text.contains(secret)) }
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
    for secret in signUpSecrets { #expect(!run.output.contains(secret)) }
  }
}

private let wholeSignUp = """
  Welcome                                                                      1/7

    This takes seven short screens. You can go back at any time.

    next

  Terms of Service                                                             2/7

    1. This is a demonstration. The service that these terms are about does not
    exist, and accepting these terms has no effect at all.

    2. What you type stays on this computer. Your name, e-mail address and
    telephone number are kept in one file, your PIN only as a salted hash, and
    your password nowhere.

    3. You may sign out at any time. The file is then removed.

    4. Should any of these terms turn out to be void, the others are so as well.

    accept  [ ] I accept the terms of service

    next    disabled: accept the terms first
    back

  Terms of Service                                                             2/7

    1. This is a demonstration. The service that these terms are about does not
    exist, and accepting these terms has no effect at all.

    2. What you type stays on this computer. Your name, e-mail address and
    telephone number are kept in one file, your PIN only as a salted hash, and
    your password nowhere.

    3. You may sign out at any time. The file is then removed.

    4. Should any of these terms turn out to be void, the others are so as well.

    accept  [x] I accept the terms of service

    next
    back

  Credentials                                                                  3/7

    email     (empty)
    password  (empty)

    next      disabled: email and password are required
    back

  Credentials                                                                  3/7

    email     ada@example.com
    password  (empty)

    next      disabled: password is required
    back

  Credentials                                                                  3/7

    email     ada@example.com
    password  •••••••••••••

    next
    back

  Personal Info                                                                4/7

    first-name  (empty)
    last-name   (empty)
    telephone   (empty)

    next        disabled: first-name, last-name and telephone are required
    back

  Personal Info                                                                4/7

    first-name  Ada
    last-name   (empty)
    telephone   (empty)

    next        disabled: last-name and telephone are required
    back

  Personal Info                                                                4/7

    first-name  Ada
    last-name   Lovelace
    telephone   (empty)

    next        disabled: telephone is required
    back

  Personal Info                                                                4/7

    first-name  Ada
    last-name   Lovelace
    telephone   +44 20 7946 0000

    next
    back

  New PIN                                                                      5/7

    pin   (empty)

    next  disabled: pin is required
    back

  New PIN                                                                      5/7

    pin   ••••••••

    next
    back

  Confirm PIN                                                                  6/7

    confirm  (empty)

    next     disabled: confirm is required
    back

  Confirm PIN                                                                  6/7

    confirm  ••••••••

    next
    back

  Main                                                                         7/7

    Hello, Ada Lovelace!

    lock      [ ] ask for the PIN at the next start

    details
    sign-out

  """
