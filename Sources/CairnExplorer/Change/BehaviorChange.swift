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

  /// What it is, and was before.
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

  private static func changesOfVerdicts(from old: Behavior, to new: Behavior) -> [BehaviorChange] {
    func change(
      _ direction: BehaviorChange.Direction, _ verdict: Behavior.Verdict,
      before: Behavior.Verdict? = nil
    ) -> BehaviorChange {
      BehaviorChange(
        direction: direction, kind: .verdict, what: "\(verdict.property): \(verdict.result)",
        before: before?.result,
        isUncertain: [verdict, before].contains { $0?.result == "inconclusive" },
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
