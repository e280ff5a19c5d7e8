import CairnApp
import Foundation
import Testing

/// The bar over the whole width.
struct ProgressBarTests {
  private func line(_ bar: ProgressBar, width: Int = 30) -> String {
    Screen<Never>("s", "") { bar }.lines(width: width).joined(separator: "|")
  }

  @Test func `the bar takes the width that its texts leave`() {
    let bar = ProgressBar(50, of: 200, before: "0:50", after: "-2:30")
    #expect(line(bar) == "  0:50 ━━━━───────────── -2:30")
    #expect(line(bar, width: 50).count == 50)
    #expect(line(ProgressBar(1, of: 2), width: 22) == "  ━━━━━━━━━━──────────")
  }

  @Test(arguments: [(0, 0), (1, 0), (99, 19), (100, 20), (-5, 0), (1000, 20)])
  func `it is full only at the whole, and amounts out of range are limited`(
    amount: Int, filled: Int
  ) {
    let text = line(ProgressBar(amount, of: 100), width: 22)
    #expect(text.count { $0 == "━" } == filled)
    #expect(text.count == 22)
  }

  @Test func `an empty whole gives an empty bar, and the greatest amounts do not overflow`() {
    #expect(!line(ProgressBar(7, of: 0)).contains("━"))
    #expect(ProgressBar(7, of: 0).percent == 0)
    #expect(ProgressBar(.max, of: .max).percent == 100)
    #expect(ProgressBar(.max, of: -1).amount == 0)
  }

  @Test func `texts that leave no room are truncated, and are safe for a terminal`() {
    let bar = ProgressBar(1, of: 2, before: "a very long text", after: "on both sides")
    #expect(line(bar, width: 20) == "  a very long text …")
    #expect(line(ProgressBar(1, of: 2, before: "\u{1B}")).contains(#"\u{1B}"#))
  }

  @Test func `a change of bars alone leaves the screen without bars equal`() {
    func screen(_ amount: Int) -> Screen<Never> {
      Screen("s", "S") {
        Text("above")
        ProgressBar(amount, of: 9)
        Note(.info, "below")
      }
    }
    #expect(screen(1).lines() != screen(9).lines())
    #expect(screen(1).withoutBars.lines() == screen(9).withoutBars.lines())
    #expect(screen(1).withoutBars.lines() == ["S", "", "  above", "  i below"])
  }

  @Test func `speech has percents, and JSON the amounts`() throws {
    let screen = Screen<Never>("s", "S") { ProgressBar(1, of: 3, before: "0:01", after: "-0:02") }
    #expect(screen.plainLines == ["S", "33 percent, 0:01, -0:02"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      try String(decoding: encoder.encode(screen), as: UTF8.self)
        == #"{"elements":[{"after":"-0:02","amount":1,"before":"0:01","kind":"bar","whole":3}],"#
        + #""id":"s","title":"S"}"#)
  }
}
