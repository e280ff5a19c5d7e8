import CairnTesting
import Testing

@testable import dance

struct WatchedTests {
  @Test func `the first tenth watched again and again is a tenth`() {
    var watched = Watched()
    for _ in 1...5 { watched.insert(0..<20_000) }
    #expect(watched.total == 20_000)
    #expect(ClassProgress(watched: watched).percent(of: 200_000) == 10)
  }
}
