import CairnApp
import CairnDump
import CairnModel

// What makes a space large, for the report of a search that met a bound.
extension AppSearch {
  /// The causes, and what to do about each, one on each line; empty unless a bound was met.
  ///
  /// - Complexity: O(states). The parts of about 2,000 of them are compared, and of 100 if a person waits for the end.
  var causesOfSize: [String] {
    switch limit {
    case .states, .depth, .time, .interrupted:
      return [fieldCauses, effectCauses, timerCauses].compactMap(\.self)
    case .crash, .unknown, .difference, .unequal, .refuted, nil: return []
    }
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
    var counts: [(name: String, count: Int)] = []
    for effect in most {
      if let index = counts.firstIndex(where: { $0.name == effect.name }) {
        counts[index].count += 1
      } else {
        counts.append((effect.name, 1))
      }
    }
    let listed = counts.map { $0.count == 1 ? $0.name : "\($0.name) (\($0.count))" }
    return
      "\(most.count) effects in flight at once: \(listed.joined(separator: ", ")); refuse what runs already,"
      + " or let it cancel the last one"
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
