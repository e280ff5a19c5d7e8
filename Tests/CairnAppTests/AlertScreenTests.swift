import Cairn
import CairnApp
import Testing

struct AlertScreenTests {
  private func screen(_ buttons: ButtonState<Int>...) -> Screen<Int> {
    Screen("alert", AlertState("Title", buttons: buttons))
  }

  @Test func `a button is typed as its label in lower case, with hyphens`() {
    let screen = screen(
      ButtonState("Keep Editing", action: 1), ButtonState(": Retry\tnow ", action: 2))
    #expect(screen.names == ["keep-editing", "retry-now"])
    #expect(screen.parse("keep-editing").action == 1)
    #expect(screen.parse("retry-now").action == 2)
  }

  @Test func `a label that is no name is typed as choice, and a repeated name gets a number`() {
    let screen = screen(
      ButtonState("", action: 1), ButtonState("\u{202E}", action: 2), ButtonState("Ok", action: 3),
      ButtonState("OK", action: 4), ButtonState("ok", action: 5))
    #expect(screen.names == ["choice", "choice-2", "ok", "ok-2", "ok-3"])
    #expect(screen.parse("ok-2").action == 4)
  }

  @Test func `a name of a button replaces the name from its label`() {
    let screen = screen(
      ButtonState("Delete", action: 1), ButtonState("Löschen", name: "delete", action: 2),
      ButtonState("Behalten", name: "keep", role: .cancel, action: 3))
    #expect(screen.names == ["delete-2", "delete", "keep"])
    #expect(
      screen.lines() == [
        "Title", "",
        "  delete-2  Delete",
        "  delete    Löschen",
        "  keep      Behalten",
      ])
    #expect(screen.parse("delete").action == 2)
  }
}
