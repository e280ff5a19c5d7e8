import Cairn

/// An element with a name that can be typed.
///
///     let email = screen.input(named: "email")
///     email?.value  // "ada@example.com"
///     email?.disabledReason  // nil: enabled
public enum Input<Action: Sendable>: Sendable {
  /// A text field.
  case field(Field<Action>)
  /// A switch.
  case toggle(Toggle<Action>)
  /// A choice of one value.
  case picker(Picker<Action>)
  /// A row of a list.
  case row(ListRow<Action>)
  /// A button that takes a value.
  case valueButton(ValueButton<Action>)
  /// A button.
  case button(Button<Action>)

  /// The name that is typed.
  @inlinable
  public var name: String {
    switch self {
    case .field(let field): field.name
    case .toggle(let toggle): toggle.name
    case .picker(let picker): picker.name
    case .row(let row): row.name
    case .valueButton(let button): button.name
    case .button(let button): button.name
    }
  }

  /// The reason why it is disabled; `nil` if it is enabled.
  @inlinable
  public var disabledReason: String? {
    switch self {
    case .field(let field): field.disabledReason
    case .toggle(let toggle): toggle.disabledReason
    case .picker(let picker): picker.disabledReason
    case .row(let row): row.disabledReason
    case .valueButton(let button): button.disabledReason
    case .button(let button): button.disabledReason
    }
  }

  /// Whether its value is a secret.
  @inlinable
  public var isSecure: Bool {
    switch self {
    case .field(let field): field.isSecure
    case .toggle, .picker, .row, .valueButton, .button: false
    }
  }

  /// Whether its value may be left out.
  public var isOptional: Bool {
    switch self {
    case .field(let field): field.isOptional
    case .picker(let picker): picker.isOptional
    case .toggle, .row, .valueButton, .button: false
    }
  }

  /// The word in place of an empty value.
  var emptyText: String {
    if isOptional { return "optional" }
    return if case .picker = self { "none" } else { "empty" }
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
    switch self {
    case .field(let field):
      switch field.content {
      case .plain(let text, _): text
      case .secure(let secret, _): reading(secret)
      }
    case .toggle(let toggle): toggle.isOn ? "on" : "off"
    case .picker(let picker): picker.value
    case .row(let row): row.text
    case .valueButton, .button: nil
    }
  }

  /// The action for a value, or for the name alone; `nil` if the input takes no such value.
  /// Also of disabled inputs.
  @inlinable
  package func action(typing value: String?) -> Action? {
    switch (self, value) {
    case (.field(let field), let text?): field.action(for: text)
    case (.picker(let picker), let text?):
      picker.options.contains(text) ? picker.action(text) : nil
    case (.valueButton(let button), let text?): button.action(text)
    case (.toggle(let toggle), nil): toggle.action
    case (.row(let row), nil): row.action
    case (.button(let button), nil): button.action
    case (.field, nil), (.picker, nil), (.valueButton, nil), (.toggle, _?), (.row, _?),
      (.button, _?):
      nil
    }
  }

  /// The action for the value of a typed line. Also of disabled inputs.
  func action(
    for value: Result<String, MalformedValue>?
  ) throws(RefusalReason) -> Action {
    switch (self, value) {
    case (.field(let field), .success(let text)?): return field.action(for: text)
    case (.picker(let picker), .success(let text)?):
      guard picker.options.contains(text) else { throw .notAnOption(picker.options) }
      return picker.action(text)
    case (.valueButton(let button), .success(let text)?):
      guard let action = button.action(text) else { throw .notAccepted(button.values) }
      return action
    case (.field, .failure(let malformed)?), (.picker, .failure(let malformed)?),
      (.valueButton, .failure(let malformed)?):
      throw .malformed(malformed)
    case (.field, nil): throw .missingValue
    case (.picker(let picker), nil): throw .missingOption(picker.options)
    case (.valueButton(let button), nil): throw .missingArgument(button.values)
    case (.toggle(let toggle), nil): return toggle.action
    case (.row(let row), nil): return row.action
    case (.button(let button), nil): return button.action
    case (.toggle, _?), (.row, _?), (.button, _?): throw .superfluousValue
    }
  }

  @inlinable
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Input<Other> {
    switch self {
    case .field(let field): .field(field.map(transform))
    case .toggle(let toggle): .toggle(toggle.map(transform))
    case .picker(let picker): .picker(picker.map(transform))
    case .row(let row): .row(row.map(transform))
    case .valueButton(let button): .valueButton(button.map(transform))
    case .button(let button): .button(button.map(transform))
    }
  }
}
