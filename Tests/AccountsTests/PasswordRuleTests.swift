import Cairn
import Testing

@testable import accounts

struct PasswordRuleTests {
  @Test(arguments: [
    "s3cret-pw!", "1234567!", "!2345678", "pass word_", "passwort€", "passwor😀", "-------'",
    "ünïcödé-", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}!", "passwor\u{1}",
  ])
  func `eight characters with a special one are accepted`(password: String) {
    #expect(PasswordRule.accepts(Secret(password)))
  }

  @Test(arguments: [
    "", "!", "123456!", "s3cretpw", "12345678", "pass word", "passw\u{A0}rd1", "пароль12",
    "密码密码密码密码",
    "٠١٢٣٤٥٦٧", "passwor½", "e\u{301}e\u{301}e\u{301}e\u{301}!",
    "a\u{200D}\u{200D}\u{200D}\u{200D}\u{200D}\u{200D}!",
    "passwore\u{301}",
  ])
  func `shorter ones and ones of letters, digits and white space are refused`(password: String) {
    #expect(!PasswordRule.accepts(Secret(password)))
  }
}
