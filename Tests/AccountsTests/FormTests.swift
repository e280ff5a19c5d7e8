import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

struct LoginTests {
  private static let incomplete = "All fields are required"
  private static let notAnEmail = "Email is not valid"
  private static let badPassword =
    "Password should contain one special character and minimum 8 characters required"

  @Test(arguments: [
    ("", "", incomplete), ("ada@example.com", "", incomplete), ("", "s3cret-pw!", incomplete),
    ("ada", "   ", incomplete), (" ", "short", incomplete), ("ada", "short", notAnEmail),
    ("ada@example", "s3cret-pw!", notAnEmail), ("ada@example.com", "short-!", badPassword),
    ("ada@example.com", "s3cretpw", badPassword),
  ])
  func `the first problem is said, and nothing is asked of the storage`(
    email: String, password: String, problem: String
  ) throws {
    let store = try AppStore(.login(email: email, password: Secret(password)))
    store.type("login") { $0.modifyLogin { $0.phase = .editing(problem: problem) } }
    #expect(store.screen.notes == [problem])
    store.finish()
  }

  @Test(arguments: [Root.State.login(email: "ada"), .home])
  func `once started, neither a start nor a late answer changes anything`(
    state: Root.State
  ) throws {
    let store = try AppStore(state)
    store.send(.started)
    store.send(.restored(.init(account: .grace)))
    store.finish()
  }
}

struct SignUpTests {
  private static let incomplete = "Please complete the form"
  private static let notAnEmail = "Email is not valid"
  private static let badPassword =
    "Password should contain one special character and minimum 8 character required"
  private static let badNumber = "Mobile number is not valid"
  private static let noGender = "Please select a gender"

  /// The message for one value of each compulsory field.
  private func expected(
    email: String, password: String, mobile: String, gender: String
  ) -> String? {
    if email == "" || password == "" || mobile == "" { return Self.incomplete }
    let isInvalid = email == "ada" || password == "short" || mobile == "1"
    if gender == "" { return isInvalid ? Self.incomplete : Self.noGender }
    if email == "ada" { return Self.notAnEmail }
    if password == "short" { return Self.badPassword }
    return mobile == "1" ? Self.badNumber : nil
  }

  @Test func `of all combinations of values, the first problem in the order is said`() {
    var messages: [String?: Int] = [:]
    for email in ["", "ada", "grace@example.com"] {
      for password in ["", "short", "an0ther-pw!"] {
        for mobile in ["", "1", "012-345 6789"] {
          for gender in ["", "female"] {
            for name in ["", "Grace"] {
              let form = UserForm.member(
                ["email": email, "mobile": mobile, "gender": gender, "first-name": name],
                password: Secret(password))
              let problem = UserDescription.app.kind("").problem(in: form)
              #expect(
                problem
                  == expected(email: email, password: password, mobile: mobile, gender: gender))
              messages[problem, default: 0] += 1
            }
          }
        }
      }
    }
    #expect(
      Set(messages.keys) == [
        Self.incomplete, Self.notAnEmail, Self.badPassword, Self.badNumber, Self.noGender, nil,
      ])
  }

  @Test func `a name that looks like another one is refused`() {
    let form = UserForm.member(
      [
        "email": "grace@example.com", "mobile": "012-345 6789", "gender": "female",
        "last-name": "Hop\u{200B}per",
      ], password: "an0ther-pw!")
    #expect(
      UserDescription.app.kind("").problem(in: form)
        == "last-name has an invisible character, U+200B")
  }

  @Test func `the form refuses values that its inputs cannot make`() {
    var form = UserForm.grace
    let description = UserDescription.app
    for change in [
      UserForm.Change.kind("admin"), .text("x", field: "unknown"), .text("x", field: "password"),
      .text("neither", field: "gender"), .secret("x", field: "email"),
    ] {
      form.apply(change, description)
      #expect(form == .grace, "\(change)")
    }
  }
}

/// The numbering plan of Malaysia, as far as the rule checks it.
struct MobileNumberTests {
  /// The digits of a subscriber by mobile prefix. Every other prefix has none.
  private static let plan = [
    10: 7, 11: 8, 12: 7, 13: 7, 14: 7, 16: 7, 17: 7, 18: 7, 19: 7,
  ]

  /// Every prefix of two digits, its neighbours among them, with every number of digits around the plan's.
  @Test(arguments: 0...99)
  func `a prefix has exactly the digits of the plan`(prefix: Int) {
    let code = prefix < 10 ? "0\(prefix)" : "\(prefix)"
    for count in 5...10 {
      let subscriber = String("2345678901".prefix(count))
      for trunk in ["+60", "60", "0"] {
        let number = trunk + code + subscriber
        let isMobile = Self.plan[prefix] == count
        #expect(MobileNumber.accepts(number) == isMobile, "\(number)")
      }
    }
  }

  @Test(arguments: [
    "+60 12-345 6789", "+6012-3456789", "60 12 345 6789", "012-345 6789", "0123456789",
    "+60123456789", "+6 0 1 2 3 4 5 6 7 8 9", "012--345  6789", "0 - 1 2 3456789", "6-0123456789",
    "011-2345 6789", "+60 11-1234 5678",
  ])
  func `spaces and hyphens are allowed between digits`(number: String) {
    #expect(MobileNumber.accepts(number))
  }

  @Test(arguments: [
    "", "+", "0", "60", "+60", "12-345 6789", "123456789", "+12-345 6789", "+012-345 6789",
    "++60123456789", "6+0123456789", "0060123456789", "+65 9123 4567", "+ 60 12-345 6789",
    "-0123456789", "0123456789-", " 0123456789", "0123456789 ", "+-60123456789",
    "(012) 345 6789", "012.345.6789", "012/3456789", "012-345 678a", "012-345_6789",
    "０１２3456789", "٠١٢3456789", "012\u{A0}3456789", "012\t3456789", "012‑345‑6789", "012\n3456789",
    "0123456789\u{0}", "+600123456789", "+6060123456789", "0600123456789", "01234567890123456789",
  ])
  func `any other text is refused`(text: String) {
    #expect(!MobileNumber.accepts(text))
  }
}

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
