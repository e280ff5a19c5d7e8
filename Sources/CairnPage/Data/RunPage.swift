import CairnApp
import CairnTrail

/// A page of a run: of trails, one after the other, or of a journal.
package struct RunPage<A: App> {
  package let history: PageHistory<A>
  /// The head of a trail with the same launch.
  package let settings: [String]
  private let start: String
  private let options: [String]

  /// A page of trails. Its settings are those of the first.
  package init(of trail: Trail, options: [String], _ history: PageHistory<A>) {
    self.history = history
    settings = Self.settings(of: trail)
    start = trail.settings.start ?? A.starts.first ?? ""
    self.options = trail.settings.options.withoutCredentials + options.withoutCredentials
  }

  /// The head of a trail without credentials.
  static func settings(of trail: Trail) -> [String] {
    let lines = trail.text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("%") }
    let options = trail.settings.options.withoutCredentials
    let others = lines.filter { !$0.dropFirst().drop(while: \.isWhitespace).hasPrefix("options") }
    return others.map { String($0) }
      + (options.isEmpty ? [] : ["% options \(options.joined(separator: " "))"])
  }

  /// A page of a journal.
  package init(of header: JournalHeader, _ history: PageHistory<A>) {
    self.history = history
    settings = TrailSettings.heading(of: A.self, start: header.start, options: header.options)
    start = header.start ?? ""
    options = header.options.withoutCredentials
  }

  package var json: JSON {
    let head: [(name: String, value: JSON?)] = [
      ("format", .string(PageDocument.format)), ("kind", .string("recording")),
      ("summary", .string("a recording")), ("app", .string(A.name)),
      ("appType", .string(String(reflecting: A.self))), ("start", .string(start)),
      ("options", .strings(options)),
      ("settings", .strings(settings)), ("conditions", A.conditionNames),
      ("moments", .array(history.moments.map(\.json))),
    ]
    return .object(head + history.tables.takeNew())
  }
}
