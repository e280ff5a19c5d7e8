import Cairn
import CairnApp
import CairnModel

/// The lines that can be typed for each input, formatted once.
@usableFromInline
struct TypedLines {
  /// The sample values of fields, by name, each once.
  let samples: [String: [String]]
  @usableFromInline var fields: [String: [TypedSample]] = [:]
  @usableFromInline var secureFields: [String: [TypedSample]] = [:]

  @usableFromInline let step: @Sendable (String) -> AppStep

  @usableFromInline
  init(
    _ samples: [String: [String]],
    as step: @escaping @Sendable (String) -> AppStep = AppStep.input
  ) {
    self.step = step
    self.samples = samples.mapValues { list in
      var known = Set<String>()
      return list.filter { known.insert($0).inserted }
    }
  }

  var secureNames: Set<String> { Set(secureFields.keys) }

  /// The values of the secure fields found so far, except the empty one.
  var secrets: Set<String> {
    Set(secureFields.values.joined().compactMap(\.value)).subtracting([""])
  }

  @inlinable
  mutating func lines<Action>(
    for input: Input<Action>, _ steps: inout NumberedValues<AppStep>
  ) -> [TypedSample] {
    switch input.kind {
    case .button, .row, .toggle:
      return [(steps.number(of: step(input.name)), nil)]
    case .field, .valueButton:
      return fields[input.name] ?? add(input.name, isSecure: false, &steps)
    case .secureField:
      return secureFields[input.name] ?? add(input.name, isSecure: true, &steps)
    case .picker(_, let options):
      return typed(input.name, options, &steps)
    }
  }

  @usableFromInline
  mutating func add(
    _ field: String, isSecure: Bool, _ steps: inout NumberedValues<AppStep>
  ) -> [TypedSample] {
    // A default for a secure field is long enough not to occur in the state for other reasons.
    let lines = typed(field, samples[field] ?? ["", isSecure ? "a secret" : "x"], &steps)
    if isSecure { secureFields[field] = lines } else { fields[field] = lines }
    return lines
  }

  @usableFromInline
  func typed(
    _ name: String, _ values: [String], _ steps: inout NumberedValues<AppStep>
  ) -> [TypedSample] {
    values.map { (steps.number(of: step("\(name) \($0.typedValue)")), $0) }
  }
}

/// A line that can be typed: the number of its step, and its value.
@usableFromInline
typealias TypedSample = (step: UInt32, value: String?)

/// Inputs and events of which no sample was accepted at a node.
@usableFromInline
struct UntypedInputs {
  /// In the order in which they were found.
  private(set) var inputs = NumberedValues<NamedInput>()
  private var nodes: Set<Int> = []

  /// Whether no sample of an event was accepted.
  var hasEvents: Bool { inputs.values.contains { $0.screen == nil } }

  /// Whether more may be possible at a node than was tried.
  @usableFromInline
  func contains(_ index: Int) -> Bool { nodes.contains(index) }

  fileprivate mutating func insert(_ input: NamedInput, at index: Int) {
    _ = inputs.number(of: input)
    if input.screen != nil { nodes.insert(index) }
  }
}

extension NamedInput {
  /// `nil` for a step that is neither an input nor an event.
  fileprivate init?(_ step: AppStep, on screen: UInt32) {
    switch step {
    case .input(let line): self.init(screen: screen, name: String(line.prefix { $0 != " " }))
    case .event(let line): self.init(screen: nil, name: String(line.prefix { $0 != " " }))
    case .time, .idle, .restart: return nil
    }
  }
}

extension AppSearch {
  @usableFromInline @inline(never)
  mutating func noteUntyped(
    _ input: Input<A.Root.Action>, isEvent: Bool = false, at index: Int,
    in inputs: WritableKeyPath<Self, UntypedInputs>
  ) {
    // A picker without options accepts no value.
    if case .picker = input.kind { return }
    let screen = map.graph.locations[index].screen
    let named = NamedInput(screen: isEvent ? nil : screen, name: input.name)
    self[keyPath: inputs].insert(named, at: index)
  }

  /// The inputs and events of which no sample was accepted anywhere, as the header lists them.
  var neverTyped: [String] {
    guard !untyped.inputs.values.isEmpty else { return [] }
    // Steps have few texts, and a search can have millions of edges.
    var pairs: Set<[UInt32]> = []
    for index in 0..<map.graph.expanded {
      let screen = map.graph.locations[index].screen
      for edge in map.graph.edges(of: index) { pairs.insert([edge.step, screen]) }
    }
    let typed = Set(pairs.compactMap { NamedInput(map.graph.steps[$0[0]], on: $0[1]) })
    return untyped.inputs.values.filter { !typed.contains($0) }.map { input in
      input.screen.map { "\(input.name) on \(map.graph.screens[$0])" } ?? "@ event \(input.name)"
    }
  }
}
