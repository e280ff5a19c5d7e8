import CairnApp
import CairnTrail

/// A page of a run: of trails, one after the other, or of a journal.
package struct RunPage<A: App> {
  package let history: PageHistory<A>
  /// The head of a trail with the same launch.
  package let settings: [String]
  private let start: String
  private let secrets: TrailSecrets

  /// A page of trails. Its settings are those of the first.
  package init(of trail: Trail, under options: PlayOptions, _ history: PageHistory<A>) {
    self.history = history
    settings = Self.settings(of: trail, under: options)
    // The settings of each trail have its own start, if it has one.
    start = A.starts.first ?? ""
    secrets = options.secrets
  }

  /// The head of a trail that is played with options, without credentials.
  static func settings(of trail: Trail, under play: PlayOptions) -> [String] {
    let lines = Trail.sourceLines(of: trail.text).filter { $0.hasPrefix("%") }
    let options = (trail.settings.options + play.options).withoutCredentials(among: A.options)
    let replaced = ["options"] + (play.seed == nil ? [] : ["seed", "choices", "delays"])
    let others = lines.filter { line in
      let words = line.dropFirst().split(whereSeparator: \.isWhitespace)
      return !replaced.contains { $0 == words.first ?? "" }
    }
    return others.map { String($0) } + (play.seed.map { ["% seed \($0)"] } ?? [])
      + (options.isEmpty ? [] : ["% options \(options.joined(separator: " "))"])
  }

  package init(of header: JournalHeader, _ history: PageHistory<A>) {
    self.history = history
    settings = TrailSettings.heading(of: A.self, start: header.start, options: header.options)
    start = header.start ?? ""
    secrets = TrailSecrets()
  }

  /// The moments. The first of each run says whether it can be copied.
  private var moments: [PageMoment] {
    var moments = history.moments
    for start in moments.indices where start == 0 || moments[start].settings != nil {
      let next = moments[(start + 1)...].firstIndex { $0.settings != nil } ?? moments.count
      moments[start].objection =
        history.copy(
          of: moments[start..<next], under: moments[start].settings ?? settings,
          options: moments[start].options, secrets: secrets
        ).objection
    }
    return moments
  }

  package var json: JSON {
    let moments = JSON.array(moments.map(\.json))
    let head: [(name: String, value: JSON?)] = [
      ("format", .string(PageDocument.format)), ("kind", .string("recording")),
      ("summary", .string("a recording")), ("app", .string(A.name)),
      ("appType", .string(String(reflecting: A.self))), ("start", .string(start)),
      ("settings", .strings(settings)), ("conditions", A.conditionNames), ("moments", moments),
    ]
    return .object(head + history.tables.takeNew())
  }
}
