import Cairn
import CairnApp

// A refuted reachability property has no trail. Its remark says how far the search came instead.
extension AppSearch {
  /// The screens and inputs that were never possible, and the nearest state, one on each line.
  ///
  /// The nearest state is the first one with the input that was found last of those never possible; without
  /// such an input, the first state of the screen that was found last.
  ///
  /// - Complexity: O(states) in the time that screens take.
  func reach() -> String {
    var enabled: Set<ScreenInput> = []
    var disabled: [ScreenInput: (first: Int, order: Int, reason: String)] = [:]
    for index in 0..<map.space.count {
      guard let screen = app.screens(of: map.space.states[index].state).last else { continue }
      for input in screen.inputs {
        let place = ScreenInput(screen: screen.id, name: input.name)
        if let reason = input.disabledReason {
          if disabled[place] == nil { disabled[place] = (index, disabled.count, reason) }
        } else {
          enabled.insert(place)
        }
      }
    }
    let never = disabled.filter { !enabled.contains($0.key) }
      .sorted { $0.value.order < $1.value.order }
    let lastScreen = map.graph.screens.values.indices.compactMap { screen in
      map.graph.locations.firstIndex { Int($0.screen) == screen }
    }.max()
    let seen = Set(enabled.map(\.name) + disabled.keys.map(\.name))
    let unseen = Set(lines.samples.keys).subtracting(seen).sorted()
    var texts = Self.list(
      "never shown",
      screensNotShown.map { id in
        let known = id.closest(of: map.graph.screens.values)
        return "the screen \(id)" + (known.map { " (did you mean \($0.inQuotes)?)" } ?? "")
      })
    texts += Self.list(
      "never possible",
      never.map { place, found in
        let reason = found.reason.isEmpty ? "" : " (\(found.reason.terminalSafe))"
        return "\(place.name) on \(place.screen)\(reason)"
      })
    texts += Self.list("never offered, though there are samples", unseen)
    texts += nearest(never.last?.value.first ?? lastScreen ?? 0)
    return texts.joined(separator: "\n")
  }

  /// The screens that properties name and that no state shows, in the order of the properties.
  private var screensNotShown: [String] {
    var names: [String] = []
    for property in findings.properties {
      switch property.rule {
      case .reachableScreen(let id), .alwaysReachable(screen: let id):
        if !map.graph.screens.values.contains(id), !names.contains(id) { names.append(id) }
      case .always, .everyReduction, .reachable, .noDeadEnd, .backUndoes, .noSecret,
        .noLeakedEffect, .settles, .everyInputHasEffect, .refusedMeansUnchanged, .noRuntimeIssue,
        .step, .everyMoment, .atRest, .claim:
        break
      }
    }
    return names
  }

  /// The steps to a state.
  private func nearest(_ index: Int) -> [String] {
    let screen = map.graph.screens[map.graph.locations[index].screen]
    let edges = map.edges(to: index)
    guard edges.count > 1 else { return ["nearest state: the start, with the screen \(screen)"] }
    let steps = map.run(along: edges).steps
    return ["nearest state, with the screen \(screen):"] + steps.joined().map(\.text)
  }

  /// A heading with at most eight items; nothing without an item.
  private static func list(_ heading: String, _ items: [String]) -> [String] {
    guard !items.isEmpty else { return [] }
    let more = items.count > 8 ? ["and \(items.count - 8) more"] : []
    return ["\(heading): " + (items.prefix(8) + more).joined(separator: ", ")]
  }
}
