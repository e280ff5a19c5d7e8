import CairnSimulation
import CairnTrail
import Testing

struct ScreenPatternTests {
  @Test(
    arguments: [
      ("", ""), ("a", "a"), ("...", ""), ("...", "a|b"), ("a|...", "a"), ("a|...", "a|b|c"),
      ("...|c", "c"), ("...|c", "c|b|c"), ("a|...|c", "a|c"), ("a|...|c", "a|c|c"),
      ("...|b|...", "a|b|c"), ("...|...", "a"), ("...|a|b|...|c", "a|a|b|b|c"),
    ])
  func `a pattern equals the whole screen`(pattern: String, screen: String) {
    #expect(ScreenPattern(pattern).mismatch(against: screenLines(screen)) == nil)
  }

  @Test(
    arguments: [
      ("a", ""), ("", "a"), ("a", "a|b"), ("b", "a|b"), ("a|...", "b"), ("...|c", "c|b"),
      ("a|...|a", "a"), ("...|b|...", "a|c"), ("...|a|...|a|...", "a"), ("a", " a"), ("a", "A"),
    ])
  func `anything but the whole screen is a mismatch`(pattern: String, screen: String) {
    #expect(ScreenPattern(pattern).mismatch(against: screenLines(screen)) != nil)
  }

  @Test func `spaces at the end of a line do not count`() {
    let pattern = ScreenPattern([.exactly("a  "), .anyLines, .exactly("b")])
    #expect(pattern.mismatch(against: ["a", "b   "]) == nil)
    #expect(pattern.mismatch(against: ["a ", "  ", "b"]) == nil)
  }

  @Test(arguments: 0..<2000 as Range<UInt64>)
  func `matching agrees with trying everything`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let choices: [ScreenLine] = [.exactly("a"), .exactly("b"), .anyLines]
    let pattern = (0..<Int.random(in: 0...6, using: &generator))
      .compactMap { _ in choices.randomElement(using: &generator) }
    let screen = (0..<Int.random(in: 0...8, using: &generator))
      .compactMap { _ in ["a", "b"].randomElement(using: &generator) }
    let matches = ScreenPattern(pattern).mismatch(against: screen) == nil
    #expect(matches == tryEverything(pattern[...], screen[...]), "\(pattern) against \(screen)")
  }

  @Test func `a pattern with many gaps and no match is refused at once`() {
    let gaps = Array(repeating: [ScreenLine.anyLines, .exactly("a")], count: 500).flatMap(\.self)
    let screen = Array(repeating: "a", count: 1000)
    #expect(ScreenPattern(gaps + [.exactly("b")]).mismatch(against: screen) != nil)
    #expect(ScreenPattern(gaps + [.anyLines]).mismatch(against: screen) == nil)
  }

  private func tryEverything(_ pattern: ArraySlice<ScreenLine>, _ screen: ArraySlice<String>)
    -> Bool
  {
    switch pattern.first {
    case nil: screen.isEmpty
    case .exactly(let text):
      screen.first == text && tryEverything(pattern.dropFirst(), screen.dropFirst())
    case .anyLines:
      tryEverything(pattern.dropFirst(), screen)
        || (!screen.isEmpty && tryEverything(pattern, screen.dropFirst()))
    }
  }
}

extension ScreenPattern {
  /// A pattern whose lines are separated by `|`.
  init(_ text: String) {
    self.init(screenLines(text).map { $0 == "..." ? .anyLines : .exactly($0) })
  }
}

/// The lines of a screen, separated by `|`.
func screenLines(_ text: String) -> [String] {
  text.split(separator: "|").map(String.init)
}
