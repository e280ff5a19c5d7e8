import CairnDump
import Synchronization

/// A step of an app: an input, an event from outside, a passage of time, or a restart. The lines of a trail write it.
///
/// ```text
/// > email ada@example.com    .input("email ada@example.com")
/// @ 1.5s                     .time(.milliseconds(1500))
/// ```
public enum AppStep: Hashable, Sendable {
  /// `> LINE`: an accepted input, as typed.
  case input(String)
  /// `@ 1.5s`: virtual time passes.
  case time(Duration)
  /// `@ idle`: virtual time passes until every effect but background effects has ended.
  case idle
  /// `@ restart`: the process ends and starts again with what was saved.
  case restart
  /// `@ event LINE`: one of ``App/events``, written as an input.
  case event(String)

  public static func == (one: AppStep, other: AppStep) -> Bool {
    if ComparedSteps.areRecorded { ComparedSteps.current?.insert([one, other]) }
    return switch (one, other) {
    case (.input(let one), .input(let other)): one == other
    case (.time(let one), .time(let other)): one == other
    case (.event(let one), .event(let other)): one == other
    case (.idle, .idle), (.restart, .restart): true
    case (.input, _), (.time, _), (.idle, _), (.restart, _), (.event, _): false
    }
  }

  /// The line of an input or of an event; `nil` for other steps.
  package var typedLine: String? {
    switch self {
    case .input(let line), .event(let line): line
    case .time, .idle, .restart: nil
    }
  }

  package var text: String {
    switch self {
    case .input(let line): "> \(line)"
    case .time(let duration): "@ \(duration.notation)"
    case .idle: "@ idle"
    case .restart: "@ restart"
    case .event(let line): "@ event \(line)"
    }
  }
}

/// The inputs and events with which a condition compares steps, as lines of a trail: a misspelt one is never equal to
/// any.
package final class ComparedSteps: Sendable {
  @TaskLocal fileprivate static var current: ComparedSteps?
  private static let recordings = Atomic(0)
  private let found = Mutex<Set<String>>([])
  /// Of a long search, the first steps are enough.
  private let rest = Atomic(100_000)

  package init() {}

  package var lines: Set<String> { found.withLock(\.self) }

  /// Most comparisons are not recorded.
  fileprivate static var areRecorded: Bool { recordings.load(ordering: .relaxed) > 0 }

  fileprivate func insert(_ steps: [AppStep]) {
    for step in steps where step.typedLine != nil {
      _ = found.withLock { $0.insert(step.text) }
    }
  }

  package func record(_ condition: () -> Bool) -> Bool {
    guard rest.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 else { return condition() }
    Self.recordings.add(1, ordering: .relaxed)
    defer { Self.recordings.subtract(1, ordering: .relaxed) }
    return Self.$current.withValue(self, operation: condition)
  }
}
