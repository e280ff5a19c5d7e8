import Cairn
import Testing

@testable import accounts

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
