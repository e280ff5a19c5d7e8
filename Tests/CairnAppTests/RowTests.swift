import Cairn
import CairnApp
import Testing

/// Pickers, list rows and grid rows: their lines and their typed values.
struct RowTests {
  private enum Action: Hashable {
    case size(String)
    case open(Int)
  }

  private func screen(size: String = "medium", lock: String? = nil) -> Screen<Action> {
    Screen("lifts", "Lifts") {
      GridRow("Lift", "Sets", "Weight")
      GridRow("Squat", "5", "100 kg")
      GridRow("日本", "12")
      Picker("size", size, of: ["small", "medium", "extra large"], disabledBecause: lock) {
        .size($0)
      }
      ListRow("set-1", "Squat, 5 × 5", .open(1))
      ListRow("set-12", "Bench\nPress", disabledBecause: lock, .open(12))
    }
  }

  @Test func `grid rows are aligned, and list rows beside their names`() {
    #expect(
      screen().lines(width: 50) == [
        "Lifts", "",
        "  Lift   Sets  Weight",
        "  Squat  5     100 kg",
        "  日本   12", "",
        "  size    medium  of small, medium, extra large", "",
        "  set-1   Squat, 5 × 5",
        #"  set-12  Bench\nPress"#,
      ])
  }

  private enum Size: String, CaseIterable {
    case small, large
    case extraLarge = "extra-large"
  }

  @Test func `the cases of an enum are the options of a picker`() {
    let screen = Screen<Size>("s", "S") {
      Picker("size", Size.large) { $0 }
      Picker("other", nil as Size?) { $0 }
    }
    #expect(
      screen.lines() == [
        "S", "", "  size   large  of small, large, extra-large",
        "  other  (none)  of small, large, extra-large",
      ])
    guard case .action(.extraLarge, name: "other") = screen.parse("other extra-large") else {
      Issue.record("the option is refused")
      return
    }
    guard case .refused(let refusal) = screen.parse("size extraLarge") else {
      Issue.record("the name of a case is no option")
      return
    }
    #expect(refusal.wouldSend == nil)
  }

  @Test func `a narrow screen has the value, the options and the reason below each other`() {
    #expect(
      screen(size: "", lock: "resting").lines(width: 24) == [
        "Lifts", "",
        "  Lift   Sets  Weight",
        "  Squat  5     100 kg",
        "  日本   12", "",
        "  size    (none)",
        "          of small,",
        "          medium, extra",
        "          large",
        "          disabled:",
        "          resting", "",
        "  set-1   Squat, 5 × 5",
        #"  set-12  Bench\nPress"#,
        "          disabled",
      ])
  }

  @Test func `a grid that is interrupted is aligned anew`() {
    let screen = Screen<Never>("s", "S") {
      GridRow("long cell", "x")
      Text("between")
      GridRow("a", "y")
      GridRow([])
    }
    #expect(
      screen.lines() == ["S", "", "  long cell  x", "", "  between", "", "  a  y", ""].dropLast()
        + [""])
  }

  @Test func `an option is typed after the name, quoted or not`() {
    #expect(screen().parse("size small").action == .size("small"))
    #expect(screen().parse("size extra large").action == .size("extra large"))
    #expect(screen().parse(#"size "small""#).action == .size("small"))
    #expect(screen().parse("set-12").action == .open(12))
  }

  @Test(arguments: [
    ("size", "size needs a value: small, medium, extra large"),
    ("size huge", "size has no such option; there are: small, medium, extra large"),
    ("size Small", "size has no such option; there are: small, medium, extra large"),
    (#"size ""#, #"size has a malformed value: it begins with " and does not end with one"#),
    ("set-1 now", "set-1 takes no value"),
    ("set-2", #"there is no "set-2" here; did you mean "set-1"?"#),
  ])
  func `a refusal lists the options`(line: String, message: String) {
    #expect(screen().parse(line).refusal?.message == message)
  }

  @Test func `a disabled element is refused with its reason and its action`() {
    let screen = screen(lock: "resting").map { [$0] }
    #expect(screen.parse("size small").refusal?.message == "size is disabled: resting")
    #expect(screen.parse("size small").refusal?.wouldSend == [.size("small")])
    #expect(screen.parse("size huge").refusal?.wouldSend == nil)
    #expect(screen.parse("set-12").refusal?.wouldSend == [.open(12)])
  }

  @Test func `the values are the selected option and the text of a row`() {
    #expect(screen().input(named: "size")?.value == "medium")
    #expect(screen().input(named: "set-1")?.reveal() == "Squat, 5 × 5")
    #expect(screen().names == ["size", "set-1", "set-12"])
  }

  @Test func `a condition with a reason disables them too`() {
    let screen = Screen<Int>("s", "S") {
      Picker("a", "", of: [], disabledBecause: "1") { _ in 1 }
      ListRow("b", "", disabledBecause: "2", 1)
    }
    #expect(screen.inputs.map(\.disabledReason) == ["1", "2"])
  }
}
