import CairnExplorer
import CairnTrail
import Testing

extension AppExploration {
  /// The names of the refuted properties.
  var refuted: [String] { verdicts.filter { $0.result == .refuted }.map(\.property) }

  /// The trail that decides a property, without comments and settings.
  func steps(of property: String) -> [String] {
    (self[property]?.trail ?? "").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") }
  }

  /// Plays the trail that decides a property and returns its failure.
  func playedTrail(of property: String) throws -> TrailFailure? {
    let text = try #require(self[property]?.trail, "\(self)")
    return try TrailPlayer<A>.play(Trail.parse(text, file: "found.trail"))
  }
}

extension AppModel {
  /// A search without restarts, disabled inputs and delays, for tests about something else.
  static func bare(start: String? = nil, options: [String] = []) -> AppModel {
    var model = AppModel(start: start, options: options)
    model.without = Set(SearchPart.allCases)
    return model
  }
}
