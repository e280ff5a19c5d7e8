import Foundation
import PackagePlugin

/// `swift package case-paths [--check] [--target <name>]...`
@main struct CasePathsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let isCheck = extractor.extractFlag(named: "check") > 0
    let names = extractor.extractOption(named: "target")
    if let unknown = extractor.remainingArguments.first {
      throw Failure(
        "unknown argument '\(unknown)'\nusage: swift package case-paths [--check] [--target <name>]..."
      )
    }
    let targets =
      names.isEmpty
      ? context.package.targets : try context.package.targets(named: names)
    let modules = targets.compactMap { $0 as? SwiftSourceModuleTarget }
    let process = Process()
    process.executableURL = try context.tool(named: "CairnCasePaths").url
    process.arguments =
      (isCheck ? ["--check"] : [])
      + modules.flatMap { module in
        ["--target", module.directoryURL.path]
          + module.sourceFiles(withSuffix: "swift").map(\.url.path)
      }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure("case paths are not up to date") }
  }
}

private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
