import Foundation
import PackagePlugin

/// `swift package case-paths --print [--target <name>]...`
@main struct CasePathsCommand: CommandPlugin {
  private static let usage = "usage: swift package case-paths --print [--target <name>]..."

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let isPrint = extractor.extractFlag(named: "print") > 0
    let names = extractor.extractOption(named: "target")
    if let unknown = extractor.remainingArguments.first {
      throw Failure("unknown argument '\(unknown)'\n\(Self.usage)")
    }
    guard isPrint else {
      throw Failure(
        "nothing to write: the plugin CairnCasePathsPlugin writes case paths during the build\n\(Self.usage)"
      )
    }
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    for target in targets.compactMap({ $0 as? SwiftSourceModuleTarget }) {
      let process = Process()
      process.executableURL = try context.tool(named: "CairnCasePaths").url
      process.arguments =
        ["--print", target.name] + target.sourceFiles(withSuffix: "swift").map(\.url.path)
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure("\(target.name) has no case paths")
      }
    }
  }
}

private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
