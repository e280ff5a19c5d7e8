import PackagePlugin

/// Generates the case paths of a target, and the parts of each `FeatureEnum`, before it is compiled.
@main struct CasePathsPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
    let output = context.pluginWorkDirectoryURL.appending(path: "CasePaths.swift")
    return [
      .buildCommand(
        displayName: "Case paths of \(target.name)",
        executable: try context.tool(named: "CairnCasePaths").url,
        arguments: ["--output", output.path] + sources.map(\.path), inputFiles: sources,
        outputFiles: [output])
    ]
  }
}
