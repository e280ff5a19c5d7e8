import CairnApp
import CairnExplorer
import CairnModel
import CairnPage
import CairnStorage
import CairnTrail
import Foundation

extension AppSearcher {
  /// The command `cover`: writes few trails that cover an app, and keeps those that still serve.
  func cover(into path: String, _ options: OptionValues) throws(UsageError) -> ExitStatus {
    let search = try SearchOptions<A>(options, isGraph: true)
    let mode: CoverMode = try options.choice("--by") ?? .screen
    let folder = try TrailFolder(path, of: "cover")
    let writesTests = options.has("--swift")
    func isTrail(_ contents: [UInt8]) -> Bool {
      CoverSet.isTrail(String(decoding: contents, as: UTF8.self), by: mode)
    }
    let exploration = try search.explore(checking: [], by: self)
    let set = try exploration.cover(by: mode, keeping: folder.trails())
    Output.standard.print(set.lines)
    // The new files first: if one cannot be written, no other is lost.
    for trail in set.added {
      try folder.write(trail.text, to: "\(trail.name).trail", replacing: isTrail)
    }
    let names = set.kept + set.added.map(\.name)
    if writesTests {
      let options = exploration.setting.optionsBesideTrail.withoutCredentials(among: A.options)
      for (name, text) in folder.trails() where names.contains(name) {
        guard let trail = try? Trail.parse(text, file: name) else { continue }
        try folder.write(
          CoverTest.text(
            of: trail, named: "\(name) by \(mode.rawValue)", options: options, for: A.self),
          to: "\(name).swift", replacing: CoverTest.isTest)
      }
    }
    for name in set.broken.map(\.file) + set.unneeded {
      let isNew = names.contains(name)
      if !isNew { folder.remove("\(name).trail", if: isTrail) }
      if !isNew || !writesTests { folder.remove("\(name).swift", if: CoverTest.isTest) }
    }
    if let gap = exploration.gap {
      Output.error.print("\(A.name): the set is incomplete: \(gap)")
    }
    let status = ExitStatus(ofGraph: exploration)
    return status == .done && !(set.broken.isEmpty && set.open.isEmpty) ? .failed : status
  }
}

extension CoverSet {
  /// The report: the numbers, the files, and what is not covered.
  fileprivate var lines: [String] {
    let count = kept.count + added.count
    let trails = count == 1 ? "1 trail" : "\(count) trails"
    let bound = lowerBound.map { "; at least \($0) needed" } ?? ""
    return ["\(trails) for \(mode.count(goals))\(bound)"]
      + kept.map { "kept        \($0).trail" }
      + broken.map { "broken      \($0.file).trail: \($0.reason)" }
      + unneeded.map { "not needed  \($0).trail: other trails cover the same" }
      + added.map { "new         \($0.name).trail: \(mode.count($0.goals.count))" }
      + open.map { "not covered \($0.goal): \($0.problem ?? "its trail does not replay")" }
  }
}

extension TrailFolder {
  /// All trails, in order of their names, without the extension. Of a file that cannot be read, the text is empty.
  fileprivate func trails() -> [(name: String, text: String)] {
    let names = (try? Disk(relativeTo: "").names(in: path)) ?? []
    return names.filter { $0.hasSuffix(".trail") && !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { (String($0.dropLast(6)), String(decoding: contents(of: $0) ?? [], as: UTF8.self)) }
  }

  fileprivate func write(
    _ text: String, to name: String, replacing isReplaced: ([UInt8]) -> Bool
  ) throws(UsageError) {
    let path = file(name)
    if contents(of: name) == Array(text.utf8) { return }
    do throws(SystemError) {
      try Descriptor.write(text, to: path, replacing: isReplaced)
    } catch {
      let problem = Self.cannotWrite(path, error)
      // A full disk is no wrong usage.
      guard error.code == EEXIST else { Output.fail(problem.description) }
      throw problem
    }
  }
}

/// A trail as a test with a `TestStore`: the one that a page copies, for several screens.
enum CoverTest {
  /// The first line of such a file, which may be replaced.
  private static let mark = "// Written by cover --swift.\n"

  static func isTest(_ contents: [UInt8]) -> Bool { contents.starts(with: mark.utf8) }

  /// - Parameter options: the options of a search whose trails cannot contain them.
  static func text<A: App>(
    of trail: Trail, named name: String, options: [String] = [], for app: A.Type
  ) -> String {
    let settings = trail.settings
    let options = settings.options.isEmpty ? options : settings.options
    var choices = settings.choices
    // After the last one, the first option is chosen.
    while case .option(1, _, _)? = choices.last { choices.removeLast() }
    let delays = settings.delays.map { swift(DurationSyntax.text(of: $0)) }
    let latency = settings.latency.map { latency in
      let bounds = [latency.lowerBound, latency.upperBound].map {
        "DurationSyntax.parse(\(swift(DurationSyntax.text(of: $0))))"
      }
      return "  simulation.choices.answerTime = try \(bounds.joined(separator: "..."))\n"
    }
    var (steps, screen) = ([(line: String, screen: String)](), "")
    for line in trail.lines {
      switch line.step {
      case .app, .refusedInput: steps.append((line.text, screen))
      case .check(.screen(let id)):
        screen = id
        if !steps.isEmpty { steps[steps.count - 1].screen = screen }
      case .comment, .screen, .check: break
      }
    }
    let isDrawn = !(choices.isEmpty && delays.isEmpty)
    let source = """

          choices: TrailChoices(
            choices: [\(choices.map(swift).joined(separator: ", "))],
            delays: [\(delays.joined(separator: ", "))])
      """
    // The type may be inside of others.
    let path = String(reflecting: A.self).split(separator: ".", maxSplits: 1).map(String.init)
    let listed: [String] = steps.map { "    (\(swift($0.line)), \(swift($0.screen)))," }
    let parts: [String: String] = [
      "module": path[0], "type": path[path.count - 1],
      // A name in backticks has neither a backtick nor a backslash.
      "name": "\(A.name): \(name)".replacing(/[`\\]/, with: "'"),
      "source": isDrawn ? source : "", "source_type": isDrawn ? template("test-choices") : "",
      "world": latency ?? "", "options": options.map(swift).joined(separator: ", "),
      "start": swift(settings.start ?? A.starts.first ?? ""),
      "steps": listed.joined(separator: "\n"),
    ]
    let test: String = template("test").replacing(/\{([a-z_]+)\}/) { match -> String in
      parts[String(match.output.1)] ?? ""
    }
    return mark + test
  }

  /// A template in the document of the page.
  private static func template(_ id: String) -> String {
    let html = String(decoding: PageFiles.html, as: UTF8.self)
    guard let start = html.firstRange(of: "<template id=\"\(id)\">"),
      let end = html[start.upperBound...].firstRange(of: "</template>")
    else { return "" }
    return String(html[start.upperBound..<end.lowerBound])
      .replacing("&lt;", with: "<").replacing("&amp;", with: "&")
  }

  /// An answer is in quotes already.
  private static func swift(_ choice: DrawnChoice) -> String {
    let text = choice.withoutWords.description
    return text.hasPrefix("\"") ? text : swift(text)
  }

  private static func swift(_ text: String) -> String { text.debugDescription }
}
