import CairnDump
import CairnSimulation

/// A property of an app: a condition on its states, its steps or its paths.
///
///     static let properties: [AppProperty<Root.State>] = .standard(
///       .never("a session without a PIN") { $0.session?.pinHash == "" },
///       .alwaysReachable(screen: "main"),
///       .backUndoes("next"))
///
/// A search proves a property, refutes it, as a rule by a shortest trail, or leaves it undecided. A played trail checks
/// the properties that a single path can violate, such as ``always(_:_:)``, ``step(_:_:)``,
/// ``backUndoes(_:with:)``, ``noSecret(_:after:)``, ``atRest(_:_:)``, and ``eventually(_:_:)`` where nothing is left
/// to happen.
public struct AppProperty<State>: Sendable, CustomStringConvertible {
  /// The name in reports, which identifies the property.
  public internal(set) var name: String
  package let rule: Rule

  package enum Rule: Sendable {
    case always(@Sendable (State) -> Bool)
    case everyReduction(@Sendable (State) -> Bool)
    case reachable(@Sendable (State) -> Bool)
    case reachableScreen(String)
    case alwaysReachable(screen: String)
    case noDeadEnd(unless: @Sendable (State) -> Bool)
    case backUndoes(next: String, back: String)
    case noSecret(after: @Sendable (State, State) -> Bool)
    case noLeakedEffect
    case settles
    case everyInputHasEffect
    case refusedMeansUnchanged
    case noRuntimeIssue
    case step(@Sendable (State, AppStep, State) -> Bool)
    case everyMoment(@Sendable (AppMoment<State>) -> Bool)
    case atRest(@Sendable (AppMoment<State>) -> Bool)
    case claim(onlyAtStart: Bool, @Sendable (AppMoment<State>) -> ClaimEvent)

    /// The condition that every state must meet between two steps; `nil` for another kind of property.
    package var condition: (@Sendable (State) -> Bool)? {
      switch self {
      case .always(let holds), .everyReduction(let holds): holds
      case .reachable, .reachableScreen, .alwaysReachable, .noDeadEnd, .backUndoes, .noSecret,
        .noLeakedEffect, .settles, .everyInputHasEffect, .refusedMeansUnchanged, .noRuntimeIssue,
        .step, .everyMoment, .atRest, .claim:
        nil
      }
    }
  }

  /// What a claim about runs says of a moment: it is open from here on, is fulfilled, or is violated.
  package struct ClaimEvent: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static var begins: ClaimEvent { ClaimEvent(rawValue: 1) }
    package static var ends: ClaimEvent { ClaimEvent(rawValue: 2) }
    package static var breaks: ClaimEvent { ClaimEvent(rawValue: 4) }
  }

  private init(_ name: String, _ rule: Rule) {
    // A line of a report and of a trail.
    self.name = name.terminalSafe
    self.rule = rule
  }

  public var description: String { name }

  /// The condition is true in every state between two steps.
  ///
  ///     .always("a PIN for a signed-in user") { !$0.isSignedIn || $0.hasPIN }
  ///
  /// These are the states in which a person can act: the step, its follow-ups and everything that is then
  /// ready have been reduced. In between, such as after an action and before the action that its effect
  /// sends at once, the condition may be false. Observers of a store can see those states;
  /// ``everyReduction(_:_:)`` checks them too.
  public static func always(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> AppProperty {
    AppProperty("always \(name)", .always(holds))
  }

  /// The condition is true after every reduction: also between an action and its follow-ups, and between
  /// two replies of one instant.
  ///
  ///     .everyReduction("the total is the sum") { $0.total == $0.items.reduce(0) { $0 + $1.price } }
  ///
  /// The state in which the app starts, or starts again, is checked too, before its first action.
  public static func everyReduction(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> AppProperty {
    AppProperty("after every reduction: \(name)", .everyReduction(holds))
  }

  /// The condition is false in every state between two steps; see ``always(_:_:)``.
  ///
  ///     .never("a negative count") { $0.count < 0 }
  public static func never(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> AppProperty {
    AppProperty("never \(name)", .always { !holds($0) })
  }

  /// The condition is true in some state.
  ///
  ///     .reachable("an eleventh try") { $0.tries > 10 }
  public static func reachable(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> AppProperty {
    AppProperty("reachable: \(name)", .reachable(holds))
  }

  /// The screen with that id is shown in some state.
  ///
  ///     .reachable(screen: "main")
  public static func reachable(screen id: String) -> AppProperty {
    AppProperty("reachable: the screen \(id)", .reachableScreen(id))
  }

  /// From every state, a path leads to a state that shows the screen.
  ///
  ///     .alwaysReachable(screen: "main")
  ///
  /// That the path is taken is *not* promised.
  public static func alwaysReachable(screen id: String) -> AppProperty {
    AppProperty("always reachable: the screen \(id)", .alwaysReachable(screen: id))
  }

  /// In every state, except intended ends, an input or an effect in flight can change the state.
  ///
  ///     .noDeadEnd(unless: { $0.isFinished })
  public static func noDeadEnd(
    unless isEnd: @escaping @Sendable (State) -> Bool = { _ in false }
  ) -> AppProperty {
    AppProperty("no dead end", .noDeadEnd(unless: isEnd))
  }

  /// After the input `next` has pushed a screen, the input `back` restores the state before it.
  ///
  ///     .backUndoes("next"),
  ///     .backUndoes("row-0", with: "close")
  ///
  /// Each property is about one input: rows of a list need one property each.
  public static func backUndoes(_ next: String, with back: String = "back") -> AppProperty {
    AppProperty("\(back) undoes \(next)", .backUndoes(next: next, back: back))
  }

  /// After a matching step, neither the state nor the memory of stand-ins contains a secret that was
  /// entered.
  ///
  ///     .noSecret("sign-out") { before, after in before.isSignedIn && !after.isSignedIn }
  ///
  /// Secrets are found as text; the hash of a secret is no secret. A search looks for every sample of
  /// every secure field, entered on that path or not. It can miss a secret in a part of the state
  /// that ``App/canonicalState`` drops. A played trail looks for the entered secrets,
  /// except those that would be found by chance: those of less than four characters, and those that
  /// occur in a line without a secret.
  public static func noSecret(
    _ name: String, after isSuch: @escaping @Sendable (State, State) -> Bool
  ) -> AppProperty {
    AppProperty("no secret after \(name)", .noSecret(after: isSuch))
  }

  /// No effect in flight, except background and shielded effects, belongs to a screen that no longer exists.
  ///
  /// An effect of an input belongs to the screen after its reduction. An effect of a reply or of an event belongs to the
  /// screen that its reduction pushed, or else to no screen. Screens are told apart by their ids. Of several screens with
  /// one id, those on top are gone first.
  ///
  ///     static let properties: [AppProperty<Root.State>] = [.noLeakedEffect]
  public static var noLeakedEffect: AppProperty {
    AppProperty("no leaked effect", .noLeakedEffect)
  }

  /// Without further input every effect ends, background effects aside.
  ///
  ///     static let properties: [AppProperty<Root.State>] = [.settles]
  ///
  /// It is refuted by effects that start each other without end, and by an effect that sleeps again and
  /// again, in any order of work and with any answers of stand-ins. Limit the number of retries, or
  /// retry in a background effect.
  ///
  /// A step counts as endless after 5,000 reductions and parts of effects, even if it would end later.
  ///
  /// Not checked: an effect that waits for an answer that never comes. ``noDeadEnd(unless:)`` requires an
  /// input in such a state.
  public static var settles: AppProperty {
    AppProperty("settles: every effect ends if left alone", .settles)
  }

  /// Every input of a screen has an effect in at least one state.
  ///
  ///     static let properties: [AppProperty<Root.State>] = [.everyInputHasEffect]
  public static var everyInputHasEffect: AppProperty {
    AppProperty("every input has an effect", .everyInputHasEffect)
  }

  /// The action of a disabled input changes nothing when it is sent.
  ///
  ///     try model.explore(checking: A.properties + [.refusedMeansUnchanged])
  public static var refusedMeansUnchanged: AppProperty {
    AppProperty("refused means unchanged", .refusedMeansUnchanged)
  }

  /// The engine reports no runtime issue: no action addresses a screen that is not present, no root is
  /// dismissed, no effect throws.
  ///
  ///     static let properties: [AppProperty<Root.State>] = [.noRuntimeIssue]
  public static var noRuntimeIssue: AppProperty {
    AppProperty("no runtime issue", .noRuntimeIssue)
  }

  /// The condition is true in every moment between two steps: of the state, the live screens, the effects in flight
  /// and the memory of stand-ins.
  ///
  ///     .everyMoment("a token is refreshed at most once at a time") { moment in
  ///       moment.effects.count { $0.name == "refresh" } <= 1
  ///     }
  public static func everyMoment(
    _ name: String, _ holds: @escaping @Sendable (AppMoment<State>) -> Bool
  ) -> AppProperty {
    AppProperty("every moment: \(name)", .everyMoment(holds))
  }

  /// The condition is true wherever no effect is in flight, background effects aside, and no timer runs.
  ///
  ///     .atRest("no spinner") { !$0.isLoading }
  ///
  /// Not checked: states with an effect that waits for an answer that never comes.
  public static func atRest(
    _ name: String, _ holds: @escaping @Sendable (AppMoment<State>) -> Bool
  ) -> AppProperty {
    AppProperty("at rest: \(name)", .atRest(holds))
  }

  /// The screen on top shows no ``Progress`` where no effect is in flight, background effects aside, and no timer runs.
  ///
  ///     static let properties: [AppProperty<Root.State>] = [.noProgressAtRest]
  public static var noProgressAtRest: AppProperty {
    AppProperty("no progress at rest", .atRest { !$0.showsProgress })
  }

  /// On every run, the condition is true in some moment.
  ///
  ///     .eventually("signed in") { $0.isSignedIn }
  ///
  /// Assumed: timers fire, and effects that can answer do. A person may do nothing, or act for ever; a stand-in may
  /// give the same answer for ever; the process restarts finitely often. A trail that ends at rest, or with two rounds
  /// of a loop, refutes it.
  public static func eventually(
    _ name: String, _ holds: @escaping @Sendable (AppMoment<State>) -> Bool
  ) -> AppProperty {
    AppProperty("eventually \(name)", .claim(onlyAtStart: true) { holds($0) ? .ends : .begins })
  }

  /// On every run, the second condition is true in or after each moment in which the first one is true.
  ///
  ///     .leadsTo("saving", "saved or refused") { $0.isSaving } then: { !$0.isSaving }
  ///
  /// Assumed is the same as by ``eventually(_:_:)``.
  public static func leadsTo(
    _ cause: String, _ result: String, _ begins: @escaping @Sendable (AppMoment<State>) -> Bool,
    then ends: @escaping @Sendable (AppMoment<State>) -> Bool
  ) -> AppProperty {
    AppProperty(
      "\(cause) leads to \(result)",
      .claim(onlyAtStart: false) { moment in
        let event: ClaimEvent = begins(moment) ? .begins : []
        return ends(moment) ? event.union(.ends) : event
      })
  }

  /// On every run, the second condition is true in some moment, and the first one in all moments before it.
  ///
  ///     .until("the first screen", "main") { $0.screen == "starting" } then: { $0.screen == "main" }
  ///
  /// Assumed is the same as by ``eventually(_:_:)``.
  public static func until(
    _ name: String, _ end: String, _ holds: @escaping @Sendable (AppMoment<State>) -> Bool,
    then ends: @escaping @Sendable (AppMoment<State>) -> Bool
  ) -> AppProperty {
    AppProperty(
      "\(name) until \(end)",
      .claim(onlyAtStart: true) { ends($0) ? .ends : holds($0) ? .begins : [.begins, .breaks] })
  }

  /// The condition is true for every step: the state before, the step, and the state after.
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
  /// The standard properties, followed by the app's own.
  ///
  /// The standard properties are ``AppProperty/noRuntimeIssue``, ``AppProperty/noDeadEnd(unless:)``,
  /// ``AppProperty/everyInputHasEffect``, ``AppProperty/noLeakedEffect``, ``AppProperty/settles`` and
  /// ``AppProperty/noProgressAtRest``.
  ///
  ///     static let properties: [AppProperty<Root.State>] = .standard(.backUndoes("next"))
  public static func standard<State>(_ own: AppProperty<State>...) -> Self
  where Element == AppProperty<State> {
    [
      .noRuntimeIssue, .noDeadEnd(), .everyInputHasEffect, .noLeakedEffect, .settles,
      .noProgressAtRest,
    ] + own
  }
}

extension WorldMemory.Snapshot {
  /// Whether any stored value contains one of these texts.
  package func mentions(anyOf texts: Set<String>) -> Bool {
    values.contains { CairnDump.mentions($0.value, anyOf: texts) }
  }
}

extension Array {
  /// The properties with names of their own: of two named `never late`, the second is named `never late (2)`.
  @usableFromInline package func withUniqueNames<State>() -> Self
  where Element == AppProperty<State> {
    var (names, repeated) = (Set(map(\.name)), Set<String>())
    return map { property in
      var property = property
      let name = property.name
      guard !repeated.insert(name).inserted else { return property }
      var number = 2
      while names.contains("\(name) (\(number))") { number += 1 }
      property.name = "\(name) (\(number))"
      names.insert(property.name)
      return property
    }
  }
}
