import Cairn
import CairnApp

/// The values that a person has typed into the fields of a ``UserDescription``.
struct UserForm: Hashable, Sendable {
  /// The name of the kind of user; empty for the first kind.
  private(set) var kind = ""
  /// The typed texts and chosen options, by the names of their fields, without empty ones.
  private(set) var texts: [String: String] = [:]
  private(set) var secrets: [String: Secret] = [:]

  subscript(text name: String) -> String {
    get { texts[name] ?? "" }
    set { texts[name] = newValue.isEmpty ? nil : newValue }
  }

  subscript(secret name: String) -> Secret {
    get { secrets[name] ?? "" }
    set { secrets[name] = newValue == "" ? nil : newValue }
  }

  mutating func forgetSecrets() { secrets = [:] }

  func isBlank(_ field: UserField) -> Bool {
    field.kind == .password ? self[secret: field.name].isBlank : self[text: field.name].isBlank
  }

  /// A change by an input of the form.
  enum Change: Codable, Hashable, Sendable {
    case kind(String)
    case text(String, field: String)
    case secret(Secret, field: String)
  }

  /// Applies a change that an input of the form can make. Others change nothing.
  mutating func apply(_ change: Change, _ description: UserDescription) {
    let fields = description.kind(kind)
    switch change {
    case .kind(let name):
      if description.kinds.contains(where: { $0.name == name }) { kind = name }
    case .text(let text, let name):
      switch fields.field(name)?.kind {
      case .email, .text: self[text: name] = text
      case .choice(let options): if options.contains(text) { self[text: name] = text }
      case .password, nil: break
      }
    case .secret(let secret, let name):
      if fields.field(name)?.kind == .password { self[secret: name] = secret }
    }
  }
}

// The values for the storage.
extension UserForm {
  /// The address, without surrounding white space.
  func email(of user: UserKind) -> String {
    user.fields.first { $0.kind == .email }.map { self[text: $0.name].trimmed } ?? ""
  }

  func password(of user: UserKind) -> Secret {
    user.fields.first { $0.kind == .password }.map { self[secret: $0.name] } ?? ""
  }

  /// The other values, without blank ones.
  func profile(of user: UserKind) -> Profile {
    var profile = Profile(kind: user.name)
    for field in user.fields where !field.kind.isCredential && !isBlank(field) {
      profile[field.name] = self[text: field.name].trimmed
    }
    return profile
  }
}

/// The stored values of a user, by the names of their fields.
struct Profile: Codable, Hashable, Sendable {
  let kind: String
  private var values: [String: String] = [:]

  init(kind: String, _ values: [String: String] = [:]) {
    self.kind = kind
    self.values = values
  }

  subscript(name: String) -> String {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  /// The first and the last name.
  var name: String {
    [self["first-name"], self["last-name"]].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension UserDescription {
  /// The inputs of a sign-up form, from top to bottom. If there are several kinds of users, the first input
  /// is the choice of one.
  func inputs<Action>(
    of form: UserForm, disabledBecause reason: String?,
    _ action: @escaping @Sendable (UserForm.Change) -> Action
  ) -> [Input<Action>] {
    let user = kind(form.kind)
    let fields = user.fields.map { $0.input(in: form, disabledBecause: reason, action) }
    guard kinds.count > 1 else { return fields }
    let choice = Picker("kind", user.name, of: kinds.map(\.name), disabledBecause: reason) {
      action(.kind($0))
    }
    return [choice] + fields
  }

  /// The inputs of a login form.
  func loginInputs<Action>(
    of form: UserForm, disabledBecause reason: String?,
    _ action: @escaping @Sendable (UserForm.Change) -> Action
  ) -> [Input<Action>] {
    kind(form.kind).fields.filter(\.kind.isCredential)
      .map { $0.input(in: form, disabledBecause: reason, action) }
  }
}

extension UserField {
  fileprivate func input<Action>(
    in form: UserForm, disabledBecause reason: String?,
    _ action: @escaping @Sendable (UserForm.Change) -> Action
  ) -> Input<Action> {
    switch kind {
    case .email, .text:
      Field(name, form[text: name], isOptional: !isCompulsory, disabledBecause: reason) {
        [name] in action(.text($0, field: name))
      }
    case .password:
      Field(name, secure: form[secret: name], isOptional: !isCompulsory, disabledBecause: reason) {
        [name] in action(.secret($0, field: name))
      }
    case .choice(let options):
      Picker(
        name, form[text: name], of: options, isOptional: !isCompulsory, disabledBecause: reason
      ) { [name] in
        action(.text($0, field: name))
      }
    }
  }
}
