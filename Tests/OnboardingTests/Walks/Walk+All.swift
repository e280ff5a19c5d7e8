@testable import onboarding

extension Walk {
  /// Walks that show every screen in every phase.
  static let all = [signUp, unlock, signOutLocked, damaged, strict, long, wide]

  /// All secrets that the walks type.
  static let secrets = ["correct horse", "4711", "9999", "0815", "1234", "47\u{0}11"]

  private static let signUp = Walk(
    name: "sign up, with trouble, and sign out",
    steps: [
      .wait, "next", "accept", "accept", "accept", "next", "email ada@example.com", "back", "back",
      "next", "next", "password correct horse", "next", "first-name Ada", "last-name Lovelace",
      "telephone +44 20 7946 0000", "back", "email a@b.c", "next", "next", "pin 9999", "back",
      "next", "pin 4711", "next", "confirm 0815", "back", "next", "confirm 0815", "next",
      "confirm 4711", .trouble(Trouble.reason), "next", .wait, .trouble(nil), "next", .wait,
      "details", .trouble(Trouble.reason), "lock", .wait, "sign-out", .wait, .trouble(nil), "lock",
      .wait, "details", "sign-out", .wait,
    ])

  private static let unlock = Walk(
    name: "unlock, with wrong PINs, and sign out", start: "locked",
    steps: [
      .wait, "pin 4711", "unlock", .wait, .wait, "pin 9999", "unlock", .wait, .wait, .wait,
      "pin \"47\\u{0}11\"", "unlock", "pin \"\"", "pin 1234", .trouble(Trouble.reason),
      "sign-out", .wait, .trouble(nil), "unlock", .wait, .wait, .wait, "lock", .wait,
    ])

  private static let signOutLocked = Walk(
    name: "sign out while locked", start: "locked", steps: [.wait, "sign-out", .wait, "next"])

  private static let damaged = Walk(
    name: "a damaged session", start: "damaged", steps: [.wait, "next", "back"])

  private static let strict = Walk(
    name: "odd values under strict rules", rules: Rules(isStrict: true),
    steps: [
      .wait, "next", "accept", "next", "password correct horse", "email foo", "email a@b.cd",
      "next", "first-name A", "last-name B", "telephone bar", "telephone 555-0100", "next",
      "pin 081", "pin 4711", "next",
    ])

  private static let long = veryLong(
    "one word after the other", text: "word ", count: 49)
  private static let wide = veryLong(
    "wide characters", text: "漢\\n👩🏽‍🚀", count: 13)

  /// All typed values have about as many bytes as a field takes, and all reasons four times as many.
  private static func veryLong(_ name: String, text part: String, count: Int) -> Walk {
    let text = String(repeating: part, count: count) + "end"
    let trouble = String(repeating: part, count: 4 * count)
    return Walk(
      name: "very long texts: \(name)",
      steps: [
        .wait, "next", "accept", "next", .type("email \"\(text)\""),
        .type("password \"\(text)\""), "next", .type("first-name \"\(text)\""),
        .type("last-name \"\(text)\""), .type("telephone \"\(text)\""), "next",
        .type("pin \"\(trouble)\""), "next", .type("confirm \"\(trouble)\""), "next", .wait, "back",
        "pin 4711", "next", "confirm 4711", .trouble(trouble), "next", .wait, .trouble(nil), "next",
        .wait, .trouble(trouble), "lock", .wait, "details", "sign-out", .wait, "details",
      ])
  }
}
