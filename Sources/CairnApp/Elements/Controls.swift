// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Elements are written alike, whether they are types or functions.

import Cairn

/// An action, sent by typing the name of the button.
///
///     Button("next", disabledBecause: state.missing, .next)  // a reason, or nil if enabled
///     Button("back", .back)
///     Button("pay", label: "Pay with card", .pay)  // typed as pay
///
/// A label stands beside the name, so that the screen shows what to type and what it does.
@inlinable
public func Button<Action>(
  _ name: String, label: String? = nil, disabledBecause reason: String? = nil, _ action: Action,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  Input(name.typed(fileID, line), .button(label: label), disabledBecause: reason, .action(action))
}

/// A row of a list, selected by typing its name.
///
///     for set in state.sets { ListRow("set-\(set.id)", "\(set.lift), \(set.weight)", .open(set.id)) }
///
/// It is a button with text beside its name; consecutive rows are aligned. A page in a browser shows the picture,
/// too.
@inlinable
public func ListRow<Action>(
  _ name: String, _ text: String, picture: Picture? = nil, disabledBecause reason: String? = nil,
  _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  Input(
    name.typed(fileID, line), .row(text), disabledBecause: reason, picture: picture,
    .action(action))
}

/// A switch, toggled by typing its name.
///
///     Toggle("accept", "I accept the terms", isOn: state.accepted, .acceptToggled)
@inlinable
public func Toggle<Action>(
  _ name: String, _ label: String, isOn: Bool, disabledBecause reason: String? = nil,
  _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  Input(
    name.typed(fileID, line), .toggle(label: label, isOn: isOn), disabledBecause: reason,
    .action(action))
}

/// A text field, filled by typing its name and a value.
///
///     Field("email", state.email) { .emailChanged($0) }
///
/// An empty field that may stay so (`isOptional: true`) is shown as `(optional)`.
@inlinable
public func Field<Action>(
  _ name: String, _ value: String, isOptional: Bool = false,
  disabledBecause reason: String? = nil, _ action: @escaping @Sendable (String) -> Action,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  Input(
    name.typed(fileID, line), .field(value), isOptional: isOptional, disabledBecause: reason,
    .text(action))
}

/// A text field that takes and returns a `Secret`, and is shown as bullets.
///
///     Field("password", secure: state.password) { .passwordChanged($0) }
@inlinable
public func Field<Action>(
  _ name: String, secure value: Secret, isOptional: Bool = false,
  disabledBecause reason: String? = nil, _ action: @escaping @Sendable (Secret) -> Action,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  Input(
    name.typed(fileID, line), .secureField(value), isOptional: isOptional,
    disabledBecause: reason, .secret(action))
}

/// A choice of one value, made by typing the name and the value.
///
///     Picker("size", state.size, of: ["small", "large"]) { .sizeChanged($0) }
///
/// Typing `size large` sends the action of `large`. Options match exactly, case included; any other
/// value is refused with the list of options.
///
/// The current value need *not* be one of the options: `""` is shown as `(none)`, and as `(optional)` if it may
/// stay so (`isOptional: true`).
@inlinable
public func Picker<Action>(
  _ name: String, _ value: String, of options: [String], isOptional: Bool = false,
  disabledBecause reason: String? = nil, _ action: @escaping @Sendable (String) -> Action,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  Input(
    name.typed(fileID, line), .picker(value, of: options), isOptional: isOptional,
    disabledBecause: reason,
    .text(action))
}

/// A picker of the cases of an enum, in their order. Without a value it shows `(none)`.
///
///     enum Size: String, CaseIterable { case small, large }
///
/// Its cases are the options:
///
///     Picker("size", state.size) { .sizeChanged($0) }
@inlinable
public func Picker<Action, Value: RawRepresentable<String> & CaseIterable & Sendable>(
  _ name: String, _ value: Value?, isOptional: Bool = false,
  disabledBecause reason: String? = nil, _ action: @escaping @Sendable (Value) -> Action,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  let options = Value.allCases.map(\.rawValue)
  return Picker(
    name, value?.rawValue ?? "", of: options, isOptional: isOptional, disabledBecause: reason,
    { text in
      // Only options are passed on.
      guard let value = Value(rawValue: text) else {
        preconditionFailure("\"\(text)\" is not a raw value of \(Value.self)")
      }
      return action(value)
    }, fileID: fileID, line: line)
}

/// An action with a value that no field keeps, sent by typing the name and the value.
///
///     ValueButton("seek", takes: "seconds, m:ss or 40%") { Seek($0).map { .seek($0) } }
///
/// Typing `seek 40%` sends the action of the value; the screen shows `seconds, m:ss or 40%` beside the
/// name. A value whose action is `nil` is refused, and the refusal names the accepted values. The function
/// must depend on the value alone. For a search, ``App/samples`` has the values to type.
///
/// - Parameters:
///   - values: the accepted values in words, such as `seconds or m:ss`.
///   - action: returns `nil` for a value that is not accepted.
@inlinable
public func ValueButton<Action>(
  _ name: String, takes values: String, disabledBecause reason: String? = nil,
  _ action: @escaping @Sendable (String) -> Action?,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Input<Action> {
  Input(
    name.typed(fileID, line), .valueButton(takes: values), disabledBecause: reason,
    .accepted(action))
}
