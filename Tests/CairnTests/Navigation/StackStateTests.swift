import Cairn
import Foundation
import Testing

/// `StackPropertyTests` compares the operations with those of an array.
@Suite struct StackStateTests {
  @Test func `the id of a popped screen finds nothing, even when another stands in its place`() {
    var stack: StackState = ["a"]
    let old = stack.push("b")
    #expect(stack[id: old] == "b")
    stack.pop()
    let new = stack.push("c")
    #expect(old == new)
    #expect(stack[id: old] == nil && stack[id: new] == "c")
    stack[id: old]? = "!"
    for id: StackID in [2, -1] { stack[id: id] = "!" }
    stack[id: 2] = nil
    #expect(stack == ["a", "c"])
    // Equal ids print alike, whichever screen they mean.
    #expect(String(reflecting: old) == "#1" && Mirror(reflecting: old).children.isEmpty)
  }

  @Test func `a literal id means whatever stands there`() {
    var stack: StackState = ["a", "b"]
    #expect(stack[id: 1] == "b")
    stack.modify(1) { $0 = "B" }
    #expect(stack == ["a", "B"])
    #expect(stack[id: 2] == nil && stack[id: -1] == nil)
  }

  @Test func `a key path to a screen reads and writes in place`() {
    struct Screen { var numbers = [1, 2] }
    struct State { var path: StackState = [Screen(), Screen(), Screen()] }
    var state = State()
    for id in state.path.ids {
      let screen = \State.path[id: id]
      let before = address(state[keyPath: screen]?.numbers)
      state.path[id: id]?.numbers.swapAt(0, 1)
      #expect(address(state[keyPath: screen]?.numbers) == before)
      state[keyPath: screen]?.numbers.append(3)
      #expect(state.path[id: id]?.numbers == [2, 1, 3])
    }
    state[keyPath: \State.path[id: 0]!].numbers = []
    #expect(state.path[id: 0]?.numbers == [])
  }

  /// An id names a place: `swapAt`, `sort`, `reverse` and the like would bring replies to other screens.
  @Test func `no algorithm moves screens or rows under their ids`() {
    func isMutable(_ collection: some Collection) -> Bool {
      collection is any MutableCollection || collection is any RangeReplaceableCollection
    }
    struct Row: Identifiable { let id: Int }
    #expect(!isMutable(["a"] as StackState) && !isMutable((["a"] as StackState)[0...]))
    #expect(!isMutable([Row(id: 1)] as IdentifiedArray) && isMutable(["a"]))
  }

  @Test func `the payload of a screen is read and written by its case`() {
    enum Screen: Equatable {
      case list([Int])
      case detail(String)
      static let list = CasePath(Screen.list) { if case .list(let x) = $0 { x } else { nil } }
      static let detail = CasePath(Screen.detail) { if case .detail(let x) = $0 { x } else { nil } }
    }
    var stack: StackState<Screen> = [.list([1]), .detail("a")]
    stack[id: 0, case: Screen.list]?.append(2)
    stack[id: 1, case: Screen.detail] = "b"
    #expect(stack[id: 1, case: Screen.list] == nil)
    stack[id: 1, case: Screen.list] = [3]
    stack[id: 1, case: Screen.list] = nil
    stack[id: 7, case: Screen.list] = [3]
    #expect(stack == [.list([1, 2]), .detail("b")])
    stack[id: 0, case: Screen.list] = nil
    #expect(stack == [.detail("b")] && stack.ids == [1])
  }

  @Test func `append and removeLast push and pop, as in an array`() {
    var stack: StackState = ["a"]
    stack.append("b")
    let old = stack.ids[1]
    #expect(stack.removeLast() == "b")
    stack.append("c")
    #expect(stack == ["a", "c"] && stack.ids == [0, 1])
    #expect(stack[id: old] == nil)
  }

  @Test func `removeLast on an empty stack stops the program with a reason`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var stack: StackState<Int> = []
      stack.removeLast()
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains("removeLast() was called on an empty StackState."))
    #expect(message.contains("Suggestion: call pop(), which returns nil for an empty stack."))
  }

  @Test func `a stack and its ids survive being encoded`() throws {
    var stack: StackState = ["a", "b"]
    let id = stack.push("c")
    let action = StackAction<String>.element(id: id, action: "next")
    let data = try JSONEncoder().encode(stack)
    #expect(String(decoding: data, as: UTF8.self) == #"["a","b","c"]"#)
    let decoded = try JSONDecoder().decode(StackState<String>.self, from: data)
    #expect(decoded == stack)
    let sent = try JSONDecoder().decode(
      StackAction<String>.self, from: JSONEncoder().encode(action))
    #expect(sent == action)
    // A decoded id denotes the current screen at its position, in every stack.
    guard case .element(let read, _) = sent else { return }
    #expect(decoded[id: read] == "c" && decoded[id: id] == nil)
    for numbers in ["[0]", "[1,1]", "[-1,2]", "[\(Int.max),0]"] {
      let invalid = Data(#"{"numbers":\#(numbers),"screens":["a","b"]}"#.utf8)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(StackState<String>.self, from: invalid)
      }
    }
  }
}

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

  @Test func `a dismissal of a dialog never sends the action of its only button`() {
    let ok = ButtonState<Choice>("OK", action: .keep)
    for button in [ok, delete] {
      let dialog = AlertState("", style: .confirmationDialog, buttons: [button])
      #expect(dialog.cancelAction == nil)
    }
    #expect(AlertState("", buttons: [delete]).cancelAction == nil)
  }
}
