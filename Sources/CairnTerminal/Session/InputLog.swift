import Cairn
import CairnApp

/// What was typed, as a trail can say it again: without secrets, and with the time in between.
struct InputLog {
  /// What was in flight when an input came.
  enum Pause {
    /// Nothing had been since the input before.
    case none
    /// Something had been, and had ended.
    case ended
    /// Something still was, after this time.
    case lasting(Duration)
  }

  private var entries: [(pause: Pause, line: String)] = []
  private var placeholders: [Secret: String] = [:]

  /// Adds the input that comes after `step` others; what was behind them is forgotten.
  ///
  /// - Parameter secret: what the line says of a secure field; a placeholder stands for it.
  mutating func record(
    _ line: String, secret: (name: String, value: Secret)?, step: Int, after pause: Pause
  ) {
    entries.removeSubrange(min(step, entries.count)...)
    entries.append((pause, secret.map { "\($0) \(placeholder(for: $1))" } ?? line))
  }

  /// The lines of a trail that says the first `steps` inputs.
  func trail(app: String, steps: Int) -> [String] {
    ["% app \(app)"]
      + entries.prefix(steps).flatMap { pause, line in
        switch pause {
        case .none: ["> \(line)"]
        case .ended: ["@ idle", "> \(line)"]
        case .lasting(let time): ["@ \(time.inMilliseconds)ms", "> \(line)"]
        }
      }
  }

  private mutating func placeholder(for secret: Secret) -> String {
    // An empty one clears the field, and tells nothing.
    if secret.isEmpty { return "\"\"" }
    let placeholder = placeholders[secret] ?? "{secret-\(placeholders.count + 1)}"
    placeholders[secret] = placeholder
    return placeholder
  }
}

extension Duration {
  fileprivate var inMilliseconds: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}
