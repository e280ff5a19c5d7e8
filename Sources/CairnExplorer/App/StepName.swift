import CairnTrail

/// A line of a trail that moves the app.
@usableFromInline
enum StepName: Hashable {
  case input(String)
  case time(Duration)
  case restart

  @usableFromInline var trailStep: TrailStep {
    switch self {
    case .input(let line): .input(line)
    case .time(let duration): .time(duration)
    case .restart: .restart
    }
  }

  /// As it stands in a trail.
  var text: String {
    switch self {
    case .input(let line): "> \(line)"
    case .time(let duration): "@ \(DurationSyntax.text(of: duration))"
    case .restart: "@ restart"
    }
  }

  var isTime: Bool {
    if case .time = self { true } else { false }
  }

  /// The first word of an input.
  @usableFromInline var inputName: String? {
    guard case .input(let line) = self else { return nil }
    return line.split(separator: " ", maxSplits: 1).first.map(String.init)
  }
}
