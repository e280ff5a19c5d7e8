import Foundation

/// Writes the case paths of targets, or checks that they are up to date.
///
/// ```text
/// case-paths [--check] --target <folder> <source file>... [--target <folder> <source file>...]...
/// ```
///
/// The exit status is 1 if a file is not up to date, or was not written by this program.
@main struct Command {
  /// The folder and the source files of a target.
  struct Target {
    let folder: URL
    var files: [URL] = []
  }

  let isCheck: Bool
  /// Prints a line for the user.
  let report: (String) -> Void

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let isCheck = arguments.first == "--check"
    guard let targets = targets(of: arguments.dropFirst(isCheck ? 1 : 0)) else {
      print("usage: case-paths [--check] --target <folder> <source file>...")
      exit(2)
    }
    do {
      exit(try Command(isCheck: isCheck, report: print).run(targets) ? 0 : 1)
    } catch {
      print("error: \(error.localizedDescription)")
      exit(1)
    }
  }

  private static func targets(of arguments: ArraySlice<String>) -> [Target]? {
    let groups = arguments.split(separator: "--target", omittingEmptySubsequences: false)
    guard groups.count > 1, groups[0].isEmpty else { return nil }
    var targets: [Target] = []
    for group in groups.dropFirst() {
      guard let folder = group.first else { return nil }
      targets.append(
        Target(folder: URL(filePath: folder), files: group.dropFirst().map { URL(filePath: $0) }))
    }
    return targets
  }

  private static func print(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  /// Whether all files are now up to date.
  func run(_ targets: [Target]) throws -> Bool {
    var isUpToDate = true
    var isEmpty = true
    for target in targets {
      let file = try CasePathsFile(of: target)
      for note in file.notes { report("\(note)") }
      isEmpty = isEmpty && file.isEmpty && file.notes.isEmpty
      isUpToDate = try update(target, to: file) && isUpToDate
    }
    if isEmpty {
      report(
        """
        warning: nothing is written, because no enum that is CasePathable has a case with a payload.
        Suggestion: declare the conformance with the enum, as in `enum Action: CasePathable`.
        """)
    }
    return isUpToDate
  }

  private func update(_ target: Target, to file: CasePathsFile) throws -> Bool {
    let path = target.folder.appending(path: CasePathsFile.name)
    let old =
      FileManager.default.fileExists(atPath: path.path)
      ? try String(contentsOf: path, encoding: .utf8) : nil
    if file.isEmpty && old == nil { return true }
    if let old, !old.hasPrefix(CasePathsFile.firstLine) {
      report(
        """
        error: \(path.path) was not written by this command and stays as it is.
        Suggestion: rename it, because case paths are written to a file of that name.
        """)
      return false
    }
    if file.text == old { return true }
    if isCheck {
      report(
        """
        error: \(path.path) is out of date.
        Suggestion: run `swift package --allow-writing-to-package-directory case-paths`.
        """)
      return false
    }
    try file.text.write(to: path, atomically: true, encoding: .utf8)
    report("\(path.path) is written.")
    return true
  }
}

extension CasePathsFile {
  fileprivate init(of target: Command.Target) throws {
    let sources = try target.files.filter { $0.lastPathComponent != Self.name }
      .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
    self.init(sources: Dictionary(sources) { first, _ in first })
  }
}
