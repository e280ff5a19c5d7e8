import CairnExplorer
import CairnTrail
import Testing

extension AppExploration {
  /// The names of the properties that do not hold.
  var refuted: [String] { verdicts.filter { $0.result == .refuted }.map(\.property) }

  /// The trail that decides a property, without the comments and settings that it begins with.
  func steps(of property: String) -> [String] {
    (self[property]?.trail ?? "").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") }
  }

  /// Plays the trail that decides a property; what does not hold in it.
  func playedTrail(of property: String) throws -> TrailFailure? {
    let text = try #require(self[property]?.trail, "\(self)")
    return try TrailPlayer<A>.play(Trail.parse(text, file: "found.trail"))
  }
}
