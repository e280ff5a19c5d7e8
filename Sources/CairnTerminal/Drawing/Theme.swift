import CairnApp

/// Colours for what there is on a screen: a layer on top, which changes no column.
struct Theme: Equatable {
  /// What a terminal is asked for each role; `nil` for no colour at all.
  private let codes: [StyledLine.Role: String]

  /// No colour.
  static let none = Theme(codes: [:])

  /// The sixteen colours that every terminal has and people choose themselves. Words to read keep
  /// the terminal's own colour, so that they are legible on whatever is behind them.
  static let dark = Theme(
    codes: common.merging([.name: "36", .warning: "33", .info: "36"]) { $1 })

  /// Cyan and yellow cannot be read on white.
  static let light = Theme(
    codes: common.merging([.name: "34", .warning: "35", .info: "34"]) { $1 })

  private static let common: [StyledLine.Role: String] = [
    .title: "1", .step: "2", .placeholder: "2", .disabled: "2", .progress: "2", .error: "31",
  ]

  func colored(_ text: String, _ role: StyledLine.Role) -> String {
    codes[role].map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }

  func colored(_ line: StyledLine) -> String {
    line.parts.map { colored($0.text, $0.role) }.joined()
  }
}
