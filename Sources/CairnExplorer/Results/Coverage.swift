import Cairn
import CairnApp
import CairnDump
import CairnModel

/// What a search tried, and what it did not: the header of its report.
public struct Coverage: Equatable, Sendable {
  /// The parts of the world that the search tried. ``SearchPart/delays`` is one of them if a stand-in
  /// answered without a delay of its own.
  public internal(set) var tried: Set<SearchPart> = []
  /// The parts that it left out, as ``AppModel/without`` asks.
  public internal(set) var without: Set<SearchPart> = []
  /// The fields that received the samples `""` and `x`, or `a secret`, because the app declares none.
  public internal(set) var defaultSamples: [String] = []
  /// The enabled inputs with their screens, and the events, of which no sample was accepted in any state.
  public internal(set) var untypedInputs: [String] = []
  /// The names of the effects that ended in the step that started them: no input was tried while one of
  /// them was in flight. Background effects do not count.
  public internal(set) var instantEffects: [String] = []
  /// The steps that read the clock, by name: how much later than its earliest time each was tried. On a shortest
  /// path, at most two steps are late.
  public internal(set) var readings: [String: [Duration]] = [:]
}

extension Coverage: CustomStringConvertible {
  public var description: String { lines.joined(separator: "\n") }

  var lines: [String] {
    let known = SearchPart.allCases.filter(tried.contains).map(\.phrase)
    let left =
      SearchPart.allCases.filter(without.contains).map(\.phrase)
      + untypedInputs.map { "\($0) (no sample is accepted)" }
    let inputs = untypedInputs.isEmpty ? "every input" : "every input but those below"
    let effects = instantEffects.map { $0.inQuotes }
    return [
      "tried: " + ([inputs, "every order of work"] + known).joined(separator: ", "),
      left.isEmpty ? nil : "not tried: " + left.joined(separator: ", "),
      effects.isEmpty
        ? nil
        : "no input was tried while an effect was in flight: " + effects.joined(separator: ", "),
      defaultSamples.isEmpty
        ? nil : "without samples of the app: " + defaultSamples.joined(separator: ", "),
    ].compactMap(\.self)
      + readingLines
      + (readings.isEmpty
        ? []
        : ["not tried: other times of these steps, and a third late one on a shortest path"])
  }

  /// The steps that read the clock. Of more than four with the same times, such as those of the rows of a list, the first
  /// one is named.
  private var readingLines: [String] {
    let sameTimes = Dictionary(grouping: readings.sorted { $0.key < $1.key }, by: \.value)
    var lines: [(step: String, line: String)] = []
    for (times, steps) in sameTimes {
      let later = times.filter { $0 > .zero }.listed
      let trials =
        later.isEmpty ? "at its earliest time" : "at its earliest time, and later by \(later)"
      let others = steps.count > 4 ? " and \(steps.count - 1) other steps" : ""
      for (step, _) in others.isEmpty ? steps[...] : steps.prefix(1) {
        lines.append(
          (step, "the clock is read by \(step.inQuotes)\(others), tried \(trials)"))
      }
    }
    return lines.sorted { $0.step < $1.step }.map(\.line)
  }
}

extension [Duration] {
  /// The times in ascending order; of many below a day only the first, the last and the number.
  fileprivate var listed: String {
    let times = sorted()
    let short = times.prefix { $0 < .seconds(86_400) }
    guard short.count > 4, let first = short.first, let last = short.last else {
      return times.map(\.inDays).joined(separator: ", ")
    }
    let range = "\(first.notation) to \(last.notation) (\(short.count) times)"
    return ([range] + times[short.endIndex...].map(\.inDays)).joined(separator: ", ")
  }
}

extension Duration {
  /// `1 day` and `3652 days`; other times as in trails.
  fileprivate var inDays: String {
    let days = Int(self / .seconds(86_400))
    return days > 0 && self == .seconds(86_400 * days)
      ? "\(days) \(plural("day", days))" : notation
  }
}

extension SearchPart {
  fileprivate var phrase: String {
    switch self {
    case .restarts: "restarts"
    case .disabled: "actions of disabled inputs"
    case .delays: "answers that take up to \(Self.answerTime.upperBound.notation)"
    }
  }
}

extension AppSearch {
  var coverage: Coverage {
    var coverage = Coverage()
    coverage.without = model.without
    if !model.without.contains(.restarts) { coverage.tried.insert(.restarts) }
    if findings.properties.contains(where: \.isAboutRefusals) { coverage.tried.insert(.disabled) }
    if answersLater { coverage.tried.insert(.delays) }
    let fields = Set(lines.fields.keys).union(lines.secureFields.keys)
      .union(eventLines.fields.keys)
    coverage.defaultSamples = fields.subtracting(lines.samples.keys).sorted()
    coverage.untypedInputs = neverTyped
    coverage.readings = readings.mapValues { $0.sorted() }
    coverage.instantEffects = startedEffects.subtracting(namesInFlight).sorted()
    return coverage
  }

  /// Whether a stand-in has answered after the time of the search. A time that it chose by itself may be the same.
  var answersLater: Bool {
    !model.without.contains(.delays)
      && map.nondeterminism.values.contains { $0.timing.draws.contains(SearchPart.answerTime) }
  }

  /// The names of the effects in flight at nodes whose inputs were tried.
  private var namesInFlight: Set<String> {
    let numbers = Set((0..<map.graph.expanded).map { map.space.states[$0].inFlight })
    let known = numbers.flatMap { effectsInFlight[$0] ?? [] }
    return Set(known.filter { !$0.isBackground }.map(\.name))
  }

  /// Notes the names of the effects of a run that has ended.
  mutating func noteEffects(of run: AppRun<A>, _ inFlight: UInt32) {
    for effect in run.log.origins.values.map(\.label) where !effect.isBackground {
      startedEffects.insert(effect.name)
    }
    if inFlight != 0, effectsInFlight[inFlight] == nil {
      effectsInFlight[inFlight] = run.driver.allEffects.map { AppEffect($0) }
    }
  }
}
