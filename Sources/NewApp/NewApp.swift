import Foundation

/// Writes a package with an app that builds at once.
///
/// ```text
/// swift run new-app shelf ../shelf
/// ```
///
/// The files are copies of the folder `Template` beside this file, which is itself a package. The names
/// `starter` and `Starter` in them, and in their paths, become the names of the new app.
@main struct NewApp {
  private static let usage = "usage: new-app NAME FOLDER [--url URL]"

  private static let help = """
    \(usage)

    Writes a package with an app into FOLDER: two screens, a client, a trail and tests.

      NAME         the name of the program: lower-case letters, digits and hyphens
      FOLDER       a new or an empty folder; no file is overwritten
      --url URL    depend on the package at this address, on its branch main, and not on
                   this checkout
      --help       this text

    The exit status is 0 if the package is written, 1 if it cannot be, and 2 for wrong usage.
    """

  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.contains("--help") { return print(help) }
      let app = try Options(arguments)
      try write(app)
      print(
        """
        The app \(app.name.program) is in \(app.folder). Go on with:

          cd \(app.folder.inShell)
          swift run \(app.name.program)
          swift test

        The first build compiles Cairn, which takes a minute or two. README.md lists the other
        commands and the files.
        """)
    } catch let error as Failure {
      FileHandle.standardError.write(Data("new-app: \(error.message)\n".utf8))
      exit(error.status)
    } catch {
      FileHandle.standardError.write(Data("new-app: \(error.localizedDescription)\n".utf8))
      exit(1)
    }
  }

  private static func write(_ app: Options) throws {
    let template = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Template")
    let files = FileManager.default
    guard let paths = try? files.subpathsOfDirectory(atPath: template.path) else {
      throw Failure(
        message:
          "there is no \(template.path); run new-app with `swift run` in a checkout of Cairn",
        status: 1)
    }
    // A folder that cannot be read may have files.
    let isEmpty = (try? files.contentsOfDirectory(atPath: app.folder))?.isEmpty
    guard isEmpty ?? !files.fileExists(atPath: app.folder) else {
      throw Failure(
        message: "\(app.folder) is not empty; give a new or an empty folder", status: 1)
    }
    let checkout = template.appending(path: "../../..").standardizedFileURL.path
    let last = URL(filePath: app.folder).standardizedFileURL.lastPathComponent
    guard last.lowercased() != app.identity(of: checkout).lowercased() else {
      throw Failure(
        message:
          "the package manager takes the folder \(app.folder) for Cairn, because both have the name \(last); give another folder",
        status: 1)
    }
    // A build of the template itself leaves files that do not belong to it.
    let leftovers = [".build", ".swiftpm", "Package.resolved"]
    for path in paths where !leftovers.contains(where: { path.hasPrefix($0) }) {
      let source = template.appending(path: path)
      guard try source.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      var text = app.name.renamed(try String(contentsOf: source, encoding: .utf8))
      if path == "Package.swift" { text = app.dependingOnCairn(text, at: checkout) }
      let target = URL(filePath: app.folder).appending(path: app.name.renamed(path))
      do {
        try files.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: target, atomically: false, encoding: .utf8)
      } catch {
        // The folder was empty: the next run finds it so.
        for part in Set(paths.compactMap { app.name.renamed($0).split(separator: "/").first }) {
          try? files.removeItem(at: URL(filePath: app.folder).appending(path: String(part)))
        }
        throw Failure(
          message: "\(target.path) cannot be written: \(reason(of: error))", status: 1)
      }
    }
  }

  /// The words of the system; those of Foundation do not say more than a number on Linux.
  private static func reason(of error: any Error) -> String {
    let cause = (error as? CocoaError)?.underlying as? POSIXError
    return (cause as NSError?)?.localizedFailureReason ?? error.localizedDescription
  }

  /// A message for standard error, and the status of the program.
  struct Failure: Error {
    let message: String
    let status: Int32

    static func usage(_ problem: String) -> Failure {
      Failure(message: "\(problem)\n\(NewApp.usage)", status: 2)
    }
  }
}
