import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail

/// A page of a search: all states and steps, and the verdicts.
package struct SearchPage<A: App> {
  /// What a page leaves out, so that a browser opens it within two seconds.
  package struct Limits {
    /// The lines of all trails together.
    package var lines = 600_000
    /// The bytes of the parts of states.
    package var values = 12_000_000
    package var states = 30_000
    /// The bytes of the changes since an earlier version, with their moments.
    package var changes = 4_000_000

    package init() {}
  }

  let exploration: AppExploration<A>
  private let app: A
  let tables = PageTables()
  let limits: Limits
  private var choices = NumberedValues<String>()
  private var lines = NumberedValues<String>()
  /// The states, by value and effects in flight. Several can share both, because they differ in what is stored.
  private var numbers: [[Int]: [Int]] = [:]
  /// The number of the first state without its part of the page; `nil` if all have it.
  private var firstWithoutTrail: Int?
  private var firstWithoutValue: Int?

  package init(_ exploration: AppExploration<A>, limits: Limits = Limits()) throws(UsageError) {
    self.exploration = exploration
    self.limits = limits
    app = try exploration.launch()
  }

  /// The data. Trails of counterexamples and of changes are played.
  package consuming func json(
    since changes: (file: String, comparison: BehaviorComparison)? = nil
  ) -> JSON {
    let count = min(exploration.states, limits.states)
    let starts = exploration.starts.map { start in
      JSON.numbers([start.state, choice(start.choices)])
    }
    var states: [JSON] = []
    var isKnown = [Int?](repeating: nil, count: count)
    var played = 0
    for index in 0..<count {
      let arrows = exploration.arrows(from: index)
      for (number, arrow) in arrows.enumerated()
      where arrow.target < count && isKnown[arrow.target] == nil {
        isKnown[arrow.target] = number
      }
      states.append(state(index, arrows, from: isKnown[index], upTo: count, &played))
    }
    if count < exploration.states {
      let screen = tables.number(ofScreenSaying: "This state is left out of the page.")
      let value = tables.number(ofValue: "left out of the page")
      states.append(
        .object([
          ("screens", .numbers([screen])), ("edges", .array([])), ("value", .number(value)),
        ]))
    }
    let verdicts = Self.results.flatMap { result in
      exploration.verdicts.filter { $0.result.name == result }
    }
    let results = Self.results.map { result in
      (result, verdicts.count { $0.result.name == result })
    }
    let compared = changes.map { self.changes(in: $0.comparison) }
    let difference = exploration.check.difference.map { [$0] } ?? []
    let coverage =
      exploration.coverage.description.split(separator: "\n").map { String($0) } + difference
      + [exploration.check.description]
    let leftOut = [leftOut(after: count), compared?.leftOut].compactMap(\.self)
    let lists: [(title: String, lines: [String])] = [
      ("Assumptions", coverage), ("Not used", exploration.unused), ("Not in this page", leftOut),
      ("Size", sizes),
    ]
    let members: [(name: String, value: JSON?)] = [
      ("format", .string(PageDocument.format)), ("kind", .string("search")),
      ("summary", .string(summary)),
      ("app", .string(A.name)), ("appType", .string(String(reflecting: A.self))),
      ("start", .string(exploration.start)),
      (
        "objection",
        exploration.setting.optionsBesideTrail.isEmpty
          && exploration.setting.options == exploration.setting.options.withoutCredentials
          ? nil : .string(PageHistory<A>.optionsObjection)
      ),
      ("steps", .array(exploration.steps.map(\.json))), ("choices", .strings(choices.values)),
      ("lines", .strings(lines.values)), ("starts", .array(starts)), ("states", .array(states)),
      ("count", .number(exploration.states)),
      ("verdicts", .array(verdicts.map { verdict($0) })),
      (
        "results",
        .string(results.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", "))
      ),
      (
        "comparison",
        changes.map { .string("Changes since \($0.file): \($0.comparison.count)") }
      ),
      ("changes", compared.map { .array($0.entries) }),
      ("conditions", A.conditionNames),
      ("limit", exploration.gap.map { .string($0) }),
      (
        "lists",
        .array(
          lists.filter { !$0.lines.isEmpty }.map { title, lines in
            .object([("title", .string(title)), ("lines", .strings(lines))])
          })
      ),
    ]
    return .object(members + tables.takeNew())
  }

  private var summary: String {
    exploration.gap.map { "states found: \(exploration.states); not everything was visited: \($0)" }
      ?? "every state of the app: \(exploration.states)"
  }

  private mutating func choice(_ choices: [String]) -> Int {
    choices.isEmpty ? -1 : Int(self.choices.number(of: choices.joined(separator: ", ")))
  }

  private mutating func state(
    _ index: Int, _ arrows: [AppExploration<A>.Arrow], from arrival: Int?, upTo count: Int,
    _ played: inout Int
  ) -> JSON {
    let state = exploration.state(at: index)
    let screens =
      exploration.hasScreens(at: index)
      ? tables.numbers(of: app.screens(of: state))
      : [tables.number(ofScreenSaying: "The search has not computed the screens of this state.")]
    let effects = exploration.effects(at: index).map { tables.number(of: $0) }
    var value: Int?
    if A.isSealed(state) {
      value = nil
    } else if tables.sizeOfValues < limits.values {
      let number = tables.number(ofValue: state)
      value = number
      numbers[[number] + effects.sorted(), default: []].append(index)
    } else {
      value = tables.number(ofLeaf: "(left out of the page)")
      firstWithoutValue = firstWithoutValue ?? index
    }
    var trail: [Int]?
    if played < limits.lines {
      trail = exploration.trail(to: index).map { Int(lines.number(of: $0)) }
      played += trail?.count ?? 0
    } else {
      firstWithoutTrail = firstWithoutTrail ?? index
    }
    let edges = arrows.map { arrow in
      // The state after the last is that of all that are left out.
      let target = min(arrow.target, count)
      let ends = [choice(arrow.choices), arrow.isCovered ? 1 : 0]
      let kept = ends == [-1, 0] ? [] : arrow.isCovered ? ends : [ends[0]]
      return JSON.numbers([arrow.step, target] + kept)
    }
    let parent = exploration.parent(of: index)
    let isKnown = exploration.hasScreens(at: index) && !A.isSealed(state)
    let violated = isKnown ? A.conditions(violatedBy: state) : []
    return .object([
      ("screens", .numbers(screens)), ("value", value.map { .number($0) }),
      ("violates", violated.isEmpty ? nil : .numbers(violated)),
      ("effects", .numbers(effects)),
      ("edges", .array(edges)),
      ("from", parent.flatMap { parent in arrival.map { .numbers([parent, $0]) } }),
      ("trail", trail.map { .numbers($0) }),
    ])
  }

  private func verdict(_ verdict: AppExploration<A>.Verdict) -> JSON {
    .object([
      ("property", .string(verdict.property)), ("result", .string(verdict.result.name)),
      ("remark", verdict.remark.map { .string($0) }),
      ("trail", verdict.trail.map { .string($0) }),
      ("moments", moments(of: verdict).map { .array($0.map(\.json)) }),
    ])
  }

  /// The trail of a verdict, played; `nil` if there is none, or if it would crash this program.
  func moments(of verdict: AppExploration<A>.Verdict) -> [PageMoment]? {
    guard let text = verdict.trail, exploration.limit != .crash || verdict.result == .proved else {
      return nil
    }
    let properties = A.properties.withUniqueNames().filter { $0.name == verdict.property }
    return moments(of: text, checking: properties) { history, player in
      var rounds = ["These steps can be repeated for ever.", "Their second round."].makeIterator()
      while !player.isAtEnd {
        let isLoop = player.next?.step == .check(.noLoop)
        history.step(&player)
        if isLoop, player.failure == nil { history.mark(rounds.next()) }
      }
      if verdict.result == .refuted {
        history.mark(
          fails: true, player.failure == nil ? "This does not hold: \(verdict.property)" : nil)
      }
    }
  }

  func moments(
    of text: String, checking properties: [AppProperty<A.Root.State>],
    playing play: (PageHistory<A>, inout TrailPlayer<A>) -> Void
  ) -> [PageMoment]? {
    guard let trail = try? Trail.parse(text, file: "start") else { return nil }
    let history = PageHistory<A>(tables)
    // A state of the search is found by its value.
    history.valueLimit = .max
    let player = try? history.player(
      of: trail, under: exploration.setting.playOptions, checking: properties)
    guard var player else { return nil }
    play(history, &player)
    let texts = Dictionary(trail.lines.map { ($0.number, $0.text) }) { first, _ in first }
    var reached = exploration.starts.map(\.state)
    var possible = reached
    return history.moments.map { moment in
      var moment = moment
      if let number = moment.line?.number, let text = texts[number] {
        // The line contains the sample of a secure field: to type it leads to this moment.
        moment.line = PageLine(text, number: number)
        possible = states(after: text, from: reached)
      }
      let alike = moment.value.flatMap { numbers[[$0] + moment.effects.sorted()] } ?? []
      let found = possible.filter { alike.contains($0) }
      reached = found.isEmpty ? possible : found
      moment.state = found.first ?? (alike.count == 1 ? alike[0] : nil)
      return moment
    }
  }

  /// The states to which a line of a trail can lead. After a line that is no step of the search, the states stay.
  private func states(after text: String, from states: [Int]) -> [Int] {
    let isTime = text.hasPrefix("@ ") && !text.hasPrefix("@ event ") && text != AppStep.restart.text
    func targets(_ state: Int) -> [Int] {
      exploration.arrows(from: state).filter { arrow in
        let step = exploration.steps[arrow.step]
        return if case .time = step { isTime } else { step.text == text }
      }.map(\.target)
    }
    var (reached, known) = ([Int](), Set<Int>())
    for target in states.flatMap(targets) where known.insert(target).inserted {
      reached.append(target)
    }
    if !isTime { return reached.isEmpty ? states : reached }
    // Time passes up to the next timer, to none, or to several.
    if text == AppStep.idle.text {
      var next = 0
      while next < reached.count {
        reached += targets(reached[next]).filter { known.insert($0).inserted }
        next += 1
      }
    }
    return reached + states.filter { known.insert($0).inserted }
  }

  private func leftOut(after count: Int) -> String? {
    let parts = [
      firstWithoutTrail.map { "the trails of the states from number \($0) on" },
      firstWithoutValue.map { "the values of the states from number \($0) on" },
      count < exploration.states
        ? "the last \(exploration.states - count) of \(exploration.states) states" : nil,
    ].compactMap(\.self)
    return parts.isEmpty
      ? nil : "Left out, because of the size of the page: \(parts.joined(separator: "; "))."
  }

  private var sizes: [String] {
    [
      "states: \(exploration.states)", "steps: \(exploration.transitions)",
      "depth: \(exploration.depth)", "screens: \(exploration.screens.count)",
    ]
  }

  /// The results of verdicts, in the order of the page.
  private static var results: [String] { ["refuted", "inconclusive", "proved"] }
}

extension AppStep {
  /// A sample of a secure field is in it, as in the trails that a search prints.
  fileprivate var json: JSON {
    let duration: Duration? = if case .time(let duration) = self { duration } else { nil }
    let (kind, line) =
      switch self {
      case .input(let line): ("input", line)
      case .time: ("time", text)
      case .idle: ("idle", text)
      case .restart: ("restart", text)
      case .event: ("event", text)
      }
    return .object([
      ("kind", .string(kind)),
      ("name", typedLine.map { .string(String($0.prefix { $0 != " " })) }),
      ("line", .string(line)), ("seconds", duration.map { .seconds($0) }),
    ])
  }
}

extension SearchPage {
  /// The entries of a comparison with an earlier version, in the order of the report, up to the limit of their size, and
  /// what that limit leaves out.
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
