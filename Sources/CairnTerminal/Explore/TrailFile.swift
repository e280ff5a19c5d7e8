import CairnExplorer

/// A trail that shows that a property does not hold, and what its file is called.
struct TrailFile: Equatable {
  let property: String
  let name: String
  let text: String

  /// For each property that a trail refutes, a file of its own: `no dead end` is in
  /// `no-dead-end.trail`.
  static func refutations<A>(in exploration: AppExploration<A>) -> [TrailFile] {
    var names: Set<String> = []
    return exploration.verdicts.compactMap { verdict in
      guard verdict.result == .refuted, let trail = verdict.trail else { return nil }
      let words = verdict.property.lowercased().split { !$0.isLetter && !$0.isNumber }
      let stem = words.isEmpty ? "property" : words.joined(separator: "-")
      let name = (1...).lazy.map { $0 == 1 ? stem : "\(stem)-\($0)" }
        .first { names.insert($0).inserted }
      return TrailFile(
        property: verdict.property, name: "\(name ?? stem).trail", text: trail)
    }
  }

  /// Whether a file holds such a trail, if perhaps a longer one.
  func isSameProperty(_ contents: [UInt8]) -> Bool {
    String(decoding: contents, as: UTF8.self).contains("\n# This does not hold: \(property)\n")
  }
}
