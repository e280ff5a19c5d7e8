import Testing

@testable import searches

/// A search agrees with a plainer one; `swift run -c release searches` compares all apps.
@Suite struct RandomAppTests {
  @Test(arguments: Net.all) func `a random app has the same verdicts in both searches`(
    net: Net
  ) throws {
    for seed in net.seeds.prefix(2) {
      #expect(try net.difference(seed) == nil, "\(net.name), seed \(seed)")
    }
  }
}
