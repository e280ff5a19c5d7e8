import Cairn
import CairnDump

/// Says which action a test expects.
///
///     store.receive(.equal(.saved))
///     store.receive(.case(.loaded))  // by case path, whatever the payload
///     store.receive(.where("an odd tick") { if case .tick(let n) = $0 { n % 2 == 1 } else { false } })
///
/// What is expected is put into words by a failure, and not before.
public struct ActionMatcher<Action: Sendable> {
  let description: () -> String
  @usableFromInline let matches: (Action) -> Bool

  /// Any action that meets a condition; the description is what a failure says was expected.
  public static func `where`(
    _ description: @autoclosure @escaping () -> String, _ matches: @escaping (Action) -> Bool
  ) -> ActionMatcher {
    ActionMatcher(description: description, matches: matches)
  }

  /// Any action of one case.
  public static func `case`<Value>(_ path: CasePath<Action, Value>) -> ActionMatcher {
    ActionMatcher(
      description: {
        "an action of the case path at \(path.source), with a payload of \(Value.self)"
      },
      matches: path.matches)
  }
}

extension ActionMatcher where Action: Equatable {
  /// This action and no other.
  public static func equal(_ action: Action) -> ActionMatcher {
    ActionMatcher(description: { phrase(for: action) }, matches: { $0 == action })
  }
}
