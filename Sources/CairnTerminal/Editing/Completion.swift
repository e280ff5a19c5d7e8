import CairnScreen
import CairnTrail
import Foundation

/// What the editor has to know of the app: what is a secret, and what words there are.
struct LineContext {
  /// The names of secure fields: what follows one in a line is shown as bullets.
  let secretNames: Set<String>
  /// What the end of a line, up to the cursor, could become.
  let complete: (String) -> Completion

  /// Whether a line begins with the name of a secure field, and a value could follow.
  func isSecret(_ line: String) -> Bool {
    guard let name = line.split(whereSeparator: \.isWhitespace).first else { return false }
    return secretNames.contains(String(name))
  }
}

/// What the word before the cursor could become.
struct Completion: Equatable {
  /// What stands before that word, and stays.
  let kept: String
  let word: String
  /// Those that begin with the word, in order. One that a value follows ends in a space.
  let candidates: [String]

  /// - Parameter word: the end of `line`.
  init(of word: Substring, in line: String, among words: [String]) {
    kept = String(line[..<word.startIndex])
    self.word = String(word)
    candidates = words.filter { $0.hasPrefix(word) }
  }

  /// The line with as much as is certain.
  var line: String {
    let certain = candidates.dropFirst().reduce(candidates.first ?? word) { common, next in
      String(zip(common, next).prefix { $0 == $1 }.map(\.0))
    }
    return kept + certain
  }
}

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

/// The names of files, for completion.
enum FileNames {
  /// The files and folders whose path begins so, sorted; folders end in a slash. Hidden ones have to
  /// be asked for by their dot, and names that no terminal can show are left out.
  static func beginning(with path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let beginning = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      guard name.hasPrefix(beginning), beginning.hasPrefix(".") || !name.hasPrefix("."),
        name.terminalSafe == name
      else { return nil }
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      return folder + name + (isFolder.boolValue ? "/" : "")
    }
  }
}
