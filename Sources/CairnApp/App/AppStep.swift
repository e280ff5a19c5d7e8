import CairnDump

/// A step of an app: an input, a passage of time, or a restart. The lines of a trail write it.
///
///     > email ada@example.com    .input("email ada@example.com")
///     @ 1.5s                     .time(.milliseconds(1500))
public enum AppStep: Hashable, Sendable {
  /// `> LINE`: an accepted input, as typed.
  case input(String)
  /// `@ 1.5s`: virtual time passes.
  case time(Duration)
  /// `@ idle`: virtual time passes until every effect but background effects has ended.
  case idle
  /// `@ restart`: the process ends and starts again with what was saved.
  case restart

  /// The line of a trail.
  package var text: String {
    switch self {
    case .input(let line): "> \(line)"
    case .time(let duration): "@ \(duration.notation)"
    case .idle: "@ idle"
    case .restart: "@ restart"
    }
  }

  package var isTime: Bool {
    if case .time = self { true } else { false }
  }

  /// The first word of an input; `nil` for other steps.
  @usableFromInline package var inputName: String? {
    guard case .input(let line) = self else { return nil }
    return line.split(separator: " ", maxSplits: 1).first.map(String.init)
  }
}
