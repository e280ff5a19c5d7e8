import CairnApp
import CairnExplorer
import CairnTrail
import Foundation

/// The format of `explore --save`: a JSON object on each line.
///
/// The first line is the header. Lines for the parts of screens, for situations, for transitions and for verdicts
/// follow. The steps of a path are those of an earlier path, up to a number, and further ones.
package enum BehaviorFile {
  static let format = 1
  /// The maximum number of steps of all paths together.
  static let stepLimit = 2_000_000

  private struct Header: Codable {
    static let kind = "cairn exploration"
    var kind = Header.kind
    var format = BehaviorFile.format
    let app: String
    let start: String
    let options: [String]
    let without: [String]
    let heading: [String]
    let limit: String?
    /// The number of lines that follow; `nil` in older files.
    var lines: Int?
  }

  private struct NumberedPart: Codable {
    let number: Int
    let part: ScreenSituation.Part
  }

  /// A path. Absent numbers are zero, absent lists are empty.
  private struct CodedPath: Codable {
    var after: Int?
    var keep: Int?
    var steps: [String]?
    var settings: [String]?
    var ending: [String]?
  }

  private struct FoundSituation: Codable {
    let screen: String
    let parts: [Int]
    let path: CodedPath
  }

  private struct FoundTransition: Codable {
    let from: String
    let step: String
    let to: String
    let path: CodedPath
  }

  /// One of these lines.
  private struct Line: Codable {
    var part: NumberedPart?
    var situation: FoundSituation?
    var transition: FoundTransition?
    var verdict: Behavior.Verdict?
  }

  /// Whether the file of a search can be read again.
  static func isReadable(_ behavior: Behavior) -> Bool {
    let paths = behavior.situations.map(\.path) + behavior.transitions.map(\.path)
    return paths.reduce(0) { $0 + $1.steps.count } <= stepLimit
  }

  package static func text(of behavior: Behavior) -> String {
    let world = behavior.world
    var header = Header(
      app: world.app, start: world.start, options: world.options, without: world.without,
      heading: behavior.heading, limit: behavior.limit)
    var lines: [String] = []
    func add(_ line: Line) { lines.append(JSONLine(line).text) }
    var numbers: [ScreenSituation.Part: Int] = [:]
    var paths = PathWriter()
    for (situation, path) in behavior.situations {
      for part in situation.parts where numbers[part] == nil {
        add(Line(part: NumberedPart(number: numbers.count, part: part)))
        numbers[part] = numbers.count
      }
      add(
        Line(
          situation: FoundSituation(
            screen: situation.screen, parts: situation.parts.compactMap { numbers[$0] },
            path: paths.coded(path))))
    }
    for (transition, path) in behavior.transitions {
      add(
        Line(
          transition: FoundTransition(
            from: transition.from, step: transition.step, to: transition.to,
            path: paths.coded(path))))
    }
    for verdict in behavior.verdicts { add(Line(verdict: verdict)) }
    header.lines = lines.count
    lines.insert(JSONLine(header).text, at: 0)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Writes paths with the steps that an earlier one has not.
  private struct PathWriter {
    /// A place after a step from another one. The start of all paths is number 0.
    private struct Place: Hashable {
      let after: Int
      let step: String
    }

    /// The number of each place, and the first path to it.
    private var places: [Place: (number: Int, path: Int)] = [:]
    private var count = 0

    mutating func coded(_ path: Behavior.Path) -> CodedPath {
      var (place, best, kept) = (0, 0, 0)
      for (index, step) in path.steps.enumerated() {
        let next = Place(after: place, step: step)
        if let known = places[next] {
          (place, best, kept) = (known.number, known.path, index + 1)
        } else {
          place = places.count + 1
          places[next] = (number: place, path: count)
        }
      }
      count += 1
      func list(_ lines: [String]) -> [String]? { lines.isEmpty ? nil : lines }
      return CodedPath(
        after: kept > 0 ? best : nil, keep: kept > 0 ? kept : nil,
        steps: list(Array(path.steps.dropFirst(kept))), settings: list(path.settings),
        ending: list(path.ending))
    }
  }

  /// Whether the program of an app may replace a file with these contents. A damaged header may not name the app.
  static func isFile(_ bytes: [UInt8], of app: String) -> Bool {
    FileHeader(bytes, of: Header.kind).map { [nil, app].contains($0.app) } ?? false
  }

  package static func parse(
    _ bytes: [UInt8], file: String, app: String
  ) throws(UsageError) -> Behavior {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    func problem(_ number: Int, _ text: String) -> UsageError {
      UsageError("\(file.terminalSafe):\(number): \(text)")
    }
    guard let any = FileHeader(bytes, of: Header.kind) else {
      throw problem(1, "this is not a saved exploration; write one with --save")
    }
    guard any.format == format else {
      throw problem(
        1,
        "the file has the format \(any.format), and this program reads the format \(format)"
          + (any.format > format ? "; use a newer version" : ""))
    }
    guard let header = try? JSONDecoder().decode(Header.self, from: Data(lines[0])) else {
      throw problem(1, "the header is damaged; write the file again with --save")
    }
    guard header.app == app else {
      throw problem(1, "it is for \(header.app.inQuotes), and this program is \(app.inQuotes)")
    }
    guard lines.last?.isEmpty == true else {
      throw problem(lines.count, "the line is incomplete; write the file again with --save")
    }
    if let count = header.lines, count != lines.count - 2 {
      throw problem(
        lines.count - 1,
        "\(count) lines follow the first one in a whole file, and here \(lines.count - 2);"
          + " write the file again with --save")
    }
    var content = Content(heading: header.heading)
    for (index, line) in lines.enumerated().dropFirst().dropLast() {
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)), content.take(line)
      else {
        throw problem(index + 1, "the line is damaged; write the file again with --save")
      }
    }
    return Behavior(
      world: Behavior.World(
        app: app, start: header.start, options: header.options, without: header.without),
      limit: header.limit, heading: header.heading, situations: content.situations,
      transitions: content.transitions, verdicts: content.verdicts)
  }

  /// The lines of a file so far.
  private struct Content {
    let heading: [String]
    private(set) var situations: [(situation: ScreenSituation, path: Behavior.Path)] = []
    private(set) var transitions: [(transition: Behavior.Transition, path: Behavior.Path)] = []
    private(set) var verdicts: [Behavior.Verdict] = []
    private var parts: [ScreenSituation.Part] = []
    private var paths: [[String]] = []
    private var size = 0

    init(heading: [String]) { self.heading = heading }

    /// Whether a line fits after the others.
    mutating func take(_ line: Line) -> Bool {
      switch (line.part, line.situation, line.transition, line.verdict) {
      case (let part?, nil, nil, nil):
        guard part.number == parts.count else { return false }
        parts.append(part.part)
      case (nil, let found?, nil, nil):
        guard found.parts.allSatisfy(parts.indices.contains), let path = path(found.path) else {
          return false
        }
        let parts = found.parts.map { self.parts[$0] }
        situations.append((ScreenSituation(screen: found.screen, parts: parts), path))
      case (nil, nil, let found?, nil):
        guard let path = path(found.path) else { return false }
        let transition = Behavior.Transition(from: found.from, step: found.step, to: found.to)
        transitions.append((transition, path))
      case (nil, nil, nil, let verdict?):
        guard ["proved", "refuted", "inconclusive"].contains(verdict.result),
          verdict.trail.map({ (try? Trail.parse($0, file: "")) != nil }) ?? true
        else { return false }
        verdicts.append(verdict)
      default: return false
      }
      return true
    }

    private mutating func path(_ coded: CodedPath) -> Behavior.Path? {
      var steps = coded.steps ?? []
      if let keep = coded.keep {
        let after = coded.after ?? 0
        guard paths.indices.contains(after), (0...paths[after].count).contains(keep) else {
          return nil
        }
        steps = paths[after].prefix(keep) + steps
      }
      size += steps.count
      let (settings, ending) = (coded.settings ?? [], coded.ending ?? [])
      let text = (heading + settings + steps + ending).joined(separator: "\n")
      guard size <= stepLimit, (try? Trail.parse(text, file: "")) != nil else { return nil }
      paths.append(steps)
      return Behavior.Path(settings: settings, steps: steps, ending: ending)
    }
  }
}

/// The first keys of a file of a search, in every format.
struct FileHeader: Decodable {
  let kind: String
  let format: Int
  /// Of a saved search.
  let app: String?

  /// - Returns: `nil` for a file of another kind.
  init?(_ bytes: some Collection<UInt8>, of kind: String) {
    let line = Data(bytes.prefix { $0 != UInt8(ascii: "\n") })
    guard let header = try? JSONDecoder().decode(Self.self, from: line), header.kind == kind else {
      return nil
    }
    self = header
  }
}
