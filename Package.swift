// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// Each use of an unsafe construct says `unsafe`; the page Promises has the argument for each file. On
// Linux only, because no Apple system checks the code for Apple systems.
let strict: [SwiftSetting] = checked + [.strictMemorySafety(.when(platforms: [.linux]))]

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // Static, so that `swift build --product Cairn` builds the kernel alone: one that leaves it to
    // its users how it is linked builds the whole package.
    .library(name: "Cairn", type: .static, targets: ["Cairn"]),
    .library(name: "CairnDump", targets: ["CairnDump"]),
    .library(name: "CairnSimulation", targets: ["CairnSimulation"]),
    .library(name: "CairnTesting", targets: ["CairnTesting"]),
    .library(name: "CairnApp", targets: ["CairnApp"]),
    .library(name: "CairnTrail", targets: ["CairnTrail"]),
    .library(name: "CairnModel", targets: ["CairnModel"]),
    .library(name: "CairnExplorer", targets: ["CairnExplorer"]),
    .library(name: "CairnStorage", targets: ["CairnStorage"]),
    .library(name: "CairnTerminal", targets: ["CairnTerminal"]),
    .library(name: "CairnSwiftUI", targets: ["CairnSwiftUI"]),
    .plugin(name: "CairnCasePathsPlugin", targets: ["CairnCasePathsPlugin"]),
    .executable(name: "counter", targets: ["counter"]),
    .executable(name: "onboarding", targets: ["onboarding"]),
    .executable(name: "workout", targets: ["workout"]),
    .executable(name: "accounts", targets: ["accounts"]),
    .executable(name: "dance", targets: ["dance"]),
    .executable(name: "timeline", targets: ["timeline"]),
    .executable(name: "benchmarks", targets: ["benchmarks"]),
    .executable(name: "fuzz", targets: ["fuzz"]),
    .executable(name: "semantics", targets: ["semantics"]),
    .executable(name: "new-app", targets: ["new-app"]),
  ],
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
      name: "CairnCasePathsPlugin",
      capability: .command(
        intent: .custom(verb: "case-paths", description: "Writes the case paths of enums."),
        permissions: [
          .writeToPackageDirectory(
            reason: "It writes CasePaths.swift in the folder of each target.")
        ]),
      dependencies: ["CairnCasePaths"], path: "Sources/CairnCasePathsPlugin"),
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
    .testTarget(
      name: "CairnTests",
      dependencies: ["Cairn", "CairnSimulation", "CairnTesting", "CAllocations"],
      swiftSettings: checked),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CairnTrail", "CairnDump", "CairnExplorer", "CAllocations",
        .target(name: "CairnTesting", condition: .when(platforms: [.linux])),
      ],
      path: "Tests/Benchmarks", swiftSettings: checked),
    .executableTarget(
      name: "fuzz", dependencies: ["CairnStorage", "CairnTerminal"], path: "Tests/Fuzz",
      swiftSettings: checked),
    .testTarget(
      name: "CairnCasePathsTests", dependencies: ["Cairn", "CairnCasePaths"],
      swiftSettings: checked),
    .testTarget(name: "CairnDumpTests", dependencies: ["CairnDump"], swiftSettings: checked),
    .testTarget(
      name: "CairnSimulationTests", dependencies: ["CairnSimulation"], swiftSettings: checked),
    .testTarget(name: "CairnTestingTests", dependencies: ["CairnTesting"], swiftSettings: checked),
    .testTarget(
      name: "CairnAppTests", dependencies: ["CairnApp", "CairnSimulation", "CairnTesting"],
      swiftSettings: checked),
    .testTarget(
      name: "CairnTrailTests", dependencies: ["CairnTrail", "CairnSimulation"],
      swiftSettings: checked),
    .executableTarget(
      name: "semantics", dependencies: ["CairnTrail"], path: "Tests/Semantics",
      swiftSettings: checked),
    .testTarget(
      name: "SemanticsTests", dependencies: ["semantics", "CairnTesting"],
      swiftSettings: checked),
    .target(
      name: "TerminalEmulator", dependencies: ["CairnApp"], path: "Tests/TerminalEmulator",
      swiftSettings: checked),
    .testTarget(
      name: "CairnTerminalTests",
      dependencies: [
        "CairnTerminal", "CairnSimulation", "CairnTesting", "TerminalEmulator", "CAllocations",
        "TestSupport",
      ],
      swiftSettings: checked),
    .testTarget(
      name: "CairnModelTests", dependencies: ["CairnModel", "benchmarks"], swiftSettings: checked),
    .testTarget(
      name: "CairnExplorerTests",
      dependencies: [
        "CairnExplorer", "CairnModel", "CairnApp", "CairnSimulation", "CairnTrail", "benchmarks",
      ],
      swiftSettings: checked),
    .target(name: "CFork", path: "Tests/CFork"),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: checked),
    .target(
      name: "AppTestSupport", dependencies: ["CairnApp", "CairnTesting"],
      path: "Tests/AppTestSupport", swiftSettings: checked),
    .executableTarget(
      name: "storage-crash",
      dependencies: ["CairnSimulation", "CairnStorage", "CFork", "TestSupport"],
      path: "Tests/StorageCrash",
      swiftSettings: checked),
    .testTarget(
      name: "CairnStorageTests",
      dependencies: [
        "CairnStorage", "CairnSimulation", "CairnTesting", "storage-crash", "TestSupport",
      ],
      swiftSettings: checked),

    // What the apps share: accounts of users, and rules of forms.
    .target(
      name: "ExampleSupport", dependencies: ["CairnTerminal"], path: "Examples/Shared",
      swiftSettings: strict),
    .testTarget(
      name: "ExampleSupportTests",
      dependencies: ["ExampleSupport", "CairnSimulation", "CairnTesting", "TestSupport"],
      swiftSettings: checked),
    .executableTarget(
      name: "counter", dependencies: ["CairnTerminal"], path: "Examples/Counter",
      exclude: ["Trails"], swiftSettings: strict),
    .executableTarget(
      name: "onboarding", dependencies: ["CairnTerminal", "ExampleSupport"],
      path: "Examples/Onboarding", exclude: ["Trails"], swiftSettings: strict),
    .testTarget(
      name: "OnboardingTests",
      dependencies: [
        "onboarding", "CairnTesting", "CairnExplorer", "AppTestSupport", "TestSupport",
      ],
      swiftSettings: checked),
    .executableTarget(
      name: "workout", dependencies: ["CairnTerminal", "ExampleSupport"],
      path: "Examples/Workout", exclude: ["Trails"], swiftSettings: strict),
    .testTarget(
      name: "WorkoutTests",
      dependencies: ["workout", "CairnTesting", "CairnExplorer"],
      swiftSettings: checked),
    .executableTarget(
      name: "accounts", dependencies: ["CairnTerminal", "ExampleSupport"],
      path: "Examples/Accounts", exclude: ["Trails"], swiftSettings: strict),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "accounts", "CairnTesting", "CairnExplorer", "CairnModel", "CairnTrail", "AppTestSupport",
        "TestSupport",
      ],
      swiftSettings: checked),
    .executableTarget(
      name: "dance", dependencies: ["CairnTerminal", "ExampleSupport"],
      path: "Examples/Dance", exclude: ["Trails"], swiftSettings: strict),
    .testTarget(
      name: "DanceTests",
      dependencies: [
        "dance", "CairnTesting", "CairnExplorer", "AppTestSupport", "TestSupport", "CAllocations",
      ],
      swiftSettings: checked),
    .executableTarget(
      name: "timeline", dependencies: ["CairnTerminal", "ExampleSupport"],
      path: "Examples/Timeline", exclude: ["Trails"], swiftSettings: strict),
    .testTarget(
      name: "TimelineTests",
      dependencies: ["timeline", "CairnTesting", "CairnExplorer", "TestSupport"],
      swiftSettings: checked),
    // A program for tests: its effects block.
    .executableTarget(
      name: "saver", dependencies: ["CairnTerminal"], path: "Tests/Saver", swiftSettings: checked),
    // A program for tests: its reducer crashes.
    .executableTarget(
      name: "faller", dependencies: ["CairnTerminal"], path: "Tests/Faller",
      swiftSettings: checked),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "CairnTerminal", "counter", "onboarding", "workout", "accounts", "dance", "timeline",
        "benchmarks", "fuzz", "new-app", "saver", "faller", "TerminalEmulator", "TestSupport",
      ],
      swiftSettings: checked),
  ],
  swiftLanguageModes: [.v6]
)
