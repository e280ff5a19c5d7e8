import CairnApp
import CairnExplorer
import CairnTrail

extension SearchPage {
  /// The entries of a comparison with an earlier version, in the order of the report, up to the limit of their size.
  ///
  /// - Returns: the entries, and what the limit leaves out.
  func changes(in comparison: BehaviorComparison) -> (entries: [JSON], leftOut: String?) {
    var entries = comparison.unknown.map { text in
      JSON.object([
        ("result", .string("inconclusive")), ("mark", .string("not known")),
        ("what", .string(text)),
      ])
    }
    let (first, count) = (entries.count, comparison.changes.count)
    var size = 0
    for change in comparison.changes where size < limits.changes {
      let known = tables.size
      let text = entry(for: change).text
      size += text.utf8.count + tables.size - known
      entries.append(.text(text))
    }
    let rest = first + count - entries.count
    return (
      entries,
      rest == 0
        ? nil : "Left out, because of the size of the page: the last \(rest) of \(count) changes."
    )
  }

  private func entry(for change: BehaviorChange) -> JSON {
    let isGone = change.direction == .went
    return .object([
      ("result", .string(change.isUncertain ? "inconclusive" : change.mark)),
      ("mark", .string(change.mark)), ("what", .string(change.text)),
      ("remark", .string(change.kind.rawValue)),
      ("trail", isGone ? nil : change.trail.map { .string($0) }),
      ("moments", moments(of: change).map { .array($0.map(\.json)) }),
      // It cannot be played: this app is a later version.
      ("earlier", (isGone ? change.trail : change.trailBefore).map { .string($0) }),
    ])
  }

  /// The trail up to what it shows, played; `nil` if there is none in this version, or if it may crash this program.
  private func moments(of change: BehaviorChange) -> [PageMoment]? {
    guard change.direction != .went, let text = change.trail else { return nil }
    if change.kind == .verdict {
      let verdict = exploration.verdicts.first {
        "\($0.property): \($0.result.name)" == change.what
      }
      return verdict.flatMap { moments(of: $0) }
    }
    guard exploration.limit != .crash else { return nil }
    return moments(of: text, checking: []) { history, player in
      let end = player.trail.lines.lastIndex { $0.step.isCheck } ?? 0
      while player.next != nil, player.position <= end { history.step(&player) }
      if player.failure == nil { history.mark("\(change.mark) \(change.text)") }
    }
  }
}

extension TrailStep {
  /// The checks of a trail stand where it shows a change; after them, only effects end.
  fileprivate var isCheck: Bool {
    switch self {
    case .screen, .check: true
    case .comment, .app, .refusedInput: false
    }
  }
}
