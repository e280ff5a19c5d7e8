/// An alert or a confirmation dialog as a value: a title, a message, and buttons with their actions.
///
///     state.alert = AlertState(
///       "Delete \(file.name)?", message: "This cannot be undone.",
///       buttons: [
///         ButtonState("Delete", role: .destructive, action: .delete(file.id)),
///         ButtonState("Keep", role: .cancel, action: .keep),
///       ])
///
/// A feature stores it in an optional property and runs it with ``DismissOnAction``, because every
/// button closes it:
///
///     Reduce { … }.ifLet(\.alert, .alert) { DismissOnAction() }
///
/// A test compares it as a part of the state. `CairnApp` shows it as a screen, and `CairnSwiftUI` as an
/// alert or a dialog of the system. An action carries the subject of the choice (`.delete(file.id)`),
/// because the alert is `nil` when the parent receives the action.
public struct AlertState<Action> {
  /// The presentation by a system that distinguishes alerts from confirmation dialogs.
  public enum Style: String, Codable, Sendable {
    /// An alert in the middle, or a dialog beside its cause.
    case alert, confirmationDialog
  }

  /// The question or the message, in one line.
  public var title: String
  /// Further sentences; `nil` for none.
  public var message: String?
  /// The presentation, where the system has both.
  public var style: Style
  /// The buttons, in the order in which they are shown. Without a button, a screen of a terminal
  /// cannot be left.
  public var buttons: [ButtonState<Action>]

  /// Creates an alert, or a dialog, with its buttons in order.
  public init(
    _ title: String, message: String? = nil, style: Style = .alert, buttons: [ButtonState<Action>]
  ) {
    self.title = title
    self.message = message
    self.style = style
    self.buttons = buttons
  }

  /// The action for a dismissal without a choice, such as a tap outside of a dialog: the action of the
  /// first button with the role `cancel`, or of the only button of an alert, unless it is destructive;
  /// otherwise `nil`. A system adds to a confirmation dialog a button that only dismisses it.
  public var cancelAction: Action? {
    if let cancel = buttons.first(where: { $0.role == .cancel }) { return cancel.action }
    guard style == .alert, buttons.count == 1, buttons[0].role != .destructive else { return nil }
    return buttons[0].action
  }
}

/// A button of an ``AlertState``: its label, its role, and the action that it sends.
public struct ButtonState<Action> {
  /// The meaning of a button, from which a system derives its appearance and position.
  public enum Role: String, Codable, Sendable {
    /// An ordinary choice, the choice that changes nothing, and one that loses data.
    case `default`, cancel, destructive
  }

  /// The text of the button.
  public var label: String
  /// The name that is typed in a terminal and in a trail. If it is `nil`, the name is derived from the
  /// label. Set it if the label is translated, or contains a text of a user.
  public var name: String?
  /// The meaning of the choice.
  public var role: Role
  /// The action that the button sends.
  public var action: Action

  /// Creates a button. The name is what a person types; without it, it is derived from the label.
  public init(_ label: String, name: String? = nil, role: Role = .default, action: Action) {
    self.label = label
    self.name = name
    self.role = role
    self.action = action
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}
