import Foundation

/// Generates the code of a target: case paths, and the parts of a `FeatureEnum`.
///
/// ```text
/// CairnCasePaths --print <target> <source file>...
/// CairnCasePaths --output <file> <module> <source file>...
/// ```
///
/// Standard error names the declarations that get no case path, with the reasons. The exit status is 1 if a file
/// cannot be read or written, and 2 for other arguments.
@main struct Command {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "--print" where arguments.count > 1:
        let module = arguments[1].replacing(/\W/, with: "_")
        let file = try CasePathsFile(reading: arguments.dropFirst(2), of: module)
        if !file.isEmpty { print("// The target \(arguments[1])\n\n\(file.text)") }
        report(file.notes)
      case "--output" where arguments.count > 2:
        let file = try CasePathsFile(reading: arguments.dropFirst(3), of: arguments[2])
        try file.write(to: URL(filePath: arguments[1]))
        report(file.notes)
      default:
        let forms = "--print <target> | --output <file> <module>"
        report(["usage: CairnCasePaths \(forms) <source file>..."])
        exit(2)
      }
    } catch {
      report(["error: \(error.localizedDescription)"])
      exit(1)
    }
  }

  private static func report(_ lines: [some CustomStringConvertible]) {
    for line in lines { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
  }
}

extension CasePathsFile {
  init(reading paths: ArraySlice<String>, of module: String) throws {
    let sources = try paths.map { ($0, try String(contentsOfFile: $0, encoding: .utf8)) }
    self.init(sources: Dictionary(sources) { first, _ in first }, of: module)
  }

  /// Writes the file if its text changed, so that nothing is compiled again without a reason.
  func write(to file: URL) throws {
    if let old = try? String(contentsOf: file, encoding: .utf8), old == text { return }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
