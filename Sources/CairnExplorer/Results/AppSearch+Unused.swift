import Cairn
import CairnApp
import CairnDump

// What an author writes as text, and the compiler does not check.
extension AppSearch {
  /// The samples that no field took, and the inputs that properties name and no screen has.
  var unused: [String] {
    guard model.origin == nil, !findings.properties.isEmpty else { return [] }
    let taken = Set(
      Set(map.graph.edges.lazy.map(\.step)).compactMap { step in
        if case .input(let line) = map.graph.steps[step] { line } else { nil as String? }
      })
    return unusedSamples(taken) + unusedInputs(taken)
  }

  private func unusedSamples(_ taken: Set<String>) -> [String] {
    lines.samples.byName.flatMap { name, values in
      let isSecure = lines.secureFields[name] != nil
      guard isSecure || lines.fields[name] != nil else {
        return ["samples of \(name.inQuotes): no screen has this field"]
      }
      return values.filter { !taken.contains("\(name) \($0.typedValue)") }.map { value in
        let shown = isSecure ? Secret(value).bullets : value.inQuotes
        return "sample \(shown) of \(name.inQuotes): the field never took it"
      }
    }
  }

  private func unusedInputs(_ taken: Set<String>) -> [String] {
    findings.properties.flatMap { property -> [String] in
      guard case .step(let holds) = property.rule else { return [] }
      let compared = ComparedSteps.lines {
        for index in 0..<min(map.graph.expanded, 10_000) {
          for edge in map.graph.edges[map.graph[edgesOf: index]] {
            let (before, after) = (map.space.states[index], map.space.states[Int(edge.target)])
            _ = holds(before.state, map.graph.steps[edge.step], after.state)
          }
        }
      }
      return compared.subtracting(taken).sorted().map { line in
        "input \(line.inQuotes) in \(property.name.inQuotes): never taken"
      }
    }
  }
}
