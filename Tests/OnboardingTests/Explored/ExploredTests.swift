import CairnExplorer
import CairnTerminal
import CairnTrail
import Foundation
import TestSupport
import Testing

@testable import onboarding

/// The gate compares the search from the first start with the saved one, and proves the properties from the others.
@Suite(.gate) struct ExploredTests {
  @Test func `every path of a saved search replays`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples/Onboarding/Trails/explored.json").standardizedFileURL
    let behavior = try BehaviorFile.parse(
      Array(Data(contentsOf: file)), file: "explored.json", app: OnboardingApp.name)
    let paths = behavior.situations.map(\.path) + behavior.transitions.map(\.path)
    #expect(paths.count > 90)
    for path in paths {
      let lines = behavior.heading + path.settings + path.steps + path.ending
      let trail = try Trail.parse(lines.joined(separator: "\n"), file: "path.trail")
      #expect(try TrailPlayer<OnboardingApp>.play(trail) == nil, "\(trail)")
    }
  }

  @Test(arguments: [[], ["--slow", "--unreliable"]])
  func `two programs together allow no more wrong PINs than one, and no shorter wait`(
    options: [String]
  ) throws {
    var model = AppModel<TwoLocksApp>(options: options)
    // Its inputs end and start each of the programs; a restart would end both.
    model.without = Set(SearchPart.allCases)
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
