// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// Each use of an unsafe construct says `unsafe`; the page Promises has the argument for each file. On
// Linux only, because no Apple system checks the code for Apple systems.
let strict: [SwiftSetting] = checked + [.strictMemorySafety(.when(platforms: [.linux]))]

let crypt: Target.Dependency = .target(name: "CCrypt", condition: .when(platforms: [.linux]))

/// A library of Cairn.
func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A test target, and what it may import.
func tests(of name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: checked,
    plugins: ["CairnCasePathsPlugin"])
}

/// A library of the tests, in a folder of its name.
func testLibrary(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: checked)
}

/// The folder of a program: that of `storage-crash` is `StorageCrash`.
func folder(_ program: String) -> String {
  program.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

/// A program of the tests.
func testProgram(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(folder(name))", swiftSettings: checked,
    plugins: ["CairnCasePathsPlugin"])
}

/// An app, with its trails beside its sources.
func example(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Examples/\(folder(name))",
    exclude: ["Trails"], swiftSettings: strict, plugins: ["CairnCasePathsPlugin"])
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
    library("Cairn"),
    library("CairnDump", "Cairn"),
    library("CairnSimulation", "Cairn"),
    library("CairnTesting", "Cairn", "CairnSimulation", "CairnDump"),
    library("CairnApp", "Cairn", "CairnSimulation", "CairnDump"),
    library("CairnTrail", "CairnApp"),
    library("CairnModel", "Cairn", "CairnDump"),
    library("CairnExplorer", "CairnModel", "CairnTrail"),
    .target(name: "CTerminal"),
    library("CairnTerminal", "CairnTrail", "CairnExplorer", "CairnStorage", "CTerminal"),
    .target(name: "CCrypt", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    library("CairnStorage", "Cairn", crypt),
    // Empty where the system has no SwiftUI.
    library("CairnSwiftUI", "Cairn"),
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

    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "CFork", path: "Tests/CFork"),
    testLibrary("TestSupport"),
    testLibrary("AppTestSupport", "CairnApp", "CairnTesting"),
    testLibrary("TerminalEmulator", "CairnApp"),
    testProgram(
      "benchmarks", "CairnTrail", "CairnExplorer", "CAllocations",
      .target(name: "CairnTesting", condition: .when(platforms: [.linux]))),
    testProgram("fuzz", "CairnTerminal"),
    testProgram("searches", "CairnExplorer"),
    testProgram("semantics", "CairnTrail"),
    testProgram("storage-crash", "CairnSimulation", "CairnStorage", "CFork", "TestSupport"),
    // Its effects block.
    testProgram("saver", "CairnTerminal"),
    // Its reducer crashes.
    testProgram("faller", "CairnTerminal"),
    tests(of: "Cairn", "CairnTesting", "CAllocations"),
    tests(of: "CairnCasePaths", "Cairn"),
    tests(of: "CairnDump", "CairnDump"),
    tests(of: "CairnSimulation", "CairnSimulation"),
    tests(of: "CairnTesting", "CairnTesting"),
    tests(of: "CairnApp", "CairnApp", "CairnTesting"),
    tests(of: "CairnTrail", "CairnTrail"),
    tests(of: "CairnModel", "CairnModel", "benchmarks"),
    tests(of: "CairnExplorer", "searches"),
    tests(of: "CairnStorage", "CairnStorage", "CairnTesting", "storage-crash"),
    tests(of: "CairnTerminal", "CairnTerminal", "CairnTesting", "TerminalEmulator", "CAllocations"),
    tests(of: "Semantics", "semantics", "CairnTesting"),

    example("counter", "CairnTerminal"),
    example("onboarding", "ExampleSupport"),
    example("workout", "ExampleSupport"),
    example("accounts", "ExampleSupport"),
    example("dance", "ExampleSupport"),
    example("timeline", "ExampleSupport"),
    // What the apps share: accounts of users, and rules of forms.
    .target(
      name: "ExampleSupport", dependencies: ["CairnTerminal"], path: "Examples/Shared",
      swiftSettings: strict),
    tests(of: "ExampleSupport", "ExampleSupport", "CairnTesting"),
    tests(of: "Onboarding", "onboarding", "AppTestSupport"),
    tests(of: "Workout", "workout", "CairnTesting"),
    tests(of: "Accounts", "accounts", "AppTestSupport"),
    tests(of: "Dance", "dance", "AppTestSupport", "CAllocations"),
    tests(of: "Timeline", "timeline", "CairnTesting"),
    tests(
      of: "Example", "counter", "onboarding", "workout", "accounts", "dance", "timeline",
      "benchmarks", "fuzz", "new-app", "saver", "faller", "TerminalEmulator"),
  ],
  swiftLanguageModes: [.v6]
)
