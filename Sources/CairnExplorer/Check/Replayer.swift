import CairnApp
import CairnDump
import CairnTrail

/// The checker of a search: replays its trails in newly launched apps, and compares the claims.
///
/// With `SearchCheck.swift`, it is all that has to be believed. It shares the trail player with the search,
/// and nothing else. A defect in the claims is a difference, or a state that is not counted.
package final class Replayer<A: App> {
  /// The digests of known states, by hash value. Not keys of a dictionary: an object in them may be changed in place.
  private var digests: [Int: (state: A.Root.State, digest: UInt64)] = [:]
  private let properties: [AppProperty<A.Root.State>]
  private let options: PlayOptions
  private let origin: RunStart<A.Root.State>?

  /// - Parameters:
  ///   - options: the options that a trail cannot contain.
  ///   - origin: the first state of every trail; `nil` for the start of the app.
  package init(
    checking properties: [AppProperty<A.Root.State>], options: [String],
    from origin: RunStart<A.Root.State>? = nil
  ) {
    (self.properties, self.origin) = (properties.withUniqueNames(), origin)
    self.options = PlayOptions(options: options)
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
      failsOnIssues: failsOnIssues, from: origin.map { ($0.state, $0.memory) })
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
    var player = try player(text, checking: property.map { [$0] } ?? [])
    while !player.isAtEnd {
      player.playOn(upTo: 1)
      didPlay()
    }
    guard let failure = player.failure else { return false }
    return switch property?.rule {
    case .always, .everyReduction, .step, .backUndoes, .noSecret, .everyMoment, .atRest, .claim:
      failure.property == property?.name
    default: true
    }
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
