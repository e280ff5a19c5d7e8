import Foundation

/// Writes the case paths of a target, or checks that they are up to date.
///
///     case-paths [--check] <folder of the target> <source file>...
///
/// The exit status is 1 if the file is not up to date, or was not written by this program.
@main struct Command {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let isCheck = arguments.first == "--check"
    if isCheck { arguments.removeFirst() }
    guard let folder = arguments.popFirst() else {
      print("usage: case-paths [--check] <folder> <source file>...", to: .standardError)
      exit(2)
    }
    do {
      let files = arguments.map { URL(filePath: $0) }
      exit(try run(folder: URL(filePath: folder), files: files, isCheck: isCheck) ? 0 : 1)
    } catch {
      print("error: \(error.localizedDescription)", to: .standardError)
      exit(1)
    }
  }

  static func run(folder: URL, files: [URL], isCheck: Bool) throws -> Bool {
    let target = folder.appending(path: CasePathsFile.name)
    let old =
      FileManager.default.fileExists(atPath: target.path)
      ? try String(contentsOf: target, encoding: .utf8) : nil
    let sources = try files.filter { $0.lastPathComponent != CasePathsFile.name }
      .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
    let file = CasePathsFile(sources: Dictionary(sources) { first, _ in first })
    for note in file.notes { print(note, to: .standardError) }

    if file.isEmpty && old == nil { return true }
    if let old, !old.hasPrefix(CasePathsFile.firstLine) {
      print(
        """
        error: \(target.path) was not written by this command and stays as it is.
        Suggestion: rename it, because case paths are written to a file of that name.
        """, to: .standardError)
      return false
    }
    if file.text == old { return true }
    if isCheck {
      print(
        "error: \(target.path) is out of date.\nSuggestion: run `swift package case-paths`.",
        to: .standardError)
      return false
    }
    try file.text.write(to: target, atomically: true, encoding: .utf8)
    print("\(target.path) is written.", to: .standardOutput)
    return true
  }

  private static func print(_ text: some CustomStringConvertible, to handle: FileHandle) {
    handle.write(Data("\(text)\n".utf8))
  }
}
