import CairnApp
import CairnExplorer
import CairnModel
import CairnPage

/// The options of `explore` that save a search, and compare it with a saved one.
struct ComparedSearch {
  private let file: ResultFile?
  private let saved: (path: String, behavior: Behavior)?
  private let failsOnChange: Bool
  private let acceptsChanges: Bool

  /// - Throws: if the file of an earlier search cannot be compared, and if no file can be written, which is found
  ///   before a long search.
  init(_ options: OptionValues, in world: Behavior.World) throws(UsageError) {
    let accepts = options.has("--accept")
    acceptsChanges = accepts
    failsOnChange = options.has("--fail-on-change")
    for name in ["--accept", "--fail-on-change"]
    where options.has(name) && !options.has("--against") {
      throw UsageError("\(name) needs --against FILE")
    }
    if let path = options["--against"] {
      let bytes = try Descriptor.input(path, upTo: FileLimit.result)
      let behavior = try BehaviorFile.parse(bytes, file: path, app: world.app)
      guard behavior.world == world else {
        throw UsageError(
          "\(path.terminalSafe): it is of another world and cannot be compared: saved was"
            + " \(behavior.world.words), and this is \(world.words)")
      }
      saved = (path, behavior)
    } else {
      saved = nil
    }
    guard !accepts || !options.has("--save") else {
      throw UsageError("--accept writes the file of --against; leave out --save")
    }
    let path = options["--save"] ?? (accepts ? options["--against"] : nil)
    file = try path.map { (path) throws(UsageError) in
      try ResultFile(path, of: accepts ? "--against" : "--save") {
        BehaviorFile.isFile($0, of: world.app)
      }
    }
  }

  /// Compares the search, writes the page, prints the differences, and writes the file.
  ///
  /// - Returns: the exit status, unless the search itself has another than success.
  func finish<A>(
    _ exploration: AppExploration<A>, as report: ReportForm, page: ResultFile? = nil
  ) throws(UsageError) -> ExitStatus {
    let behavior = file != nil || saved != nil ? try exploration.behavior() : nil
    var changes: (file: String, comparison: BehaviorComparison)?
    if let saved, let behavior {
      changes = (saved.path, BehaviorComparison(from: saved.behavior, to: behavior))
    }
    if let page { page.write(try SearchPage(exploration).json(since: changes)) }
    guard let behavior else { return .done }
    if let changes {
      Output.standard.print(report.lines(of: changes.comparison, with: changes.file))
    }
    let wasEnded = [.interrupted, .refuted].contains(exploration.limit)
    if acceptsChanges, let saved, let limit = behavior.limit,
      saved.behavior.limit == nil || wasEnded
    {
      Output.error.print(
        "\(saved.path.terminalSafe): not written: this search did not visit everything: \(limit)")
    } else if let file, !acceptsChanges || saved?.behavior != behavior {
      guard BehaviorFile.isReadable(behavior) else {
        Output.error.print(
          "\(file.path.terminalSafe): not written: the paths of the search have more than"
            + " \(BehaviorFile.stepLimit) steps, the maximum; bound it with --states or --depth")
        return .failed
      }
      // A file that has not changed keeps its time.
      file.write(BehaviorFile.text(of: behavior))
    }
    guard failsOnChange, !acceptsChanges, let comparison = changes?.comparison else { return .done }
    if comparison.changes.contains(where: { !$0.isUncertain }) { return .failed }
    return comparison.changes.isEmpty && comparison.unknown.isEmpty ? .done : .boundMet
  }
}

extension Behavior.World {
  /// `the start "new", the options --strict, without restarts`
  var words: String {
    let options = options.isEmpty ? [] : ["the options \(options.joined(separator: " "))"]
    let without = without.isEmpty ? [] : ["without \(without.joined(separator: ", "))"]
    return (["the start \(start.inQuotes)"] + options + without).joined(separator: ", ")
      .terminalSafe
  }
}

extension ReportForm {
  func lines(of comparison: BehaviorComparison, with path: String) -> [String] {
    switch self {
    case .text:
      return ["compared with \(path.terminalSafe): \(comparison.count)"]
        + comparison.unknown.map { "not known   \($0)" }
        + comparison.changes.flatMap { $0.description.terminalSafeLines }
    case .json:
      let head: [String: any Encodable] = [
        "against": path, "changes": comparison.changes.count, "notKnown": comparison.unknown,
      ]
      return ([head] + comparison.changes.map(\.record)).map { JSONLine(members: $0).text }
    }
  }
}

extension BehaviorChange {
  fileprivate var record: [String: any Encodable] {
    var record: [String: any Encodable] = [
      "change": direction.rawValue, "kind": kind.rawValue, "what": what,
    ]
    if isUncertain { record["uncertain"] = true }
    record["before"] = before
    record["trail"] = trail
    record["trailBefore"] = trailBefore
    return record
  }
}
