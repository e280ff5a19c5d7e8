import CAllocations
import CairnApp
import Testing

@testable import dance

/// The cost of a catalog with many classes, in allocations: times depend on the machine.
@Suite(
  .timeLimit(.minutes(10)), .enabled(if: allocations_are_counted(), "allocations are not counted"))
struct LongCatalogTests {
  private static let header = "id,title,instructor,level,song,thumbnail,duration\n"

  private func text(_ count: Int) -> String {
    Self.header
      + (1...count).map { number in
        "\(number),Salsa Basics \(number),Leanne Okafor,Beginner,Midnight Train,▙▚▗▀,200\n"
      }
      .joined()
  }

  private func allocations(_ work: () throws -> Void) rethrows -> Double {
    let before = allocations_of_this_thread()
    try work()
    return Double(allocations_of_this_thread() - before)
  }

  @Test func `100,000 classes are accepted, with few allocations for each`() throws {
    let text = text(100_000)
    var classes: [DanceClass] = []
    let count = try allocations { classes = try [DanceClass](csv: text) }
    #expect(classes.map(\.id) == Array(1...100_000))
    #expect(count / 100_000 < 6)
  }

  @Test func `a row takes few allocations`() throws {
    var state = Classes.State()
    let classes = try [DanceClass](csv: text(10_000))
    state.phase = .loaded(classes)
    let texts = allocations { #expect(classes.allSatisfy { !$0.summary.isEmpty }) }
    #expect(texts / 10_000 < 12)
    var screen = state.screen
    let rows = allocations { screen = state.screen }
    #expect(screen.names.last == "play-10000")
    #expect(rows / 10_000 < 20)
  }

  @Test(arguments: [
    ("Salsa", "Salsa"), ("Salsa  Basics", "Salsa Basics"), (" Salsa", "Salsa"), ("Salsa ", "Salsa"),
    ("Salsa\nBasics", "Salsa Basics"), ("Río\u{A0}Abajo", "Río Abajo"), ("Río Éclat", "Río Éclat"),
    ("▙▚▗▀", "▙▚▗▀"), ("", ""), (" ", ""), ("a\tb", "a b"), ("é\u{2028}", "é"),
  ])
  func `a text is shown on one line`(text: String, line: String) {
    #expect(text.onOneLine == line)
  }
}
