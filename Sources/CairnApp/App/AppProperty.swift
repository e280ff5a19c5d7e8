import CairnDump
import CairnSimulation

/// Something that holds for an app: in its states, in its steps, or on its ways.
///
///     static let properties: [AppProperty<Root.State>] = .standard() + [
///       .never("a session without a PIN") { $0.session?.pinHash == "" },
///       .alwaysReachable(screen: "main"),
///       .backUndoes("next"),
///     ]
///
/// The explorer proves each, or answers with a shortest trail on which it fails. A trail that is
/// played checks those that can be seen on one way: ``always(_:_:)``, ``never(_:_:)``,
/// ``step(_:_:)``, ``backUndoes(_:with:)`` and ``noSecret(_:after:)``.
public struct AppProperty<State>: Sendable, CustomStringConvertible {
  public let name: String
  package let rule: Rule

  package enum Rule: Sendable {
    case always(@Sendable (State) -> Bool)
    case reachable(@Sendable (State) -> Bool)
    case reachableScreen(String)
    case alwaysReachable(screen: String)
    case noDeadEnd(unless: @Sendable (State) -> Bool)
    case backUndoes(next: String, back: String)
    case noSecret(after: @Sendable (State, State) -> Bool)
    case noLeakedEffect
    case everyInputHasEffect
    case refusedMeansUnchanged
    case noRuntimeIssue
    case step(@Sendable (State, AppStep, State) -> Bool)
  }

  private init(_ name: String, _ rule: Rule) {
    self.name = name
    self.rule = rule
  }

  public var description: String { name }

  /// It holds in every state.
  public static func always(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> AppProperty {
    AppProperty("always \(name)", .always(holds))
  }

  /// It holds in no state.
  public static func never(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> AppProperty {
    AppProperty("never \(name)", .always { !holds($0) })
  }

  /// It holds in some state.
  public static func reachable(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> AppProperty {
    AppProperty("reachable: \(name)", .reachable(holds))
  }

  /// The screen of that id is shown in some state.
  public static func reachable(screen id: String) -> AppProperty {
    AppProperty("reachable: the screen \(id)", .reachableScreen(id))
  }

  /// From every state there is a way to one in which the screen of that id is shown.
  ///
  /// That such a way is taken is *not* promised.
  public static func alwaysReachable(screen id: String) -> AppProperty {
    AppProperty("from everywhere there is a way to \(id)", .alwaysReachable(screen: id))
  }

  /// In every state, but those that are meant as ends, something can be done, or is under way, that
  /// changes it.
  public static func noDeadEnd(
    unless isEnd: @escaping @Sendable (State) -> Bool = { _ in false }
  ) -> AppProperty {
    AppProperty("no dead end", .noDeadEnd(unless: isEnd))
  }

  /// Where an input has put a screen on top, another one leads back to the very state before.
  public static func backUndoes(_ next: String, with back: String = "back") -> AppProperty {
    AppProperty("\(back) undoes \(next)", .backUndoes(next: next, back: back))
  }

  /// After such a step, from a state to another, neither the state nor what stand-ins remember
  /// holds a secret that was typed.
  ///
  ///     .noSecret("sign-out") { before, after in before.isSignedIn && !after.isSignedIn }
  ///
  /// A secret is looked for as text; what is stored as a hash of it is no secret. A search looks for
  /// every sample of every secure field, whether it was typed on that way or not.
  public static func noSecret(
    _ name: String, after isSuch: @escaping @Sendable (State, State) -> Bool
  ) -> AppProperty {
    AppProperty("no secret after \(name)", .noSecret(after: isSuch))
  }

  /// No effect is in flight, background ones aside, that an input on a screen has started which is
  /// not there any more.
  public static var noLeakedEffect: AppProperty {
    AppProperty("no effect outlives its screen", .noLeakedEffect)
  }

  /// Whatever can be typed on a screen does something in at least one state.
  public static var everyInputHasEffect: AppProperty {
    AppProperty("every input is handled", .everyInputHasEffect)
  }

  /// What the screen refuses changes nothing when it is sent anyway.
  public static var refusedMeansUnchanged: AppProperty {
    AppProperty("refused means unchanged", .refusedMeansUnchanged)
  }

  /// The engine has no mistake to report: no action is for a screen that is not there, nothing is
  /// dismissed that cannot be, no effect throws.
  public static var noRuntimeIssue: AppProperty {
    AppProperty("no runtime issue is reported", .noRuntimeIssue)
  }

  /// It holds for every step: the state before, the line of a trail that the step is, and the state
  /// after it.
  ///
  ///     .step("only sign-out removes the session") { before, step, after in
  ///       before.session == nil || after.session != nil || step == .input("sign-out")
  ///     }
  public static func step(
    _ name: String, _ holds: @escaping @Sendable (State, AppStep, State) -> Bool
  ) -> AppProperty {
    AppProperty("every step: \(name)", .step(holds))
  }
}

extension Array {
  /// What should hold for any app: no mistake, no dead end, every input handled, no effect that
  /// outlives its screen.
  public static func standard<State>() -> Self where Element == AppProperty<State> {
    [.noRuntimeIssue, .noDeadEnd(), .everyInputHasEffect, .noLeakedEffect]
  }
}

extension WorldMemory.Snapshot {
  /// Whether any stored value contains one of these texts.
  package func mentions(anyOf texts: Set<String>) -> Bool {
    values.contains { CairnDump.mentions($0.value, anyOf: texts) }
  }
}
