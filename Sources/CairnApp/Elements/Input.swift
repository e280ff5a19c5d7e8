import Cairn

/// An element with a name that can be typed: a ``Screen`` has all of its inputs as this one type.
///
///     let email = screen.input(named: "email")
///     email?.value  // "ada@example.com"
///     email?.disabledReason  // nil: enabled
///
/// `Button`, `ListRow`, `Toggle`, `Field`, `Picker` and `ValueButton` are the functions that create one.
/// An input with a reason is disabled and shows the reason. The reducer must refuse its action too.
public struct Input<Action: Sendable>: Sendable {
  /// The name that is typed.
  public let name: String
  /// The kind of the input, with what it shows.
  public let kind: InputKind
  /// Whether its value may be left out.
  public let isOptional: Bool
  /// The reason why it is disabled; `nil` if it is enabled.
  public let disabledReason: String?
  /// The picture of a list row, which a page in a browser shows.
  public let picture: Picture?
  @usableFromInline let response: Response

  /// The action, which may depend on the typed value.
  @usableFromInline
  enum Response: Sendable {
    case action(Action)
    case text(@Sendable (String) -> Action)
    case secret(@Sendable (Secret) -> Action)
    /// `nil` for a value that is not accepted.
    case accepted(@Sendable (String) -> Action?)
  }

  @inlinable
  init(
    _ name: String, _ kind: InputKind, isOptional: Bool = false, disabledBecause reason: String?,
    picture: Picture? = nil, _ response: Response
  ) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
    self.disabledReason = reason
    self.picture = picture
    self.response = response
  }

  @inlinable
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Input<Other> {
    let mapped: Input<Other>.Response =
      switch response {
      case .action(let action): .action(transform(action))
      case .text(let action): .text { transform(action($0)) }
      case .secret(let action): .secret { transform(action($0)) }
      case .accepted(let action): .accepted { action($0).map(transform) }
      }
    return Input<Other>(
      name, kind, isOptional: isOptional, disabledBecause: disabledReason, picture: picture, mapped)
  }
}

/// The kind of an ``Input``, with what it shows.
public enum InputKind: Hashable, Sendable {
  /// A text field and its value.
  case field(String)
  /// A text field and its value, which is shown as bullets.
  case secureField(Secret)
  /// A switch, and the text beside it.
  case toggle(label: String, isOn: Bool)
  /// A choice of one value, which need not be one of the options.
  case picker(String, of: [String])
  /// A row of a list, and the text beside its name.
  case row(String)
  /// A button that takes a value, and the accepted values in words.
  case valueButton(takes: String)
  /// A button, and the label beside its name.
  case button(label: String?)
}

extension Input {
  /// Whether its value is a secret.
  @inlinable
  public var isSecure: Bool {
    if case .secureField = kind { true } else { false }
  }

  package var takesValue: Bool {
    if case .action = response { false } else { true }
  }

  var emptyText: String {
    if isOptional { return "optional" }
    return if case .picker = kind { "none" } else { "empty" }
  }

  /// The printable value: a field's text, bullets for a secure field, `on` or `off` for a toggle, the
  /// selected option of a picker, a list row's text, `nil` for buttons.
  ///
  /// The value is complete, and is *not* made safe for a terminal.
  public var value: String? { text { $0.bullets } }

  /// The value, like ``value``, with the text of a secure field.
  ///
  /// For comparisons only; never print it.
  public func reveal() -> String? { text { $0.reveal() } }

  private func text(ofSecret reading: (Secret) -> String) -> String? {
    switch kind {
    case .field(let text), .picker(let text, of: _), .row(let text): text
    case .secureField(let secret): reading(secret)
    case .toggle(_, let isOn): isOn ? "on" : "off"
    case .valueButton, .button: nil
    }
  }
}

extension Input {
  /// The action for a value, or for the name alone; `nil` if the input takes no such value.
  /// Also of disabled inputs.
  @inlinable
  package func action(typing value: String?) -> Action? {
    switch (response, value) {
    case (.action(let action), nil): action
    case (.text(let action), let text?):
      if case .picker(_, let options) = kind, !options.contains(text) { nil } else { action(text) }
    case (.secret(let action), let text?): action(Secret(text))
    case (.accepted(let action), let text?): action(text)
    case (.action, _?), (.text, nil), (.secret, nil), (.accepted, nil): nil
    }
  }

  /// The action for the value of a typed line. Also of disabled inputs.
  ///
  /// - Parameter secret: the value for a secure field, which is not copied.
  func action(
    for value: Result<String, MalformedValue>?, secret: Secret?
  ) throws(RefusalReason) -> Action {
    switch (response, value) {
    case (.action(let action), nil): return action
    case (.action, _?): throw .superfluousValue
    case (_, nil): throw refusal(ofValue: false)
    case (_, .failure(let malformed)?): throw .malformed(malformed)
    case (.secret(let action), .success(let text)?): return action(secret ?? Secret(text))
    case (_, .success(let text)?):
      guard let action = action(typing: text) else { throw refusal(ofValue: true) }
      return action
    }
  }

  /// The reason to refuse a name without a value, or with a value that is not accepted.
  private func refusal(ofValue isGiven: Bool) -> RefusalReason {
    switch kind {
    case .picker(_, let options): isGiven ? .notAnOption(options) : .missingOption(options)
    case .valueButton(let values): isGiven ? .notAccepted(values) : .missingArgument(values)
    case .field, .secureField, .toggle, .row, .button: .missingValue
    }
  }
}
