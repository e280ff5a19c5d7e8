import CairnScreen

/// What is typed into fields, as it is typed and as it is meant.
struct AppSamples {
  private let values: [String: [Sample]]
  private let others = ["", "x"].map { Sample($0) }
  /// Long enough not to be found where it is not.
  private let otherSecrets = ["", "a secret"].map { Sample($0) }

  struct Sample {
    let value: String
    /// With a space before it.
    let typed: String

    init(_ value: String) {
      self.value = value
      typed = " " + value.typedValue
    }
  }

  init(_ values: [String: [String]]) {
    self.values = values.mapValues { $0.map { Sample($0) } }
  }

  /// Every value that is typed into secure fields of these names, and is not empty.
  func secrets(of names: Set<String>) -> Set<String> {
    Set(names.flatMap { values[$0] ?? otherSecrets }.map(\.value)).subtracting([""])
  }

  /// The lines that can be typed for an input, and their actions, enabled or not.
  func lines<Action>(for input: Input<Action>) -> [(line: String, action: Action)] {
    switch input {
    case .button, .row, .toggle:
      return (try? input.action(for: nil)).map { [(input.name, $0)] } ?? []
    case .field(let field):
      return (values[field.name] ?? (field.isSecure ? otherSecrets : others))
        .compactMap { line(field.name, $0, input) }
    case .choice(let choice):
      return choice.options.compactMap { line(choice.name, Sample($0), input) }
    }
  }

  private func line<Action>(
    _ name: String, _ sample: Sample, _ input: Input<Action>
  ) -> (line: String, action: Action)? {
    (try? input.action(for: .success(sample.value))).map { (name + sample.typed, $0) }
  }
}
