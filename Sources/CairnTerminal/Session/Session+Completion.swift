import CairnApp

extension Session {
  /// What the editor has to know of the screen as it is.
  var lineContext: LineContext {
    let inputs = screen.inputs
    return LineContext(
      secretNames: Set(inputs.filter(\.isSecure).map(\.name)),
      complete: { Self.complete($0, inputs: inputs) })
  }

  private static func complete(_ line: String, inputs: [Input<A.Root.Action>]) -> Completion {
    let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
    let rest = line[start...]
    guard let nameEnd = rest.firstIndex(where: \.isWhitespace) else {
      let names = rest.hasPrefix(":") ? ColonCommand.allCases.map(\.typed) : inputs.map(\.typed)
      return Completion(of: rest, in: line, among: names)
    }
    let name = String(rest[..<nameEnd])
    let value = rest[nameEnd...].drop(while: \.isWhitespace)
    if let command = ColonCommand(rawValue: name) {
      return Completion(of: value, in: line, among: command.values(for: String(value)))
    }
    guard case .picker(let picker)? = inputs.first(where: { $0.name == name }) else {
      return Completion(of: value, in: line, among: [])
    }
    return Completion(of: value, in: line, among: picker.options.map(\.typedValue))
  }
}

extension Input {
  /// The name, and a space where a value follows.
  fileprivate var typed: String {
    switch self {
    case .field, .picker: name + " "
    case .toggle, .row, .button: name
    }
  }
}

extension ColonCommand {
  fileprivate var typed: String { argument == .none ? rawValue : rawValue + " " }

  /// What could follow it.
  fileprivate func values(for beginning: String) -> [String] {
    switch self {
    case .help: Self.allCases.map(\.rawValue)
    case .save, .load: FileNames.beginning(with: beginning)
    case .state, .diff, .stack, .actions, .effects, .undo, .redo, .goto, .history, .advance,
      .explore, .graph, .quit:
      []
    }
  }
}
