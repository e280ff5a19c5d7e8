// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "starter",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Cairn", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "starter",
      dependencies: [
        .product(name: "CairnTerminal", package: "Cairn")
      ],
      plugins: [.plugin(name: "CairnCasePathsPlugin", package: "Cairn")]),
    .testTarget(
      name: "StarterTests",
      dependencies: [
        "starter",
        .product(name: "CairnExplorer", package: "Cairn"),
        .product(name: "CairnTesting", package: "Cairn"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
