import CTerminal
import CairnApp
import CairnDump
import CairnExplorer
import CairnModel
import CairnPage

/// The command `explore`: visits all reachable states of an app and checks its properties.
struct Explore<A: App> {
  private let options: OptionValues
  private let search: SearchOptions<A>
  private let report: ReportForm
  private let page: ResultFile?
  private let compared: ComparedSearch
  private let progress: ProgressFile?
  private let failsOnUnused: Bool

  init(_ options: OptionValues) throws(UsageError) {
    self.options = options
    search = try SearchOptions(options)
    report = options.has("--json") ? .json : .text
    // A file or a folder that cannot be written is reported before a long search, not after it.
    page = try options.page(of: A.name)
    compared = try ComparedSearch(options, in: search.world)
    guard !search.hasCredentials || !options.has("--resume") else {
      throw UsageError(
        "--resume: the options contain credentials, which the file would not keep, so that a search with"
          + " others could continue it")
    }
    progress = try ProgressFile(options, in: search.world)
    failsOnUnused = options.has("--fail-on-unused")
  }

  func run(_ searcher: AppSearcher<A>) throws(UsageError) -> ExitStatus {
    if failsOnUnused, options["--check"] == SearchCheck.Amount.none.rawValue,
      A.starts.count > 1 || !options.words(among: A.options).isEmpty
    {
      Output.error.print(
        "\(A.name): with --check none, starts and options are not compared: whether they are unused is"
          + " not known")
    }
    let trails = try options["--trails"].map { (path) throws(UsageError) in try TrailFolder(path) }
    return try SearchProcess.run(stepBound: search.stepBound) { (crash) throws(UsageError) in
      try run(searcher, upTo: crash, writingTo: trails)
    }
  }

  private func run(
    _ searcher: AppSearcher<A>, upTo crash: String?, writingTo trails: TrailFolder?
  ) throws(UsageError) -> ExitStatus {
    let written = WrittenTrails(in: trails)
    let explorations = try explorations(upTo: crash, by: searcher) { written.write($0) }
    csearch_end_steps()
    let exploration = explorations.dropFirst().reduce(explorations[0]) { $0.using($1) }
    // Of the searches from other starts, those that found something.
    let others = explorations.dropFirst().filter { ExitStatus(of: $0) != .done }
    for exploration in [exploration] + others {
      Output.standard.print(report.lines(of: exploration))
    }
    written.write(of: [exploration] + others)
    written.keep(([exploration] + others).flatMap(\.verdicts))
    let statuses =
      [ExitStatus(of: exploration, failsOnUnused: failsOnUnused)]
      + [try compared.finish(exploration, as: report, page: page)]
      + others.map { ExitStatus(of: $0) } + (written.hasFailed ? [.failed] : [])
    if progress?.hasFailed == true { return .failed }
    return [.terminated, .interrupted, .failed].first(where: statuses.contains)
      ?? statuses.first { $0 != .done } ?? .done
  }

  /// The search. If something that it does not use matters, the searches from the other starts follow, except
  /// from those that refuse the options.
  func explorations(
    upTo crash: String? = nil, by searcher: AppSearcher<A>,
    didRefute: ((AppExploration<A>.Verdict) -> Void)? = nil
  ) throws(UsageError) -> [AppExploration<A>] {
    let first = try search.explore(
      upTo: crash, by: searcher, resuming: progress, didRefute: didRefute)
    progress?.finish(first)
    guard failsOnUnused, !first.unused.isEmpty else { return [first] }
    var all = [first]
    for start in A.starts where start != first.start && !cterminal_was_interrupted() {
      let other = try SearchOptions<A>(options, start: start)
      let found = try? other.explore(upTo: crash, by: searcher)
      if let found { all.append(found) }
    }
    return all
  }
}

extension ExitStatus {
  init<A>(of exploration: AppExploration<A>, failsOnUnused: Bool = false) {
    let isRefuted = exploration.verdicts.contains { $0.result == .refuted }
    // Also after the search, while it was checked or another one followed.
    if exploration.limit == .interrupted || cterminal_was_interrupted() {
      self = InterruptWatch.wasTerminated ? .terminated : .interrupted
    } else if isRefuted || exploration.check.difference != nil
      || failsOnUnused && !exploration.unused.isEmpty
    {
      self = .failed
    } else {
      self = exploration.gap == nil && exploration.isProved ? .done : .boundMet
    }
  }

  /// Of a search that checks no properties.
  init<A>(ofGraph exploration: AppExploration<A>) {
    let status = ExitStatus(of: exploration)
    self = exploration.gap != nil && status == .failed ? .boundMet : status
  }
}

extension AppSearcher {
  /// The command `graph`: prints the transitions between the states or screens of an app.
  func drawGraph(_ options: OptionValues) throws(UsageError) -> ExitStatus {
    let search = try SearchOptions<A>(options, isGraph: true)
    let format: GraphFormat = try options.choice("--format") ?? .mermaid
    let nodes: GraphNodes = try options.choice("--by") ?? .screen
    let exploration = try search.explore(checking: [], by: self)
    Output.standard.print(String(exploration.graph(by: nodes).text(as: format).dropLast()))
    if let gap = exploration.gap {
      Output.error.print("\(A.name): the graph is incomplete: \(gap)")
    }
    return ExitStatus(ofGraph: exploration)
  }
}

extension OptionValues {
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(UsageError) -> Choice? {
    guard let text = self[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joinedWithAnd
      throw UsageError("\(name): \(text.inQuotes) is not one of \(known)")
    }
    return choice
  }
}

/// The form of a report: text for a person, or one JSON object per line.
enum ReportForm {
  case text
  case json

  func lines<A>(of exploration: AppExploration<A>) -> [String] {
    switch self {
    case .text:
      return exploration.description.terminalSafeLines
        + [exploration.check.description, exploration.effort]
    case .json:
      return ([exploration.record] + exploration.verdicts.map(\.record))
        .map { JSONLine(members: $0).text }
    }
  }
}

extension AppExploration {
  /// Time and memory, which differ between runs.
  fileprivate var effort: String {
    "\(elapsed.inSeconds), \(Int(statesPerSecond.rounded())) states a second, "
      + "\(Int(bytesPerState.rounded())) bytes a state"
  }

  /// The search as `explore --json` prints it. A key without a value is absent.
  fileprivate var record: [String: any Encodable] {
    func unlessEmpty(_ texts: [String]) -> [String]? { texts.isEmpty ? nil : texts }
    let coverage = self.coverage
    var record: [String: any Encodable] = [
      "app": A.name, "start": start, "states": states, "transitions": transitions, "depth": depth,
      "screens": screens, "complete": gap == nil, "checkedStates": check.states,
      "checkedTransitions": check.steps,
    ]
    record["limit"] = gap
    record["tried"] = coverage.tried.map(\.rawValue).sorted()
    record["notTried"] = coverage.without.map(\.rawValue).sorted() + coverage.untypedInputs
    record["defaultSamples"] = unlessEmpty(coverage.defaultSamples)
    record["instantEffects"] = unlessEmpty(coverage.instantEffects)
    record["causesOfSize"] = unlessEmpty(causesOfSize)
    record["unused"] = unlessEmpty(unused)
    record["notYetUsed"] = unlessEmpty(notYetUsed)
    record["difference"] = check.difference
    if let walks {
      let numbers: [String: UInt64] = [
        "count": UInt64(walks.count), "steps": UInt64(walks.steps), "seed": walks.seed,
      ]
      record["walks"] = numbers
    }
    // In seconds, by the name of the effect.
    let readings: [String: [Double]] = coverage.readings.mapValues { times in
      times.map { $0 / .seconds(1) }
    }
    if !readings.isEmpty { record["readings"] = readings }
    return record
  }
}

extension AppExploration.Verdict {
  fileprivate var record: [String: any Encodable] {
    var record: [String: any Encodable] = ["name": property, "result": result.name]
    record["trail"] = trail
    record["remark"] = remark
    return record
  }
}
