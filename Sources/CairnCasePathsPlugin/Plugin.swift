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
    let tool = try context.tool(named: "CairnCasePaths").url
    for case let target as SwiftSourceModuleTarget in targets {
      let files = target.sourceFiles(withSuffix: "swift").map(\.url.path)
      let process = Process()
      process.executableURL = tool
      process.arguments = (isCheck ? ["--check"] : []) + [target.directoryURL.path] + files
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure("the case paths of \(target.name) are not up to date")
      }
    }
  }
}

private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
