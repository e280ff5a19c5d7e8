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
  /// path, at most two steps are late. With effects in flight, the earliest time is that of a shortest path.
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
        : [
          "not tried: other times of these steps, such as those after a quick answer, those"
            + " of longer paths with effects in flight, and a third late one on a shortest path"
        ])
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
    // A property of the app can ask for a part that the search leaves out.
    coverage.without.subtract(coverage.tried)
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

  mutating func noteEffects(of run: AppRun<A>, _ inFlight: UInt32) {
    for effect in run.log.origins.values.map(\.label) where !effect.isBackground {
      startedEffects.insert(effect.name)
    }
    if inFlight != 0, effectsInFlight[inFlight] == nil {
      effectsInFlight[inFlight] = run.driver.allEffects.map { AppEffect($0) }
    }
  }
}

// What makes a space large, for the report of a search that met a bound.
extension AppSearch {
  /// The causes, and what to do about each, one on each line; empty unless a bound was met.
  ///
  /// - Complexity: O(states). The parts of about 2,000 of them are compared, and of 100 if a person waits for the end.
  var causesOfSize: [String] {
    guard limit?.isOfCaller == true else { return [] }
    return [fieldCauses, effectCauses, cancelledCauses, timerCauses].compactMap(\.self)
  }

  private var fieldCauses: String? {
    let distance = max(1, map.space.count / (limit == .interrupted ? 100 : 2_000))
    var fields = FieldValues()
    for index in stride(from: 0, to: map.space.count, by: distance) {
      let state = map.space.states[index].state
      fields.add(A.canonicalState?(state) ?? state)
    }
    let largest = fields.largest.prefix(3)
    guard let first = largest.first, first.count > 8 else { return nil }
    let listed = largest.map { "\($0.name) \(grouped($0.count))" }.joined(separator: ", ")
    let sample = distance > 1 ? " in \(grouped(fields.states)) of the states" : ""
    return
      "many values\(sample): \(listed); bound them in the reducer, or drop them in canonicalState"
  }

  private var effectCauses: String? {
    // Those of the first state with so many.
    let most = effectsInFlight.sorted { $0.key < $1.key }.map(\.value)
      .reduce([]) { $0.count < $1.count ? $1 : $0 }
    guard most.count > 1 else { return nil }
    var names = NumberedValues<String>()
    for effect in most { _ = names.number(of: effect.name) }
    let listed = names.values.map { name in
      let count = most.count { $0.name == name }
      return count == 1 ? name : "\(name) (\(count))"
    }
    return
      "\(most.count) effects in flight at once: \(listed.joined(separator: ", ")); refuse what runs already,"
      + " or let it cancel the last one"
  }

  private var cancelledCauses: String? {
    let most = map.inFlight.values.map { $0.effects.count { $0.cancellation != .none } }.max() ?? 0
    guard most > 1 else { return nil }
    return
      "\(most) cancelled requests go on at once; if they only read, say isRead, or else refuse another one"
  }

  private var timerCauses: String? {
    let inFlight = map.space.states.filter { !$0.isIdle }
    let others = inFlight.count - Set(inFlight.map(\.untimed)).count
    guard others * 3 > map.space.count else { return nil }
    return
      "\(grouped(others)) states differ from others in their timers only; give answers a time, or leave"
      + " delays out: --without delays"
  }
}

/// The number of different values of each field of some states.
private struct FieldValues {
  private(set) var states = 0
  private var values: [String: Set<UInt64>] = [:]
  /// In the order in which they were found.
  private var names: [String] = []

  mutating func add(_ state: some Any) {
    states += 1
    let mirror = Mirror(reflecting: state)
    add(mirror, digest(of: state), mirror.children.isEmpty ? "the state" : "", depth: 0)
  }

  /// The fields with the most values first, without those that contain a field with as many.
  var largest: [(name: String, count: Int)] {
    let all = names.map { (name: $0, count: values[$0]?.count ?? 0) }
    return all.filter { field in
      !all.contains { $0.name.hasPrefix(field.name + ".") && $0.count == field.count }
    }
    .sorted { $0.count > $1.count }
  }

  private mutating func add(_ mirror: Mirror, _ digest: UInt64, _ name: String, depth: Int) {
    if !name.isEmpty {
      if values[name] == nil { names.append(name) }
      values[name, default: []].insert(digest)
    }
    let isOpen =
      switch mirror.displayStyle {
      case .struct, .enum, .tuple, .optional: true
      default: depth == 0
      }
    guard isOpen, depth < 6 else { return }
    for (label, child) in mirror.children {
      let isWrapper = mirror.displayStyle == .optional || label == nil
      let part = isWrapper ? name : name.isEmpty ? label ?? "" : "\(name).\(label ?? "")"
      add(Mirror(reflecting: child), CairnDump.digest(of: child), part, depth: depth + 1)
    }
  }
}
