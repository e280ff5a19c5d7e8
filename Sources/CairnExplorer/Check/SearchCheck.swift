import Cairn
import CairnApp
import CairnDump
import CairnTrail

/// The part of a search that was checked by replay, and the first difference.
///
///     let check = try AppModel<Onboarding>().explore().check
///     print(check)  // checked by replay: 793 of 793 states, 2,636 of 2,636 steps
///
/// The check replays trails in newly launched apps, and compares the states and screens with those of the search:
/// the shortest trail of each state, and steps to known states, each followed by one more.
public struct SearchCheck: Equatable, Sendable, CustomStringConvertible {
  /// The amount of the check.
  public enum Amount: String, CaseIterable, Sendable {
    /// Nothing is checked.
    case none
    /// At least 2,000 states and 2,000 steps, and as many more as a quarter of the time of the search allows.
    /// With a bound of time, search and check together take at most a quarter more than that.
    case some
    /// Everything that can be replayed, whatever the bound of time.
    case all
  }

  /// The number of states whose shortest trail led to them.
  public internal(set) var states = 0
  /// The number of steps that led to the same state as in the search.
  public internal(set) var steps = 0
  /// The number of states of the search.
  public let allStates: Int
  /// The number of steps of the search.
  public let allSteps: Int
  /// The first difference, with its trail; `nil` if there is none.
  public internal(set) var difference: String?

  public var description: String {
    guard states > 0 || difference != nil else { return "nothing was checked by replay" }
    func share(_ part: Int, _ all: Int, _ noun: String) -> String {
      "\(grouped(part)) of \(grouped(all)) \(plural(noun, all))"
    }
    return "checked by replay: "
      + "\(share(states, allStates, "state")), \(share(steps, allSteps, "step"))"
  }
}

extension AppExploration {
  /// Replays what the search claims, up to the first difference.
  @usableFromInline
  func checked(
    _ model: AppModel<A>, _ properties: [AppProperty<A.Root.State>],
    until deadline: ContinuousClock.Instant?,
    _ shouldContinue: (AppProgress) -> Bool
  ) throws(UsageError) -> AppExploration {
    var exploration = self
    guard model.check != .none, states > 0 else { return exploration }
    let replayer = Replayer<A>(
      checking: properties, options: model.setting.options, from: model.origin)
    let replay = model.replay ?? { replayer.answer($0) }
    let app = try launch()
    RuntimeIssue.$reporter.withValue(.init { _ in }) {
      var plays = Plays(
        of: map, model.setting, in: app, remark: model.remarkOnOrigin, seed: 0x9e37_79b9_7f4a_7c15)
      plays.digests[0] = model.originDigest
      exploration.check(&plays, model.check, until: deadline, replay, shouldContinue)
      guard exploration.check.difference != nil else {
        exploration.verdicts = judged(properties, isFromStart: model.origin == nil, by: replay)
        // A start may crash: only another process tries all of them.
        if model.replay != nil, model.origin == nil, model.setting.optionsBesideTrail.isEmpty,
          limit == nil, !properties.isEmpty
        {
          exploration.idleSettings = model.setting.variants.filter { _, setting in
            isSame(under: setting, app, until: deadline, replay, shouldContinue)
          }.map(\.unused)
        }
        return
      }
      exploration.verdicts = verdicts.map { verdict in
        let property = properties.first { $0.name == verdict.property }
        guard let property, !verdict.isShown(for: property, by: replay) else { return verdict }
        return Verdict(
          property: verdict.property, result: .inconclusive(.difference), trail: nil, remark: nil)
      }
    }
    return exploration
  }

  /// The verdicts. A refuted claim about runs stands if its trail shows it.
  private func judged(
    _ properties: [AppProperty<A.Root.State>], isFromStart: Bool,
    by replay: (CheckQuestion) -> CheckAnswer
  ) -> [Verdict] {
    verdicts.map { verdict in
      guard isFromStart, verdict.result == .refuted,
        let property = properties.first(where: { $0.name == verdict.property }),
        case .claim = property.rule, !verdict.isShown(for: property, by: replay)
      else { return verdict }
      return .inconclusive(
        property.name, .unknown("unknown: no replay shows the run that was found"))
    }
  }

  /// Whether the trails of all states and steps lead to the same states under another setting; `false` if that is
  /// not known.
  private func isSame(
    under setting: AppSetting<A>, _ app: A, until deadline: ContinuousClock.Instant?,
    _ replay: (CheckQuestion) -> CheckAnswer, _ shouldContinue: (AppProgress) -> Bool
  ) -> Bool {
    var plays = Plays(of: map, setting, in: app, remark: nil, seed: 1)
    var count = 0
    while let plan = plays.plan(walks: true, upTo: 2_000) {
      count += plan.claims.count
      if let deadline, .now >= deadline { return false }
      guard shouldContinue(progress()) else { return false }
      guard count <= 20_000, replay(.play(plan.play)).problem == nil else { return false }
    }
    return true
  }

  /// - Parameter waiting: the number of states that the search did not expand.
  func progress(waiting: Int = 0) -> AppProgress {
    AppProgress(
      states: states, waiting: waiting, depth: depth,
      refuted: verdicts.count { $0.result == .refuted })
  }

  private mutating func check(
    _ plays: inout Plays<A>, _ amount: SearchCheck.Amount, until deadline: ContinuousClock.Instant?,
    _ replay: (CheckQuestion) -> CheckAnswer, _ shouldContinue: (AppProgress) -> Bool
  ) {
    let end = ContinuousClock.now + elapsed / 4
    var asked = ContinuousClock.now
    var (isReached, isTaken) = (Set<Int>(), Set<Int>())
    while limit != .interrupted {
      if amount != .all, let deadline, .now >= deadline { return }
      if .now - asked > .milliseconds(100) {
        guard shouldContinue(progress()) else { return }
        asked = .now
      }
      let hasTime = amount == .all || check.steps < 2_000 || .now < end
      let length = amount == .all ? Int.max - 1 : 2_000
      guard hasTime || check.states < min(states, 2_000),
        let plan = plays.plan(walks: hasTime, upTo: length)
      else { return }
      var answer = replay(.play(plan.play))
      if let lines = answer.lines {
        answer.claims = plan.play.claims.count { $0.line <= lines }
      }
      for (node, edge) in plan.claims.prefix(answer.claims) {
        isReached.insert(node)
        if let edge { isTaken.insert(edge) }
      }
      (check.states, check.steps) = (isReached.count, isTaken.count)
      if let problem = answer.problem {
        check.difference = difference(plan, after: answer, problem)
        return
      }
    }
  }

  private func difference(
    _ plan: Plays<A>.Planned, after answer: CheckAnswer, _ problem: String
  ) -> String {
    let claim = min(answer.claims, plan.claims.count - 1)
    let expected = map.space.states[plan.claims[claim].node].state
    let changes = answer.state.flatMap {
      CairnDump.difference(from: dumped(A.canonicalState?(expected) ?? expected), to: $0)
    }
    var lines = ["a replay differs from the search: \(problem)"] + (changes.map { [$0] } ?? [])
    lines += plan.heading + plan.lines.prefix(plan.play.claims[claim].line)
    return lines.joined(separator: "\n")
  }
}

extension AppExploration.Verdict {
  /// Whether the trail of the verdict decides the property, whatever else the search claims.
  fileprivate func isShown(
    for property: AppProperty<A.Root.State>, by replay: (CheckQuestion) -> CheckAnswer
  ) -> Bool {
    guard let trail else { return false }
    switch (result, property.rule) {
    case (.refuted, .always), (.refuted, .everyReduction), (.refuted, .step),
      (.refuted, .backUndoes),
      (.refuted, .noSecret), (.refuted, .noLeakedEffect), (.refuted, .refusedMeansUnchanged),
      (.refuted, .noRuntimeIssue), (.refuted, .everyMoment), (.refuted, .atRest),
      (.refuted, .claim), (.proved, .reachable), (.proved, .reachableScreen):
      return replay(
        .evidence(property: property.name, isProof: result == .proved, trail: trail)
      ).problem == nil
    default:
      // The verdict is about all paths.
      return false
    }
  }
}

/// The checker of a search: replays its trails in newly launched apps, and compares the claims.
///
/// The checker shares the simulation, the trail player, the properties and `canonicalState` with the search, and none
/// of the code that visits states and merges runs. A claimed state or step that its replay does not reach is a
/// difference, or is not counted. States and steps that the search has missed are not looked for.
package final class Replayer<A: App> {
  /// The digests of known states, by hash value. Not keys of a dictionary: an object in them may be changed in place.
  private var digests: [Int: (state: A.Root.State, digest: UInt64)] = [:]
  private let properties: [AppProperty<A.Root.State>]
  private let options: PlayOptions
  private let origin: RunStart<A.Root.State>?

  /// - Parameters:
  ///   - options: the options of the app.
  ///   - origin: the first state of every trail; `nil` for the start of the app.
  package init(
    checking properties: [AppProperty<A.Root.State>], options: [String],
    from origin: RunStart<A.Root.State>? = nil
  ) {
    (self.properties, self.origin) = (properties.withUniqueNames(), origin)
    self.options = PlayOptions(of: A.self, launchedWith: options)
  }

  func digestOfState(_ state: A.Root.State) -> UInt64 {
    let state = A.canonicalState?(state) ?? state
    let hash = state.hashValue
    if let known = digests[hash], known.state == state { return known.digest }
    let digest = digest(of: state)
    digests[hash] = (state, digest)
    return digest
  }

  static func digestOfScreens(_ screens: [Screen<A.Root.Action>]) -> UInt64 {
    digest(of: screens.map(\.id) + (screens.last?.lines() ?? []))
  }

  /// - Parameter didPlay: called after each line.
  package func answer(
    _ question: CheckQuestion, didPlay: () -> Void = {}
  ) -> CheckAnswer {
    do throws(TrailSyntaxErrors) {
      switch question {
      case .play(let play): return try answer(play, didPlay)
      case .evidence(let name, let isProof, let trail):
        let property = properties.first { $0.name == name }
        let decides =
          isProof ? try reaches(property, trail, didPlay) : try fails(property, trail, didPlay)
        return CheckAnswer(problem: decides ? nil : "the trail does not decide the property")
      }
    } catch {
      return CheckAnswer(problem: error.description)
    }
  }

  private func player(
    _ trail: String, checking properties: [AppProperty<A.Root.State>] = [],
    failsOnIssues: Bool = true
  ) throws(TrailSyntaxErrors) -> TrailPlayer<A> {
    try TrailPlayer(
      Trail.parse(trail, file: "check"), under: options, checking: properties,
      failsOnIssues: failsOnIssues, from: origin.map { ($0.state, $0.memory, $0.time) })
  }

  private func answer(
    _ play: Play, _ didPlay: () -> Void
  ) throws(TrailSyntaxErrors) -> CheckAnswer {
    var player = try player(play.trail, failsOnIssues: false)
    for (count, claim) in play.claims.enumerated() {
      while player.position < claim.line, !player.isAtEnd {
        player.playOn(upTo: 1)
        didPlay()
      }
      if let failure = player.failure {
        return CheckAnswer(claims: count, problem: failure.problem)
      }
      guard digestOfState(player.state) == claim.state else {
        var answer = CheckAnswer(claims: count, problem: "the state is another one")
        answer.state = dumped(A.canonicalState?(player.state) ?? player.state, upTo: 10_000)
        return answer
      }
      if let screens = claim.screens, Self.digestOfScreens(player.screens) != screens {
        return CheckAnswer(claims: count, problem: "the screens of the same state are other ones")
      }
    }
    return CheckAnswer(claims: play.claims.count)
  }

  private func fails(
    _ property: AppProperty<A.Root.State>?, _ text: String, _ didPlay: () -> Void
  ) throws(TrailSyntaxErrors) -> Bool {
    // For these rules, only a violation of the property itself counts. Other issues do not stop the replay.
    let isShown =
      switch property?.rule {
      case .always, .everyReduction, .step, .backUndoes, .noSecret, .everyMoment, .atRest, .claim:
        true
      default: false
      }
    var player = try player(text, checking: property.map { [$0] } ?? [], failsOnIssues: !isShown)
    while !player.isAtEnd {
      player.playOn(upTo: 1)
      didPlay()
    }
    guard let failure = player.failure else { return false }
    return !isShown || failure.property == property?.name
  }

  private func reaches(
    _ property: AppProperty<A.Root.State>?, _ text: String, _ didPlay: () -> Void
  ) throws(TrailSyntaxErrors) -> Bool {
    var player = try player(text)
    var isReached = false
    repeat {
      switch property?.rule {
      case .reachable(let holds): isReached = isReached || holds(player.state)
      case .reachableScreen(let id): isReached = isReached || player.screens.last?.id == id
      default: return false
      }
      player.playOn(upTo: 1)
      didPlay()
    } while !player.isAtEnd
    return isReached && player.failure == nil
  }
}
