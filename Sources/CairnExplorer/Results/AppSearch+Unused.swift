import Cairn
import CairnApp
import CairnDump

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
  /// The inputs with an effect.
  fileprivate var effective: Set<ScreenInput>
  /// The inputs without an effect whose features may lack a `Scope`, and the likely cause.
  fileprivate let unscoped: [(input: ScreenInput, cause: String)]

  /// The samples that no field took, the inputs that properties name and no screen has, and the inputs without an
  /// effect whose features may lack a `Scope`.
  var unused: [String] { unusedSamples + untakenLines + unscopedInputs }

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
    let taken = steps.compactMap { step in
      switch map.graph.steps[step] {
      case .input, .event: map.graph.steps[step].text
      case .time, .idle, .restart: nil as String?
      }
    }
    let effects = map.inputEffects
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
      })
  }
}
