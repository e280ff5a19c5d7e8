/// An action, sent by typing the name of the button.
///
///     Button("next", disabledBecause: state.missing, .next)  // a reason, or nil if enabled
///     Button("back", .back)
///
/// A button with a reason is disabled and shows the reason. The reducer must refuse its action too.
public struct Button<Action: Sendable>: Sendable {
  /// The name that is typed.
  public let name: String
  /// The reason why it is disabled; `nil` if it is enabled.
  public let disabledReason: String?
  @usableFromInline let action: Action

  /// Creates a button that sends `action`.
  @inlinable
  public init(_ name: String, disabledBecause reason: String? = nil, _ action: Action) {
    self.name = name
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(_ transform: (Action) -> Other) -> Button<Other> {
    Button<Other>(name, disabledBecause: disabledReason, transform(action))
  }
}

/// A switch, toggled by typing its name.
///
///     Toggle("accept", "I accept the terms", isOn: state.accepted, .acceptToggled)
///
/// A toggle with a reason (`disabledBecause:`) is disabled and shows the reason. The reducer must
/// refuse its action too.
public struct Toggle<Action: Sendable>: Sendable {
  /// The name that is typed.
  public let name: String
  /// The text beside the switch.
  public let label: String
  /// Whether the switch is on.
  public let isOn: Bool
  /// The reason why it is disabled; `nil` if it is enabled.
  public let disabledReason: String?
  @usableFromInline let action: Action

  /// Creates a switch that sends `action` when it is toggled.
  @inlinable
  public init(
    _ name: String, _ label: String, isOn: Bool, disabledBecause reason: String? = nil,
    _ action: Action
  ) {
    self.name = name
    self.label = label
    self.isOn = isOn
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(_ transform: (Action) -> Other) -> Toggle<Other> {
    Toggle<Other>(name, label, isOn: isOn, disabledBecause: disabledReason, transform(action))
  }
}

/// A choice of one value, made by typing the name and the value.
///
///     Picker("size", state.size, of: ["small", "large"]) { .sizeChanged($0) }
///
/// Typing `size large` sends the action of `large`. Options match exactly, case included; any other
/// value is refused with the list of options. A picker with a reason (`disabledBecause:`) is disabled
/// and shows the reason. The reducer must refuse its action too.
///
/// The current value need *not* be one of the options: `""` is shown as `(none)`, and as `(optional)` if it may
/// stay so (`isOptional: true`).
public struct Picker<Action: Sendable>: Sendable {
  /// The name that is typed before an option.
  public let name: String
  /// The current value, which need not be an option.
  public let value: String
  /// The options, in the order in which they are shown.
  public let options: [String]
  /// Whether the choice may be left out.
  public let isOptional: Bool
  /// The reason why it is disabled; `nil` if it is enabled.
  public let disabledReason: String?
  @usableFromInline let action: @Sendable (String) -> Action

  /// Creates a picker that sends the action of the typed option.
  @inlinable
  public init(
    _ name: String, _ value: String, of options: [String], isOptional: Bool = false,
    disabledBecause reason: String? = nil, _ action: @escaping @Sendable (String) -> Action
  ) {
    self.name = name
    self.value = value
    self.options = options
    self.isOptional = isOptional
    self.disabledReason = reason
    self.action = action
  }

  /// Creates a picker of the cases of an enum, in their order. Without a value it shows `(none)`.
  ///
  ///     enum Size: String, CaseIterable { case small, large }
  ///
  /// Its cases are the options:
  ///
  ///     Picker("size", state.size) { .sizeChanged($0) }
  @inlinable
  public init<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ value: Value?, isOptional: Bool = false,
    disabledBecause reason: String? = nil, _ action: @escaping @Sendable (Value) -> Action
  ) {
    let options = Value.allCases.map(\.rawValue)
    self.init(
      name, value?.rawValue ?? "", of: options, isOptional: isOptional, disabledBecause: reason
    ) { text in
      // Only options are passed on.
      guard let value = Value(rawValue: text) else {
        preconditionFailure("\"\(text)\" is not a raw value of \(Value.self)")
      }
      return action(value)
    }
  }

  @inlinable
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Picker<Other> {
    Picker<Other>(
      name, value, of: options, isOptional: isOptional, disabledBecause: disabledReason
    ) { [action] in
      transform(action($0))
    }
  }
}

/// A row of a list, selected by typing its name.
///
///     for set in state.sets { ListRow("set-\(set.id)", "\(set.lift), \(set.weight)", .open(set.id)) }
///
/// It is a ``Button`` with text beside its name; consecutive rows are aligned. A row with a reason
/// (`disabledBecause:`) is disabled and shows the reason. The reducer must refuse its action too.
public struct ListRow<Action: Sendable>: Sendable {
  /// The name that is typed.
  public let name: String
  /// The text beside the name.
  public let text: String
  /// The reason why it is disabled; `nil` if it is enabled.
  public let disabledReason: String?
  @usableFromInline let action: Action

  /// Creates a row that sends `action` when it is selected.
  @inlinable
  public init(
    _ name: String, _ text: String, disabledBecause reason: String? = nil, _ action: Action
  ) {
    self.name = name
    self.text = text
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(_ transform: (Action) -> Other) -> ListRow<Other> {
    ListRow<Other>(name, text, disabledBecause: disabledReason, transform(action))
  }
}
