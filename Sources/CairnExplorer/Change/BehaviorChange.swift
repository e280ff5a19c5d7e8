import CairnApp
import CairnDump

/// A difference between the behaviors of two versions of an app.
package struct BehaviorChange: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case screen, element, input, transition, situation, verdict
  }

  package enum Direction: String, CaseIterable, Sendable {
    case came, went, changed
  }

  package let direction: Direction
  package let kind: Kind
  /// `on terms: next leads to credentials`
  package let what: String
  /// The same before; `nil` unless it changed.
  package let before: String?
  /// Whether the bound of a search may be the cause.
  package let isUncertain: Bool
  /// A shortest trail that shows it: in the earlier version for what went, in this one for the rest.
  package let trail: String?
  /// For what changed, a shortest trail in the earlier version.
  package let trailBefore: String?

  /// `came?`: a question mark tells that it is uncertain.
  package var mark: String { direction.rawValue + (isUncertain ? "?" : "") }

  package var text: String { what + (before.map { "; before: \($0)" } ?? "") }
}

extension BehaviorChange: CustomStringConvertible {
  package var description: String {
    "\(mark.padded(to: 11)) \(text)" + (trail?.indentedBelow ?? "")
  }
}

/// The differences between the behaviors of two versions of an app, in the same world.
package struct BehaviorComparison: Sendable {
  /// By kind, and in the order in which they were found.
  package let changes: [BehaviorChange]
  /// What cannot be known because a search met a bound.
  package let unknown: [String]

  /// `no change`, or their number.
  package var count: String {
    changes.isEmpty ? "no change" : counted(changes.count, "change")
  }

  package init(from old: Behavior, to new: Behavior) {
    unknown = [
      old.limit.map { "what came: the saved search did not visit everything: \($0)" },
      new.limit.map { "what went: this search did not visit everything: \($0)" },
    ].compactMap(\.self)
    let changes =
      Self.changesOfTraits(from: old, to: new) + Self.changesOfVerdicts(from: old, to: new)
    self.changes = BehaviorChange.Kind.allCases.flatMap { kind in
      BehaviorChange.Direction.allCases.flatMap { direction in
        changes.filter { $0.kind == kind && $0.direction == direction }
      }
    }
  }

  private static func changesOfTraits(from old: Behavior, to new: Behavior) -> [BehaviorChange] {
    let (before, after) = (Traits(of: old), Traits(of: new))
    let (olds, news) = (before.compared(with: after), after.compared(with: before))
    let (known, present) = (Set(olds.map(\.trait)), Set(news.map(\.trait)))
    var gone = olds.filter { !present.contains($0.trait) }
    let (commonBefore, commonAfter) = (before.common, after.common)
    func text(_ trait: Trait, _ common: [String: Set<ScreenSituation.Part>]) -> String {
      trait.text(leavingOut: common[trait.screen] ?? [])
    }
    func on(_ trait: Trait, _ text: String) -> String {
      if case .screen = trait { text } else { "on \(trait.screen): \(text)" }
    }
    func change(
      _ direction: BehaviorChange.Direction, _ found: Traits.Found, before earlier: Traits.Found?
    ) -> BehaviorChange {
      let (behavior, common) = direction == .went ? (old, commonBefore) : (new, commonAfter)
      let what = on(found.trait, text(found.trait, common))
      let isUncertain =
        direction != .went && old.limit != nil || direction != .came && new.limit != nil
      return BehaviorChange(
        direction: direction, kind: found.trait.kind, what: what,
        before: earlier.map { text($0.trait, commonBefore) }, isUncertain: isUncertain,
        trail: behavior.trail(
          along: found.path, showing: "\(direction.rawValue): \(what)".terminalSafe,
          found.trait.checks),
        trailBefore: earlier.map { earlier in
          old.trail(
            along: earlier.path,
            showing: "before: \(on(earlier.trait, text(earlier.trait, commonBefore)))".terminalSafe,
            earlier.trait.checks)
        })
    }
    var changes: [BehaviorChange] = []
    for found in news where !known.contains(found.trait) {
      let partner = gone.firstIndex {
        $0.trait.isVersion(of: found.trait, isSamePath: $0.path == found.path)
      }
      let earlier = partner.map { gone.remove(at: $0) }
      changes.append(change(earlier == nil ? .came : .changed, found, before: earlier))
    }
    return changes + gone.map { change(.went, $0, before: nil) }
  }

  /// The properties that a search lists only if it refutes them, asked for or not.
  private static let unasked = ["no step crashes", "every state equals itself", "no runtime issue"]

  private static func changesOfVerdicts(from old: Behavior, to new: Behavior) -> [BehaviorChange] {
    func change(
      _ direction: BehaviorChange.Direction, _ verdict: Behavior.Verdict,
      before: Behavior.Verdict? = nil
    ) -> BehaviorChange {
      let limitOfOther = direction == .came ? old.limit : direction == .went ? new.limit : nil
      let mayBeHidden = limitOfOther != nil && unasked.contains(verdict.property)
      return BehaviorChange(
        direction: direction, kind: .verdict, what: "\(verdict.property): \(verdict.result)",
        before: before?.result,
        isUncertain: mayBeHidden || [verdict, before].contains { $0?.result == "inconclusive" },
        trail: verdict.trail, trailBefore: before?.trail)
    }
    func named(_ property: String, in behavior: Behavior) -> Behavior.Verdict? {
      behavior.verdicts.first { $0.property == property }
    }
    return new.verdicts.compactMap { verdict in
      guard let before = named(verdict.property, in: old) else { return change(.came, verdict) }
      return before.result == verdict.result ? nil : change(.changed, verdict, before: before)
    } + old.verdicts.filter { named($0.property, in: new) == nil }.map { change(.went, $0) }
  }
}

/// Something of an app that a person can notice, by which two versions are compared.
enum Trait: Hashable {
  case screen(String)
  /// A part of a screen that is no input.
  case element(ScreenSituation.Part, on: String)
  /// An input, enabled or not.
  case input(ScreenSituation.Part, name: String, on: String)
  /// An input is accepted, or refused for a reason.
  case answer(String, refusal: String?, on: String)
  case transition(Behavior.Transition)
  case situation(Together)

  /// A situation, compared without the order of its parts.
  struct Together: Hashable {
    let situation: ScreenSituation

    static func == (one: Self, other: Self) -> Bool {
      one.situation.screen == other.situation.screen
        && Set(one.situation.parts) == Set(other.situation.parts)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(situation.screen)
      hasher.combine(Set(situation.parts))
    }
  }

  /// The screen on which it is noticed.
  var screen: String {
    switch self {
    case .screen(let id), .element(_, let id), .input(_, _, let id), .answer(_, _, let id): id
    case .transition(let transition): transition.from
    case .situation(let together): together.situation.screen
    }
  }

  var kind: BehaviorChange.Kind {
    switch self {
    case .screen: .screen
    case .element: .element
    case .input, .answer: .input
    case .transition: .transition
    case .situation: .situation
    }
  }

  /// Whether another version of the app can have the other trait in place of this one.
  func isVersion(of other: Trait, isSamePath: @autoclosure () -> Bool) -> Bool {
    guard screen == other.screen else { return false }
    switch (self, other) {
    case (.element(let part, _), .element(let other, _)):
      func kind(_ part: ScreenSituation.Part) -> Substring { part.shown.prefix { $0 != " " } }
      return kind(part) == kind(other) && isSamePath()
    case (.input(_, let name, _), .input(_, let other, _)): return name == other
    case (.answer(let name, _?, _), .answer(let other, _?, _)): return name == other
    case (.transition(let one), .transition(let other)): return one.step == other.step
    case (.situation, .situation): return isSamePath()
    default: return false
    }
  }

  /// The checks of a trail that ends where it is noticed.
  var checks: [String] {
    switch self {
    case .answer(let name, let refusal, let id) where !name.contains(where: { "#…".contains($0) }):
      ["? screen \(id)", "? \(refusal == nil ? "enabled" : "disabled") \(name)"]
    case .transition(let transition): ["? screen \(transition.to)"]
    case .screen, .element, .input, .answer, .situation: ["? screen \(screen)"]
    }
  }

  /// - Parameter common: the parts of every situation of the screen.
  func text(leavingOut common: Set<ScreenSituation.Part>) -> String {
    switch self {
    case .screen(let id): return "the screen \(id)"
    case .element(let part, _): return part.shown
    case .input(let part, let name, _): return "the input \(name), \(part.shown)"
    case .answer(let name, let refusal, _):
      return name + (refusal.map { " is refused: \($0)" } ?? " is accepted")
    case .transition(let transition):
      let target = transition.to == transition.from ? "stays" : "leads to \(transition.to)"
      return "\(transition.step) \(target)"
    case .situation(let together):
      let parts = together.situation.parts.filter { !common.contains($0) }.map { part in
        guard let input = part.input else { return part.shown }
        let kind = part.shown.contains { $0 == "," } ? ", \(part.shown)" : ""
        return input + kind + (part.refusal == nil ? " is accepted" : " is refused")
      }
      return "together: "
        + (parts.isEmpty ? "only what the screen always shows" : parts.joined(separator: "; "))
    }
  }
}

struct Traits {
  typealias Found = (trait: Trait, path: Behavior.Path)

  let behavior: Behavior
  /// Each once, in the order in which they were found.
  private(set) var found: [Found] = []
  /// By screen.
  private(set) var parts: [String: Set<ScreenSituation.Part>] = [:]
  private(set) var inputs: [String: Set<String>] = [:]

  init(of behavior: Behavior) {
    self.behavior = behavior
    var seen: Set<Trait> = []
    func add(_ trait: Trait, _ path: Behavior.Path, to found: inout [Found]) {
      if seen.insert(trait).inserted { found.append((trait, path)) }
    }
    for (situation, path) in behavior.situations {
      let id = situation.screen
      add(.screen(id), path, to: &found)
      parts[id, default: []].formUnion(situation.parts)
      for part in situation.parts {
        guard let name = part.input else {
          add(.element(part, on: id), path, to: &found)
          continue
        }
        inputs[id, default: []].insert(name)
        add(.input(part.alwaysEnabled, name: name, on: id), path, to: &found)
        add(.answer(name, refusal: part.refusal, on: id), path, to: &found)
      }
    }
    for (transition, path) in behavior.transitions {
      add(.transition(transition), path, to: &found)
    }
  }

  /// The traits that a comparison with another version lists: nothing of a screen or of an input that only one of
  /// them has, and the situations as far as both versions have their parts.
  func compared(with other: Traits) -> [Found] {
    let shared = found.filter { trait, _ in
      switch trait {
      case .screen: return true
      case .answer(let name, _, let id): return other.inputs[id]?.contains(name) == true
      case .element, .input, .transition, .situation: return other.parts[trait.screen] != nil
      }
    }
    var seen: Set<Trait.Together> = []
    return shared
      + behavior.situations.compactMap { situation, path in
        guard let parts = other.parts[situation.screen] else { return nil }
        let projected = Trait.Together(
          situation: ScreenSituation(
            screen: situation.screen, parts: situation.parts.filter(parts.contains)))
        return seen.insert(projected).inserted ? (.situation(projected), path) : nil
      }
  }

  /// The parts of every situation, by screen.
  var common: [String: Set<ScreenSituation.Part>] {
    var common: [String: Set<ScreenSituation.Part>] = [:]
    for (situation, _) in behavior.situations {
      common[situation.screen] =
        common[situation.screen]?.intersection(situation.parts) ?? Set(situation.parts)
    }
    return common
  }
}
