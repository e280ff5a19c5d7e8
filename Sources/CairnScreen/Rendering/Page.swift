/// Lays out single elements in a width: an indented name column, and the rest beside it.
struct Page {
  private static let indent = "  "
  private static let gap = "  "

  private let width: Int
  private let nameColumn: Int

  /// The name column is as wide as the longest name, but leaves half of the width for values.
  init(width: Int, names: [String]) {
    self.width = width
    let longest = names.map(\.columns).max() ?? 0
    self.nameColumn = min(longest + Self.gap.columns, width / 2)
  }

  func heading(_ title: String, step: (number: Int, count: Int)?) -> String {
    guard let step else { return title.terminalSafe.cut(to: width).withoutTrailingBlanks }
    let label = "\(step.number)/\(step.count)"
    let room = width - label.columns
    let title = title.terminalSafe.cut(to: max(room - Self.gap.columns, 1))
    return (title.padded(to: room) + label).cut(to: width)
  }

  func rows<Action>(of element: Screen<Action>.Element) -> [String] {
    switch element {
    case .text(let text): wrapped(text.text, marker: "", lines: text.lines)
    case .note(let note): wrapped(note.text, marker: note.level.marker, lines: note.lines)
    case .progress(let progress): wrapped(progress.text, marker: "… ", lines: nil)
    case .input(let input): [row(of: input)]
    }
  }

  private func wrapped(_ text: String, marker: String, lines limit: Int?) -> [String] {
    let room = width - Self.indent.columns - marker.columns
    let hanging = String(repeating: " ", count: marker.columns)
    return text.terminalSafeLines.wrapped(to: room, limit: limit).enumerated().map { index, line in
      (Self.indent + (index == 0 ? marker : hanging) + line).withoutTrailingBlanks
    }
  }

  private func row<Action>(of input: Input<Action>) -> String {
    let content = content(
      input.shownValue, disabledReason: input.disabledReason,
      room: width - Self.indent.columns - nameColumn)
    if content.isEmpty { return Self.indent + input.name.cut(to: width - Self.indent.columns) }
    let name = input.name.cut(to: nameColumn - Self.gap.columns).padded(to: nameColumn)
    return (Self.indent + name + content).withoutTrailingBlanks
  }

  /// The value, then why it is disabled; a long value leaves up to half of the room for the reason.
  private func content(_ value: String, disabledReason: String?, room: Int) -> String {
    guard let disabledReason else { return value.cut(to: room) }
    let reason =
      disabledReason.isEmpty ? "disabled" : "disabled: " + disabledReason.terminalSafe
    if value.isEmpty { return reason.cut(to: room) }
    let valueRoom = max(room / 2, room - reason.columns - Self.gap.columns)
    return (value.cut(to: valueRoom) + Self.gap + reason).cut(to: room)
  }
}

extension Note.Level {
  fileprivate var marker: String {
    switch self {
    case .info: "i "
    case .warning: "! "
    case .error: "× "
    }
  }
}

extension Input {
  fileprivate var shownValue: String {
    switch self {
    case .field:
      guard let value, !value.isEmpty else { return "(empty)" }
      return value.terminalSafe
    case .toggle(let toggle): return (toggle.isOn ? "[x] " : "[ ] ") + toggle.label.terminalSafe
    case .button: return ""
    }
  }
}
