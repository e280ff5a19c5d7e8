// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Cairn", targets: ["Cairn"]),
  ],
  targets: [
    .target(name: "Cairn", swiftSettings: strict),
    .target(name: "CairnSimulation", dependencies: ["Cairn"], swiftSettings: strict),
    .testTarget(
      name: "CairnTests", dependencies: ["Cairn", "CairnSimulation"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
