import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail

extension AppSearch {
  @usableFromInline
  func verdicts() -> [AppExploration<A>.Verdict] {
    let crash = crashed.map {
      AppExploration<A>.Verdict(
        property: "no step crashes", result: .refuted, trail: trail(toCrash: $0), remark: $0.remark)
    }
    let unequal = unequal.map { finding in
      let property = "every state equals itself"
      return AppExploration<A>.Verdict(
        property: property, result: .refuted,
        trail: trail(to: finding, remark: "# This does not hold: \(property)"),
        remark: finding.remark)
    }
    return [crash, unequal].compactMap(\.self) + propertyVerdicts
      + [unaskedIssue].compactMap(\.self)
  }

  /// The runtime issue of an app that depends on more than its launch, or of an effect that depends on more than
  /// its input, if no property asks for it.
  private var unaskedIssue: AppExploration<A>.Verdict? {
    let isAsked = findings.properties.contains {
      if case .noRuntimeIssue = $0.rule { true } else { false }
    }
    guard !isAsked, let issue = findings.firstIssue,
      unknown.entries.contains(where: { $0.reason == .otherState || $0.reason == .otherBehavior })
    else { return nil }
    return verdict(.noRuntimeIssue, .refuted, issue)
  }

  /// The properties that were refuted since the last call, as far as the search has decided them.
  mutating func takeRefuted() -> [AppExploration<A>.Verdict] {
    findings.properties.indices.compactMap { index in
      let property = findings.properties[index]
      if case .reachable = property.rule { return nil }
      guard let finding = findings.decided.found[index], reported.insert(index).inserted
      else { return nil }
      return verdict(property, .refuted, finding)
    }
  }

  private var propertyVerdicts: [AppExploration<A>.Verdict] {
    // The same for each property, and made of all states.
    lazy var description = reach()
    return zip(findings.properties, findings.decided.found).enumerated().map { index, asked in
      let (property, finding) = asked
      switch property.rule {
      case .always, .everyReduction, .noRuntimeIssue, .everyMoment:
        return refuted(property, by: finding)
      case .noDeadEnd(unless: let isEnd):
        let hasOnlyEnds = map.space.states.allSatisfy { isEnd($0.state) }
        return refuted(
          property,
          by: [known(finding), deadEnd(unless: isEnd)].compactMap(\.self)
            .min { $0.index < $1.index },
          or: hasOnlyEnds ? "every state is an exception" : nil,
          despite: gapOfUntypedInputs {
            map.firstWithoutChange(includesCovered: true) { isEnd(map.space.states[$0].state) }
          })
      case .noLeakedEffect:
        return refuted(property, by: finding, or: vacuityOfEffects, isNamed: false)
      case .refusedMeansUnchanged:
        return refuted(
          property, by: finding,
          or: meetsDisabledInputs ? nil : "no screen has a disabled input", isNamed: false,
          despite: gap(in: findings.unknownRefusals) ?? gap(in: withoutEffect(untypedRefusals)))
      case .step:
        return refuted(
          property, by: finding, or: map.graph.edges.isEmpty ? "no step exists" : nil)
      case .noSecret:
        return refuted(property, by: finding, or: vacuityOfSecret(index))
      case .reachable:
        return reached(property, at: finding, or: description)
      case .reachableScreen(let id):
        let finding = map.graph.first(showing: id).map { AppFinding(index: $0) }
        return reached(property, at: finding, or: description)
      case .alwaysReachable(screen: let id):
        return refuted(
          property, by: stuck(without: id),
          despite: gapOfUntypedInputs(orEvents: true) {
            map.graph.first(withoutPathTo: id) { _ in false }
          })
      case .backUndoes(let next, let back):
        let (finding, vacuity) = map.graph.notUndone(next, back) { one, other in
          // Effects in flight may differ, because time passes.
          one == other
            || A.isEquivalent(map.space.states[one].state, map.space.states[other].state)
        }
        return refuted(property, by: finding, or: vacuity)
      case .everyInputHasEffect:
        let hasInputs = map.graph.steps.values.contains { step in
          if case .input = step { true } else { false }
        }
        return refuted(
          property, by: unhandled, or: hasInputs ? nil : "no screen has an input",
          isNamed: false, despite: gap(in: withoutEffect(untyped)))
      case .atRest:
        return refuted(
          property, by: finding, or: findings.meetsRest ? nil : "no state is at rest",
          isNamed: false)
      case .claim:
        return verdict(onClaim: index)
      case .settles:
        return refuted(
          property,
          by: [finding, endless].compactMap(\.self).min { length(of: $0) < length(of: $1) },
          or: vacuityOfEffects, isNamed: false)
      }
    }
  }

  /// - Parameters:
  ///   - vacuity: the reason why the property holds vacuously, if it does.
  ///   - isNamed: whether the author wrote the name or the condition that never came up.
  ///   - ownGap: an unknown part of the app that matters for this property alone.
  func refuted(
    _ property: AppProperty<State>, by finding: AppFinding?, or vacuity: String? = nil,
    isNamed: Bool = true, despite ownGap: Limit? = nil
  ) -> AppExploration<A>.Verdict {
    if let finding { return verdict(property, .refuted, finding) }
    if let gap = gap ?? ownGap { return .inconclusive(property.name, gap) }
    var verdict = verdict(
      property, .proved, nil, remark: vacuity.map { "holds vacuously: \($0)" })
    verdict.isUnused = isNamed && vacuity != nil
    return verdict
  }

  private func reached(
    _ property: AppProperty<State>, at finding: AppFinding?, or reach: @autoclosure () -> String
  ) -> AppExploration<A>.Verdict {
    guard var finding else {
      if let gap = gap ?? gap(in: untyped.inputs.values) {
        return .inconclusive(property.name, gap)
      }
      return verdict(property, .refuted, nil, remark: reach())
    }
    // A passing trail ends without effects in flight.
    (finding.edges, finding.lines) = map.end(
      from: finding.index,
      ifNever: "# Effects in flight here never end, and fail a trail that ends here.")
    return verdict(property, .proved, finding)
  }

  /// A part of the app that the search does not know; `nil` if it knows all.
  var gap: Limit? { limit ?? gapOfLaunch ?? gap(in: unknown) }

  private var gapOfLaunch: Limit? {
    guard choosesAtLaunch, map.space.count > 0 else { return nil }
    return .unknown(
      "unknown: every step on the screen \(map.graph.screen(at: 0)): the launch makes a choice, and "
        + "other answers were not tried")
  }

  private func gap(in unknown: UnknownSteps) -> Limit? {
    unknown.entries.first.map { entry in
      let step = entry.step.map { text(of: map.graph.steps[$0]) } ?? "every step"
      let screen = map.graph.screen(at: entry.index)
      return .unknown("unknown: \(step) on the screen \(screen): \(entry.reason)")
    }
  }

  /// The reason why a state is not known to be stuck: more may be possible there than was tried.
  private func gapOfUntypedInputs(orEvents: Bool = false, _ stuck: () -> Int?) -> Limit? {
    let inputs = untyped.inputs.values.filter { orEvents || $0.screen != nil }
    return inputs.isEmpty || stuck() == nil ? nil : gap(in: inputs)
  }

  private func gap(in untyped: [NamedInput]) -> Limit? {
    let names = untyped.map { input in
      input.screen.map { "> \(input.name) on the screen \(map.graph.screens[$0])" }
        ?? "@ event \(input.name)"
    }
    guard !names.isEmpty else { return nil }
    return .unknown("unknown: \(names.joined(separator: ", ")): no sample is accepted")
  }

  /// The inputs that accepted no sample in some state and have no effect in any other.
  private func withoutEffect(_ untyped: UntypedInputs) -> [NamedInput] {
    guard !untyped.inputs.values.isEmpty else { return [] }
    let handled = map.inputEffects.handled
    return untyped.inputs.values.filter { $0.screen != nil && !handled.contains($0) }
  }

  /// Whether anything may be reachable from a node by one step.
  @usableFromInline
  func isUnknown(_ index: Int) -> Bool {
    unknown.contains(index, isIdle: map.space.states[index].isIdle)
  }

  /// A step as in a trail. The values of secure fields are bullets.
  private func text(of step: AppStep) -> String {
    guard case .input = step else { return step.text }
    return "> " + step.lineInGraph(hiding: lines.secureNames)
  }

  private func verdict(
    _ property: AppProperty<State>, _ result: AppExploration<A>.Verdict.Result,
    _ finding: AppFinding?, remark: String? = nil
  ) -> AppExploration<A>.Verdict {
    AppExploration.Verdict(
      property: property.name, result: result,
      trail: finding.map { finding in
        let claim = result == .proved ? "" : "This does not hold: "
        return trail(to: finding, remark: "# \(claim)\(property)")
      },
      remark: finding?.remark ?? remark)
  }

  private func stuck(without id: String) -> AppFinding? {
    // An event can come in every state.
    guard !untyped.hasEvents else { return nil }
    let index = map.graph.first(withoutPathTo: id) {
      isUnknown($0) || untyped.contains($0)
    }
    return index.map { index in
      let known = map.graph.screens.values
      let similar = known.contains(id) ? nil : id.closest(of: known)
      let remark = "# The screen is not reachable from here."
      // No screen has an id that is not one word.
      let check = "? screen \(id)"
      let isWord =
        !id.contains(where: \.isWhitespace) && (try? Trail.parse(check, file: "")) != nil
      return AppFinding(
        index: index,
        lines: [
          remark + (similar.map { " Did you mean \($0.inQuotes)?" } ?? ""),
          isWord ? check : effectsCheck(thatFailsAt: index),
        ])
    }
  }

  /// A line that fails, because fewer effects are in flight.
  private func effectsCheck(thatFailsAt index: Int) -> String {
    let inFlight = effectsInFlight[map.space.states[index].inFlight] ?? []
    return "? effects \(inFlight.count { !$0.isBackground } + 1)"
  }

  /// The finding of a dead end without steps to other nodes; `nil` if it is not known. If effects acted differently,
  /// nodes that count as one may continue differently.
  func known(_ deadEnd: AppFinding?) -> AppFinding? {
    deadEnd.flatMap { isUnknown($0.index) ? nil : $0 }
  }

  private func length(of finding: AppFinding) -> Int {
    map.edges(to: finding.index).count + finding.edges.count
  }

  /// A dead end with steps that lead to other nodes, of the same state.
  private func deadEnd(unless isEnd: (State) -> Bool) -> AppFinding? {
    firstWithoutChange(unless: isEnd, includesCovered: true).map { index in
      AppFinding(
        index: index,
        lines: [
          "# Dead end: neither an input nor time changes the state: the next line fails.",
          effectsCheck(thatFailsAt: index),
        ])
    }
  }

  func firstWithoutChange(unless isEnd: (State) -> Bool, includesCovered: Bool) -> Int? {
    map.firstWithoutChange(includesCovered: includesCovered) { mayChange(at: $0, unless: isEnd) }
  }

  /// Whether more may change at a node than was tried, or nothing has to.
  func mayChange(at index: Int, unless isEnd: (State) -> Bool) -> Bool {
    isEnd(map.space.states[index].state) || isUnknown(index) || untyped.contains(index)
  }

  private var unhandled: AppFinding? {
    // With a bound, the input may have an effect in a state beyond it.
    guard gap == nil,
      let (_, index, line) = map.inputEffects.unhandled.first(where: {
        untyped.inputs.numbers[$0.input] == nil
      })
    else { return nil }
    let remark = "# This input has no effect in any state; disable it."
    let cause = likelyCause(ofNoEffectOf: line, at: index).map { ["# \($0)"] } ?? []
    return AppFinding(index: index, lines: [remark] + cause + ["! \(line)"])
  }

  /// The likely cause in one line, if a `Scope` may be forgotten.
  func likelyCause(ofNoEffectOf line: String, at index: Int) -> String? {
    let screens = RuntimeIssue.$reporter.withValue(.init { _ in }) {
      app.screens(of: map.space.states[index].state)
    }
    guard case .action(let action, name: _)? = screens.last?.parse(line) else { return nil }
    let issue = quiet.reducer.issueIfUnclaimed(action, isWithoutEffect: true)
    return issue.map { ([$0.message] + $0.causes.map { "Perhaps \($0)." }).joined(separator: " ") }
  }

  /// A node from which effects never end, and the steps that repeat.
  private var endless: AppFinding? {
    guard let (index, edges) = map.firstEndless(includesCovered: false) else { return nil }
    let remark = "# If no input comes, these effects never end."
    let end = edges.isEmpty ? "@ idle" : "? effects 0"
    return AppFinding(index: index, edges: edges, lines: [remark, end])
  }
}

// Properties that hold vacuously.
extension AppSearch {
  /// The reason why no state was checked for secrets; `nil` if one was.
  func vacuityOfSecret(_ property: Int) -> String? {
    guard findings.suspects.values.contains(where: { $0.property == property }) else {
      return "no such step exists"
    }
    return lines.secrets.isEmpty ? "no secure field receives a value" : nil
  }

  private var vacuityOfEffects: String? {
    effectsInFlight.values.contains { $0.contains { !$0.isBackground } }
      ? nil : "no effect is in flight between two steps"
  }
}

extension AppSearch {
  private func trail(toCrash finding: AppFinding) -> String {
    let remark = "# This does not hold: no step crashes"
    guard map.space.count > 0 else {
      return
        (model.setting.heading(answersLater: true)
        + [remark, "# The start crashes."])
        .map { $0 + "\n" }.joined()
    }
    return trail(to: finding, remark: remark, isCrash: true)
  }

  private func trail(to finding: AppFinding, remark: String, isCrash: Bool = false) -> String {
    var stem = map.edges(to: finding.index)
    if let start = finding.start { stem[0] = start }
    stem += finding.edges
    let edges = stem + finding.loop + finding.loop
    let (steps, taken, delays) = map.run(along: edges)
    let choices = taken + finding.decisions.map { DrawnChoice($0) }
    let isFromStart = model.origin == nil
    var lines = model.setting.heading(
      choices: isFromStart ? choices : [], delays: isFromStart ? delays : [],
      answersLater: isFromStart && (answersLater || isCrash))
    lines.append(remark)
    if let remark = model.remarkOnOrigin { lines.append(remark) }
    if !choices.isEmpty, !isFromStart {
      lines += ["# The choices were:"] + choices.compactMap(\.words).map { "# \($0.terminalSafe)" }
    }
    if !delays.isEmpty, !isFromStart {
      lines.append("# The delays were: \(delays.map(DurationSyntax.text).joined(separator: " "))")
    }
    func text(_ steps: ArraySlice<[AppStep]>) -> [String] { steps.joined().map(\.text) }
    // The first edge is that of the start, which is no line.
    let first = stem.count - 1
    lines += text(steps.prefix(first))
    if !finding.loop.isEmpty {
      let second = first + finding.loop.count
      lines +=
        ["# These steps can be repeated for ever.", "? no loop"] + text(steps[first..<second])
      lines += ["# Their second round.", "? no loop"] + text(steps[second...]) + ["? no loop"]
    }
    lines += finding.lines
    // A trail without a line would not be played.
    if isFromStart, edges.count == 1, finding.lines.isEmpty, !isCrash {
      lines.append("? screen \(map.graph.screen(at: finding.index))")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
