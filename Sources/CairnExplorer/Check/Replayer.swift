import CairnApp
import CairnDump
import CairnTrail

/// A trail, and the states and screens that a search claims for it.
@usableFromInline package struct Play: Codable, Sendable {
  package struct Claim: Codable, Sendable {
    /// The number of lines before it.
    let line: Int
    /// The digest of the canonical state.
    let state: UInt64
    /// The digest of the screens; `nil` if they are not compared.
    let screens: UInt64?
  }

  let trail: String
  let claims: [Claim]
}

/// A question to the process that replays the trails of a search.
@usableFromInline package enum CheckQuestion: Codable, Sendable {
  /// Whether the replay reaches the claimed states.
  case play(Play)
  /// Whether a trail decides the property of that name.
  case evidence(property: String, isProof: Bool, trail: String)
}

@usableFromInline package struct CheckAnswer: Codable, Sendable {
  /// The number of claims that were true.
  package var claims = 0
  /// `nil` if all were.
  package var problem: String?
  /// The dump of the state that was reached in place of a claimed one.
  package var state: String?
  /// The number of lines that a replay has played which crashed.
  package var lines: Int?

  package init(claims: Int = 0, problem: String? = nil, lines: Int? = nil) {
    (self.claims, self.problem, self.lines) = (claims, problem, lines)
  }
}

/// Replays trails in newly launched apps. It knows nothing of a search but its claims.
package final class Replayer<A: App> {
  /// The digests of known states, by hash value. Not keys of a dictionary: an object in them may be changed in place.
  private var digests: [Int: (state: A.Root.State, digest: UInt64)] = [:]
  private let properties: [AppProperty<A.Root.State>]
  private var options = PlayOptions()

  /// - Parameter options: the options that a trail cannot contain.
  package init(checking properties: [AppProperty<A.Root.State>], options: [String]) {
    self.properties = properties
    self.options.options = options
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

  private func answer(
    _ play: Play, _ didPlay: () -> Void
  ) throws(TrailSyntaxErrors) -> CheckAnswer {
    var player = try TrailPlayer<A>(
      Trail.parse(play.trail, file: "check"), under: options, checking: [], failsOnIssues: false)
    for (count, claim) in play.claims.enumerated() {
      while player.position < claim.line, !player.isAtEnd {
        player.step()
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
    var player = try TrailPlayer<A>(
      Trail.parse(text, file: "check"), under: options, checking: property.map { [$0] } ?? [])
    while !player.isAtEnd {
      player.step()
      didPlay()
    }
    return player.failure != nil
  }

  private func reaches(
    _ property: AppProperty<A.Root.State>?, _ text: String, _ didPlay: () -> Void
  ) throws(TrailSyntaxErrors) -> Bool {
    var player = try TrailPlayer<A>(
      Trail.parse(text, file: "check"), under: options, checking: [])
    var isReached = false
    repeat {
      switch property?.rule {
      case .reachable(let holds): isReached = isReached || holds(player.state)
      case .reachableScreen(let id): isReached = isReached || player.screens.last?.id == id
      default: return false
      }
      player.step()
      didPlay()
    } while !player.isAtEnd
    return isReached && player.failure == nil
  }
}
