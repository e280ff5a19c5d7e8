import Cairn
import CairnApp
import ExampleSupport

/// The fields of every kind of user, from which the sign-up form, its validation and the stored profile
/// are derived.
///
/// Another field is one more ``UserField``, and another kind of user one more ``UserKind``. Nothing else
/// changes: the form shows it, the reducer checks it, and the file has it under its name.
struct UserDescription: Sendable {
  /// The kinds of users. If there are several, the form begins with the choice of one.
  let kinds: [UserKind]

  /// The users of this app.
  static let app = UserDescription(kinds: [
    UserKind(
      name: "member",
      fields: [
        UserField(
          "email", .email, rule: .text(\.looksLikeEmailAddress),
          message: "Email is not valid; an example is ada@example.com"),
        UserField(
          "password", .password, rule: .secret(PasswordRule.accepts),
          message: "Password should contain one special character and minimum 8 character required"
            + ", such as - or !",
          loginMessage:
            "Password should contain one special character and minimum 8 characters required"
            + ", such as - or !"),
        UserField("first-name", .text, isCompulsory: false),
        UserField("last-name", .text, isCompulsory: false),
        UserField(
          "mobile", .text, rule: .text(MobileNumber.accepts),
          message: "Mobile number is not valid; an example is 012-345 6789"),
        UserField(
          "gender", .choice(["female", "male", "other", "undisclosed"]),
          missing: "Please select a gender"),
      ])
  ])

  /// The kind of that name; the first one for an unknown name.
  func kind(_ name: String) -> UserKind { kinds.first { $0.name == name } ?? kinds[0] }

  /// - Parameter kinds: at least one.
  init(kinds: [UserKind]) {
    precondition(!kinds.isEmpty, "a description of users has at least one kind")
    self.kinds = kinds
  }
}

/// A kind of user, and the fields of its sign-up form, from top to bottom.
struct UserKind: Sendable {
  let name: String
  let fields: [UserField]

  func field(_ name: String) -> UserField? { fields.first { $0.name == name } }

  /// The first problem of a sign-up, in this order: a compulsory field is blank; then, from top to bottom, a
  /// field breaks its rule. A blank field has its own message if it is the only problem.
  func problem(in form: UserForm) -> String? {
    let problems = fields.compactMap { $0.problem(in: form) }
    let blank = fields.filter { $0.isCompulsory && form.isBlank($0) }
    let isOwn = blank.allSatisfy { $0.missing != nil } && problems.count == 1
    return blank.isEmpty || isOwn ? problems.first : "Please complete the form"
  }

  /// The first problem of a login, with the fields that identify a user.
  func loginProblem(in form: UserForm) -> String? {
    let fields = fields.filter(\.kind.isCredential)
    if fields.contains(where: { form.isBlank($0) }) { return "All fields are required" }
    return fields.first { $0.problem(in: form) != nil }?.loginMessage
  }
}

/// A field of a user.
///
///     UserField(
///       "mobile", .text, rule: .text(MobileNumber.accepts),
///       message: "Mobile number is not valid; an example is 012-345 6789")
struct UserField: Sendable {
  /// The input on the form, and the place in the storage.
  enum Kind: Hashable, Sendable {
    /// The address that identifies the user.
    case email
    /// The password, which is stored as a hash.
    case password
    /// A text of the profile.
    case text
    /// One of several options, in the profile.
    case choice([String])

    var isCredential: Bool { self == .email || self == .password }
  }

  /// A condition on a value.
  enum Rule: Sendable {
    /// On a text without surrounding white space.
    case text(@Sendable (String) -> Bool)
    case secret(@Sendable (Secret) -> Bool)
  }

  /// The name that is typed, and the key in the stored profile.
  let name: String
  let kind: Kind
  let isCompulsory: Bool
  /// The rule of a value that is not blank; `nil` if every value is valid.
  let rule: Rule?
  /// The message about an invalid value.
  let message: String
  /// The same message at a login.
  let loginMessage: String
  /// The message if only this compulsory field is blank; `nil` for the message about the whole form.
  let missing: String?

  init(
    _ name: String, _ kind: Kind, isCompulsory: Bool = true,
    rule: Rule? = nil, message: String = "", loginMessage: String? = nil, missing: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isCompulsory = isCompulsory
    self.rule = rule
    self.message = message
    self.loginMessage = loginMessage ?? message
    self.missing = missing
  }

  /// The problem of the value of this field.
  func problem(in form: UserForm) -> String? {
    if form.isBlank(self) { return isCompulsory ? missing : nil }
    let isValid =
      switch rule {
      case .text(let accepts)?: accepts(form[text: name].trimmed)
      case .secret(let accepts)?: accepts(form[secret: name])
      case nil: true
      }
    return isValid ? unusable((name, form[text: name])) : message
  }
}
