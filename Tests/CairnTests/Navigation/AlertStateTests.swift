import Cairn
import Foundation
import Testing

struct AlertStateTests {
  private enum Choice: Hashable, Codable {
    case delete(Int)
    case keep
  }

  private let delete = ButtonState<Choice>("Delete", role: .destructive, action: .delete(1))
  private let keep = ButtonState<Choice>("Keep", role: .cancel, action: .keep)

  @Test func `an alert is encoded and decoded with the actions of its buttons`() throws {
    let alert = AlertState(
      "Delete?", message: "For good.", style: .confirmationDialog, buttons: [delete, keep])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(alert)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"buttons":[{"action":{"delete":{"_0":1}},"label":"Delete","role":"destructive"},\
        {"action":{"keep":{}},"label":"Keep","role":"cancel"}],\
        "message":"For good.","style":"confirmationDialog","title":"Delete?"}
        """)
    #expect(try JSONDecoder().decode(AlertState<Choice>.self, from: data) == alert)
  }

  @Test func `a dismissal without a choice sends the action of the cancel or the only button`() {
    let ok = ButtonState<Choice>("OK", action: .keep)
    let buttons = [[delete, keep], [delete, delete], [ok], []]
    #expect(buttons.map { AlertState("", buttons: $0).cancelAction } == [.keep, nil, .keep, nil])
  }
}
