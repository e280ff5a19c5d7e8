// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// Each use of an unsafe construct says `unsafe`; the page Promises has the argument for each file. On
// Linux only, because no Apple system checks the code for Apple systems.
let strict: [SwiftSetting] = checked + [.strictMemorySafety(.when(platforms: [.linux]))]

/// A library, in a folder of its name.
func library(_ name: String, in root: String = "Sources", _ used: Target.Dependency...) -> Target {
  .target(
    name: name, dependencies: used, path: "\(root)/\(name)",
    swiftSettings: root == "Tests" ? checked : strict)
}

/// A program, in the folder of its name: that of `storage-crash` is `StorageCrash`.
func program(_ name: String, in root: String, _ used: Target.Dependency...) -> Target {
  let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
  return .executableTarget(
    name: name, dependencies: used, path: "\(root)/\(words.joined())",
    exclude: root == "Examples" ? ["Trails"] : [],
    swiftSettings: root == "Tests" ? checked : strict, plugins: ["CairnCasePathsPlugin"])
}

/// With a sanitizer, `.ci/sanitizer/build` builds these tests and programs. The others have nothing unsafe and no
/// thread, or their code runs in these, too.
let sanitizer = Context.environment["CAIRN_SANITIZER"]
let sanitized =
  ["Cairn", "CairnApp", "CairnPage", "CairnSimulation", "CairnStorage", "CairnTerminal"]
  .map { "\($0)Tests" } + ["CairnCasePaths", "onboarding", "storage-crash"]
  + (sanitizer == "thread" ? ["CairnModelTests", "CairnTestingTests", "benchmarks"] : [])

/// A test target, and what it may import.
func tests(of name: String, _ used: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: used + ["TestSupport"],
    // They compile code without the sanitizer, or run the features of the pages.
    exclude: name == "Cairn" && sanitizer != nil ? ["Documentation"] : [], swiftSettings: checked,
    plugins: ["CairnCasePathsPlugin"])
}

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // The programs are products without a declaration. The kernel is static, so that
    // `swift build --product Cairn` builds it alone, and not the whole package.
    .library(name: "Cairn", type: .static, targets: ["Cairn"]),
    .plugin(name: "CairnCasePathsPlugin", targets: ["CairnCasePathsPlugin"]),
    .plugin(name: "CairnCasePathsCommand", targets: ["CairnCasePathsCommand"]),
  ]
    + [
      "CairnDump", "CairnSimulation", "CairnTesting", "CairnApp", "CairnTrail", "CairnModel",
      "CairnExplorer", "CairnStorage", "CairnPage", "CairnTerminal", "CairnSwiftUI",
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
    .target(name: "CPage", exclude: ["page.html", "page.css", "page.js"]),  // Embedded by CPage.c.
    library("CairnPage", "CairnExplorer", "CPage"),
    .target(name: "CTerminal"),
    library("CairnTerminal", "CairnPage", "CairnStorage", "CTerminal"),
    .target(name: "CCrypt", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    library("CairnStorage", "Cairn", "CCrypt"),
    library("CairnSwiftUI", "Cairn"),  // Empty where the system has no SwiftUI.
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
    library("TestSupport", in: "Tests", "CairnSimulation"),
    library("AppTestSupport", in: "Tests", "CairnApp", "CairnTesting"),
    library("TerminalEmulator", in: "Tests", "CairnApp"),
    program(
      "benchmarks", in: "Tests", "CairnTrail", "CairnExplorer", "CAllocations",
      .target(name: "CairnTesting", condition: .when(platforms: [.linux]))),
    program("fuzz", in: "Tests", "CairnTerminal"),
    program("mutants", in: "Tests"),  // Breaks the reducers of the examples.
    program("searches", in: "Tests", "CairnExplorer"),
    program("semantics", in: "Tests", "CairnTrail"),
    program("storage-crash", in: "Tests", "CairnSimulation", "CairnStorage", "CFork"),
    program("saver", in: "Tests", "CairnTerminal", "CTerminal"),  // Its effects block.
    program("faller", in: "Tests", "CairnTerminal"),  // Its reducer crashes.
    tests(of: "Cairn", "CairnTesting", "CAllocations"),
    tests(of: "CairnCasePaths", "Cairn"),
    tests(of: "CairnDump", "CairnDump"),
    tests(of: "CairnSimulation", "CairnSimulation"),
    tests(of: "CairnTesting", "CairnTesting"),
    tests(of: "CairnApp", "CairnApp", "CairnTesting"),
    tests(of: "CairnTrail", "CairnTrail"),
    tests(of: "CairnModel", "CairnModel", "benchmarks"),
    tests(of: "CairnExplorer", "searches"),
    tests(of: "CairnStorage", "CairnTerminal", "CairnTesting", "storage-crash", "CFork"),
    tests(of: "CairnPage", "CairnTerminal", "onboarding"),
    tests(of: "CairnTerminal", "CairnTerminal", "CairnTesting", "TerminalEmulator", "CAllocations"),
    tests(of: "Semantics", "semantics", "CairnTesting"),

    program("counter", in: "Examples", "CairnTerminal"),
    program("onboarding", in: "Examples", "ExampleSupport"),
    program("workout", in: "Examples", "ExampleSupport"),
    program("accounts", in: "Examples", "ExampleSupport"),
    program("dance", in: "Examples", "ExampleSupport"),
    program("timeline", in: "Examples", "ExampleSupport"),
    library("ExampleSupport", in: "Examples", "CairnTerminal"),  // What the apps share.
    tests(of: "ExampleSupport", "ExampleSupport", "CairnTesting"),
    tests(of: "Onboarding", "onboarding", "AppTestSupport"),
    tests(of: "Workout", "workout", "CairnTesting"),
    tests(of: "Accounts", "accounts", "AppTestSupport"),
    tests(of: "Dance", "dance", "AppTestSupport", "CAllocations"),
    tests(of: "Timeline", "timeline", "CairnTesting"),
    tests(
      of: "Example", "counter", "onboarding", "workout", "accounts", "dance", "timeline",
      "benchmarks", "fuzz", "new-app", "saver", "faller", "TerminalEmulator", "CFork"),
  ].filter {
    sanitizer == nil || sanitized.contains($0.name) || ![.test, .executable].contains($0.type)
  },
  swiftLanguageModes: [.v6]
)
