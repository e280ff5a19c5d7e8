import CairnApp
import Foundation

/// The editor's knowledge of the app: the names of secure fields, and the words that a line can
/// contain.
struct LineContext {
  /// The values after these names of fields, and after their beginnings, are shown as bullets.
  let secretNames: Set<String>
  /// Completes the last word of the text before the cursor.
  let complete: (String) -> Completion

  /// The end of the first word of a line, if it is the name of a secure field.
  ///
  /// O(*k*) in the length of the longest name and the white space before the word.
  func secretNameEnd(in line: LineBuffer) -> Int? {
    guard let longest = secretNames.map(\.count).max(),
      let start = (0..<line.count).first(where: { !line[$0].isWhitespace })
    else { return nil }
    let name = (start..<line.count).prefix(longest + 1).prefix { !line[$0].isWhitespace }
    return secretNames.contains(String(name.map { line[$0] })) ? name.endIndex : nil
  }
}

extension LineContext {
  /// The names of inputs and commands, the options of pickers, the names of files, and parts of the state.
  init<Action>(
    of screen: Screen<Action>?, partsOfState: @escaping (_ path: String) -> [String] = { _ in [] }
  ) {
    secretNames = screen?.outline.secureWords ?? []
    complete = { line in
      let inputs = screen?.inputs ?? []
      let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
      let rest = line[start...]
      guard let nameEnd = rest.firstIndex(where: \.isWhitespace) else {
        let names =
          rest.hasPrefix(":") ? ColonCommand.allCases.map(\.completed) : inputs.map(\.completed)
        return Completion(of: rest, in: line, among: names)
      }
      let name = String(rest[..<nameEnd])
      let value = rest[nameEnd...].drop(while: \.isWhitespace)
      let values =
        if let command = try? ColonCommand.named(name) {
          command.values(beginningWith: String(value), partsOfState)
        } else if case .picker(_, let options)? = inputs.first(where: { $0.name == name })?.kind {
          options.map(\.typedValue)
        } else {
          [String]()
        }
      return Completion(of: value, in: line, among: values)
    }
  }
}

/// The possible completions of the word before the cursor.
struct Completion: Equatable {
  /// The text before that word.
  private let prefix: String
  private let word: String
  /// The words that begin with the typed one, in order. A name that takes a value ends in a space.
  let candidates: [String]

  /// - Parameter word: the end of `line`.
  init(of word: Substring, in line: String, among words: [String]) {
    prefix = String(line[..<word.startIndex])
    self.word = String(word)
    candidates = words.filter { $0.hasPrefix(word) }
  }

  /// The line, completed by the longest prefix that all candidates share.
  var line: String {
    let shared = candidates.dropFirst().reduce(candidates.first ?? word) { common, next in
      String(zip(common, next).prefix { $0 == $1 }.map(\.0))
    }
    return prefix + shared
  }
}

extension Input {
  /// The name, and a space if a value follows.
  fileprivate var completed: String { takesValue ? name + " " : name }
}

extension ColonCommand {
  fileprivate var completed: String { argument == .none ? rawValue : rawValue + " " }

  /// The possible arguments; none where any text is possible.
  fileprivate func values(
    beginningWith prefix: String, _ partsOfState: (String) -> [String]
  ) -> [String] {
    switch self {
    case .help: Self.allCases.map(\.rawValue)
    case .state: partsOfState(prefix)
    case .save, .load: Self.files(beginningWith: prefix)
    case .diff, .stack, .actions, .effects, .undo, .redo, .goto, .history, .advance, .more, .less,
      .find, .explore, .graph, .quit:
      []
    }
  }

  /// The files and folders whose path begins with `path`, sorted; folders end in a slash.
  ///
  /// Hidden files are listed only if their dot was typed. Names that are not safe for a terminal are
  /// left out.
  private static func files(beginningWith path: String) -> [String] {
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
      _ = unsafe FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      return folder + name + (isFolder.boolValue ? "/" : "")
    }
  }
}
