import CairnApp
import Foundation
import Testing

struct ButtonTests {
  private let screen = Screen<Int>("s", "S") {
    Button("next", label: "Next step", 1)
    Button("pay", label: "Pay with card", disabledBecause: "the cart is empty", 2)
    Button("back", 3)
    Button("quit", label: "", 4)
  }.map { $0 }

  @Test func `a label is shown beside the name`() {
    #expect(
      screen.lines() == [
        "S", "", "  next  Next step", "  pay   Pay with card  disabled: the cart is empty",
        "  back", "  quit",
      ])
    #expect(
      screen.plainLines.dropFirst() == [
        "next, button: Next step", "pay, button: Pay with card, disabled: the cart is empty",
        "back, button", "quit, button",
      ])
  }

  @Test func `the name is typed, and not the label`() {
    #expect(screen.parse("next").action == 1)
    #expect(screen.parse("Next step").action == nil)
    #expect(screen.parse("next step").refusal?.reason == .superfluousValue)
    #expect(screen.input(named: "next")?.value == nil)
  }

  @Test func `a narrow screen continues a label beside the name`() {
    let screen = Screen<Int>("s", "") { Button("pay", label: "Pay with one of your cards", 1) }
    #expect(screen.lines(width: 24) == ["  pay  Pay with one of", "       your cards"])
  }

  @Test func `the JSON form has the label`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let elements = try #require(
      String(decoding: encoder.encode(screen), as: UTF8.self)
        .split(separator: "\"elements\":").last)
    #expect(
      elements.hasPrefix(
        #"[{"kind":"button","label":"Next step","name":"next"},"#
          + #"{"disabled":"the cart is empty","kind":"button","label":"Pay with card","name":"pay"},"#
          + #"{"kind":"button","name":"back"},"#))
  }
}
