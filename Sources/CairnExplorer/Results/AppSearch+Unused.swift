import Cairn
import CairnApp
import CairnDump
import CairnSimulation

/// What an author writes as text, and the compiler does not check, and what a search has met of it.
struct WrittenNames {
  fileprivate let samples: [String: [String]]
  /// The fields of the visited screens.
  fileprivate var fields: Set<String>
  fileprivate var secureFields: Set<String>
  /// The accepted inputs and the events, as lines of a trail.
  fileprivate var taken: Set<String>
  /// The inputs with which properties compare steps.
  fileprivate var compared: [(property: String, lines: Set<String>)]
  fileprivate var effective: Set<ScreenInput>
  /// The inputs without an effect whose features may lack a `Scope`, and the likely cause.
  fileprivate let unscoped: [(input: ScreenInput, cause: String)]
  /// The declared options that the app has not read, also not to find that they are not given.
  fileprivate var unread: [String]

  /// The samples that no field took, the inputs that properties name and no screen has, the inputs without an
  /// effect whose features may lack a `Scope`, and the options that the app has not read.
  var unused: [String] {
    unusedSamples + untakenLines + unscopedInputs
      + unread.map { "option \($0): no code of this search reads it" }
  }

  private var unusedSamples: [String] {
    samples.sorted { $0.key < $1.key }.flatMap { name, values in
      let isSecure = secureFields.contains(name)
      guard isSecure || fields.contains(name) else {
        return ["samples of \(name.inQuotes): no screen has this field"]
      }
      return values.filter { value in
        [AppStep.input, AppStep.event].allSatisfy {
          !taken.contains($0("\(name) \(value.typedValue)").text)
        }
      }
      .map { value in
        let shown = isSecure ? Secret(value).bullets : value.inQuotes
        return "sample \(shown) of \(name.inQuotes): the field never took it"
      }
    }
  }

  private var untakenLines: [String] {
    compared.flatMap { property, lines in
      lines.subtracting(taken).sorted().map { line in
        let (kind, text) =
          line.hasPrefix("> ") ? ("input", line.dropFirst(2)) : ("event", line.dropFirst(8))
        return "\(kind) \(text.inQuotes) in \(property.inQuotes): never taken"
      }
    }
  }

  private var unscopedInputs: [String] {
    unscoped.filter { !effective.contains($0.input) }.map { input, cause in
      "input \(input.name.inQuotes) of \(input.screen.inQuotes): \(cause)"
    }
  }

  /// Adds what a search from another start has met.
  mutating func add(_ other: WrittenNames) {
    fields.formUnion(other.fields)
    secureFields.formUnion(other.secureFields)
    taken.formUnion(other.taken)
    effective.formUnion(other.effective)
    unread.removeAll { !other.unread.contains($0) }
    for (index, lines) in zip(compared.indices, other.compared.map(\.lines)) {
      compared[index].lines.formUnion(lines)
    }
  }
}

/// An input of a screen, by the names that it has in every search.
struct ScreenInput: Hashable {
  let screen: String
  let name: String
}

extension AppSearch {
  /// `nil` for a search from a given state, and for one without verdicts.
  var writtenNames: WrittenNames? {
    guard model.origin == nil, !findings.properties.isEmpty else { return nil }
    let steps = Set(map.graph.edges.lazy.map(\.step))
    let taken = steps.map { map.graph.steps[$0] }.filter { $0.typedLine != nil }.map(\.text)
    let effects = map.inputEffects
    let reads = model.setting.reads.contents
    let given = try? OptionValues(model.setting.options, among: A.options)
    func onScreen(_ input: NamedInput) -> ScreenInput? {
      input.screen.map { ScreenInput(screen: map.graph.screens[$0], name: input.name) }
    }
    return WrittenNames(
      samples: lines.samples, fields: Set(lines.fields.keys).union(eventLines.fields.keys),
      secureFields: lines.secureNames, taken: Set(taken),
      compared: findings.compared.map { ($0.property, $0.steps.lines) },
      effective: Set(effects.handled.compactMap(onScreen)),
      // With a bound, an input may have an effect in a state beyond it.
      unscoped: (gap == nil ? effects.unhandled : []).compactMap { input, index, line in
        guard let input = onScreen(input), let cause = likelyCause(ofNoEffectOf: line, at: index)
        else { return nil }
        return (input, cause)
      },
      // An option that is given is compared with a search without it.
      unread: A.options.map(\.name).filter { name in
        !reads.contains(name) && given?.value(ifDeclared: name) == nil
      })
  }
}

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
