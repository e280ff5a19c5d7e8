// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// Each use of an unsafe construct says `unsafe`; the page Promises has the argument for each file. On
// Linux only, because no Apple system checks the code for Apple systems.
let strict: [SwiftSetting] = checked + [.strictMemorySafety(.when(platforms: [.linux]))]

/// A test target, and what it may import.
func tests(
  of name: String, _ dependencies: Target.Dependency..., plugins: [Target.PluginUsage] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: checked,
    plugins: plugins)
}

/// A library of the tests, in a folder of its name.
func testLibrary(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: checked)
}

/// A program of the tests.
func testProgram(
  _ name: String, _ dependencies: Target.Dependency..., in folder: String
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(folder)", swiftSettings: checked,
    plugins: ["CairnCasePathsPlugin"])
}

/// An app, with its trails beside its sources.
func example(_ name: String, _ dependencies: Target.Dependency..., in folder: String) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Examples/\(folder)", exclude: ["Trails"],
    swiftSettings: strict, plugins: ["CairnCasePathsPlugin"])
}

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15), .iOS(.v18)],
  // The programs are products without a declaration.
  products: [
    // Static, so that `swift build --product Cairn` builds the kernel alone: one that leaves it to
    // its users how it is linked builds the whole package.
    .library(name: "Cairn", type: .static, targets: ["Cairn"]),
    .plugin(name: "CairnCasePathsPlugin", targets: ["CairnCasePathsPlugin"]),
    .plugin(name: "CairnCasePathsCommand", targets: ["CairnCasePathsCommand"]),
  ]
    + [
      "CairnDump", "CairnSimulation", "CairnTesting", "CairnApp", "CairnTrail", "CairnModel",
      "CairnExplorer", "CairnStorage", "CairnTerminal", "CairnSwiftUI",
    ].map { .library(name: $0, targets: [$0]) },
  targets: [
    .target(name: "Cairn", swiftSettings: strict),
    .target(name: "CairnDump", dependencies: ["Cairn"], swiftSettings: strict),
    .target(name: "CairnSimulation", dependencies: ["Cairn"], swiftSettings: strict),
    .target(
      name: "CairnTesting", dependencies: ["Cairn", "CairnSimulation", "CairnDump"],
      swiftSettings: strict),
    .target(
      name: "CairnApp", dependencies: ["Cairn", "CairnSimulation", "CairnDump"],
      swiftSettings: strict),
    .target(name: "CairnTrail", dependencies: ["CairnApp"], swiftSettings: strict),
    .target(name: "CairnModel", dependencies: ["Cairn", "CairnDump"], swiftSettings: strict),
    .target(
      name: "CairnExplorer", dependencies: ["CairnModel", "CairnTrail"], swiftSettings: strict),
    .executableTarget(name: "CairnCasePaths", swiftSettings: strict),
    .plugin(
      name: "CairnCasePathsPlugin", capability: .buildTool(), dependencies: ["CairnCasePaths"],
      path: "Sources/CairnCasePathsPlugin"),
    .plugin(
      name: "CairnCasePathsCommand",
      capability: .command(
        intent: .custom(verb: "case-paths", description: "Prints the generated case paths.")),
      dependencies: ["CairnCasePaths"], path: "Sources/CairnCasePathsCommand"),
    .executableTarget(
      name: "new-app", path: "Sources/NewApp", exclude: ["Template"], swiftSettings: strict),
    .target(name: "CTerminal"),
    .target(
      name: "CairnTerminal",
      dependencies: ["CairnTrail", "CairnExplorer", "CairnStorage", "CTerminal"],
      swiftSettings: strict),
    .target(name: "CCrypt", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "CairnStorage",
      dependencies: ["Cairn", .target(name: "CCrypt", condition: .when(platforms: [.linux]))],
      swiftSettings: strict),
    // Empty where the system has no SwiftUI.
    .target(name: "CairnSwiftUI", dependencies: ["Cairn"], swiftSettings: strict),

    tests(
      of: "Cairn", "Cairn", "CairnSimulation", "CairnTesting", "CAllocations",
      plugins: ["CairnCasePathsPlugin"]),
    tests(of: "CairnCasePaths", "Cairn", plugins: ["CairnCasePathsPlugin"]),
    tests(of: "CairnDump", "CairnDump"),
    tests(of: "CairnSimulation", "CairnSimulation"),
    tests(of: "CairnTesting", "CairnTesting", plugins: ["CairnCasePathsPlugin"]),
    tests(
      of: "CairnApp", "CairnApp", "CairnSimulation", "CairnTesting",
      plugins: ["CairnCasePathsPlugin"]),
    tests(of: "CairnTrail", "CairnTrail", "CairnSimulation", plugins: ["CairnCasePathsPlugin"]),
    tests(of: "CairnModel", "CairnModel", "benchmarks"),
    tests(
      of: "CairnExplorer", "CairnExplorer", "CairnModel", "CairnApp", "CairnSimulation",
      "CairnTrail", "benchmarks"),
    tests(
      of: "CairnStorage", "CairnStorage", "CairnSimulation", "CairnTesting", "storage-crash"),
    tests(
      of: "CairnTerminal", "CairnTerminal", "CairnSimulation", "CairnTesting", "TerminalEmulator",
      "CAllocations"),
    tests(of: "Semantics", "semantics", "CairnTesting"),

    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "CFork", path: "Tests/CFork"),
    testLibrary("TestSupport"),
    testLibrary("AppTestSupport", "CairnApp", "CairnTesting"),
    testLibrary("TerminalEmulator", "CairnApp"),
    testProgram(
      "benchmarks", "CairnTrail", "CairnDump", "CairnExplorer", "CAllocations",
      .target(name: "CairnTesting", condition: .when(platforms: [.linux])), in: "Benchmarks"),
    testProgram("fuzz", "CairnStorage", "CairnTerminal", in: "Fuzz"),
    testProgram("semantics", "CairnTrail", in: "Semantics"),
    testProgram(
      "storage-crash", "CairnSimulation", "CairnStorage", "CFork", "TestSupport",
      in: "StorageCrash"),
    // Its effects block.
    testProgram("saver", "CairnTerminal", in: "Saver"),
    // Its reducer crashes.
    testProgram("faller", "CairnTerminal", in: "Faller"),

    example("counter", "CairnTerminal", in: "Counter"),
    example("onboarding", "CairnTerminal", "ExampleSupport", in: "Onboarding"),
    example("workout", "CairnTerminal", "ExampleSupport", in: "Workout"),
    example("accounts", "CairnTerminal", "ExampleSupport", in: "Accounts"),
    example("dance", "CairnTerminal", "ExampleSupport", in: "Dance"),
    example("timeline", "CairnTerminal", "ExampleSupport", in: "Timeline"),
    // What the apps share: accounts of users, and rules of forms.
    .target(
      name: "ExampleSupport", dependencies: ["CairnTerminal"], path: "Examples/Shared",
      swiftSettings: strict),
    tests(of: "ExampleSupport", "ExampleSupport", "CairnSimulation", "CairnTesting"),
    tests(
      of: "Onboarding", "onboarding", "CairnTesting", "CairnExplorer", "AppTestSupport"),
    tests(of: "Workout", "workout", "CairnTesting", "CairnExplorer"),
    tests(
      of: "Accounts", "accounts", "CairnTesting", "CairnExplorer", "CairnModel", "CairnTrail",
      "AppTestSupport"),
    tests(
      of: "Dance", "dance", "CairnTesting", "CairnExplorer", "AppTestSupport",
      "CAllocations"),
    tests(of: "Timeline", "timeline", "CairnTesting", "CairnExplorer"),
    tests(
      of: "Example", "CairnTerminal", "counter", "onboarding", "workout", "accounts", "dance",
      "timeline", "benchmarks", "fuzz", "new-app", "saver", "faller", "TerminalEmulator"),
  ],
  swiftLanguageModes: [.v6]
)
