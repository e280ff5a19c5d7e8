import Cairn
import Testing

@testable import onboarding

struct RulesTests {
  private static let strict = Rules(isStrict: true)

  @Test(arguments: [
    "ada@example.com", " ada@example.com ", "a.b+c@x.y", "李@例子.中國", "a@b.c.d", "", "  ",
  ])
  func `a plausible or missing e-mail address causes no doubt`(email: String) {
    #expect(Rules().doubt(email: email) == nil)
  }

  @Test(arguments: [
    "foo", "@", "a@", "@b.c", "a@b", "a@.b", "a@b.", "a@b@c.d", "a b@c.d", "a@b .c",
  ])
  func `a doubtful e-mail address causes a doubt, strict or not`(email: String) {
    let doubt = "the address is not like ada@example.com"
    #expect([Rules(), Self.strict].map { $0.doubt(email: email) } == [doubt, doubt])
  }

  @Test(arguments: [
    "+44 20 7946 0000", "555-0100", "(030) 12.34/56", "12345", "123456789012345", " 12345\n", "",
    " ",
  ])
  func `a plausible or missing telephone number causes no doubt`(telephone: String) {
    #expect(Rules().doubt(telephone: telephone) == nil)
  }

  @Test(arguments: [
    "1234", "1234567890123456", "bar", "12345x", "1+2345", "++12345", "١٢٣٤٥", "1️⃣1️⃣1️⃣1️⃣1️⃣",
    "12\n345",
  ])
  func `a doubtful telephone number causes a doubt`(telephone: String) {
    #expect(Rules().doubt(telephone: telephone) == "the number is not like +44 20 7946 0000")
  }

  @Test func `a doubt disables next only under strict rules, and otherwise its note says so`() {
    #expect(Rules().note(on: "odd") == "odd (you can go on; --strict insists)")
    #expect(Self.strict.note(on: "odd") == "odd")
    #expect(
      [Rules().note(on: nil), Rules().objection("odd"), Self.strict.objection(nil)] == [
        nil, nil, nil,
      ])
    #expect(Self.strict.objection("odd") == "odd")
  }

  @Test(arguments: [
    "123", "1234567890123", "12a4", "12 4", "1234\u{301}", "١٢٣٤", "1️⃣1️⃣1️⃣1️⃣", "12/4", "12:4",
  ])
  func `a strict PIN is 4 to 12 ASCII digits, and another one any text`(pin: String) {
    #expect(Rules().objection(pin: Secret(pin)) == nil)
    #expect(Self.strict.objection(pin: Secret(pin)) == "a PIN is 4 to 12 digits, such as 4821")
    #expect(Self.strict.objection(pin: "1234") == nil)
    #expect(Self.strict.objection(pin: "123456789012") == nil)
  }
}
