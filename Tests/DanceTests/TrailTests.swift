import CairnTrail
import Foundation
import Testing

@testable import dance

/// The trails of the app, played in this process.
@Suite struct TrailTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples/Dance/Trails").standardized

  private static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".trail") }.sorted()

  @Test func `there are trails`() { #expect(Self.names.count >= 12) }

  @Test(arguments: names)
  func `a trail passes`(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    #expect(try TrailPlayer<DanceApp>.play(Trail.parse(text, file: name)) == nil)
  }
}
