import PackagePlugin

/// Generates the case paths of a target, and the parts of each `FeatureEnum`, before it is compiled.
@main struct CasePathsPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
    // The names of the files of a target differ, and a project may well have a `CasePaths.swift`.
    let output = context.pluginWorkDirectoryURL.appending(path: "GeneratedCasePaths.swift")
    return [
      .buildCommand(
        displayName: "Case paths of \(target.name)",
        executable: try context.tool(named: "CairnCasePaths").url,
        arguments: ["--output", output.path, target.moduleName] + sources.map(\.path),
        inputFiles: sources, outputFiles: [output])
    ]
  }
}
