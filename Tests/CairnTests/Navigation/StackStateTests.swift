import Cairn
import Foundation
import Testing

@Suite struct StackStateTests {
  @Test func `walking forth and back returns to an equal state`() {
    var stack: StackState = ["a"]
    let before = stack
    stack.push("b")
    #expect(stack != before)
    stack.pop()
    #expect(stack == before)
    #expect(stack.hashValue == before.hashValue)
    #expect(stack.push("b") == 1)
  }

  @Test func `the id of a popped screen finds nothing, even when another stands in its place`() {
    var stack: StackState = ["a"]
    let old = stack.push("b")
    #expect(stack[id: old] == "b")
    stack.pop()
    let new = stack.push("c")
    #expect(old == new)
    #expect(stack[id: old] == nil)
    #expect(stack[id: new] == "c")
    #expect(stack.modify(old) { $0 = "!" } == nil)
    stack.pop(from: old)
    #expect(stack == ["a", "c"])
  }

  @Test func `an id finds nothing in a stack that was put in the place of its own`() {
    var stack: StackState = ["a"]
    let old = stack.ids[0]
    stack = ["b"]
    #expect(stack[id: old] == nil)
  }

  @Test func `an id of a stack finds its screen in a copy, and nothing pushed after an undo`() {
    var stack: StackState = ["a"]
    let copy = stack
    let undone = stack.push("b")
    #expect(copy[id: stack.ids[0]] == "a")
    stack = copy
    stack.push("c")
    #expect(stack[id: undone] == nil)
  }

  @Test func `a literal id means whatever stands there`() {
    var stack: StackState = ["a", "b"]
    #expect(stack[id: 1] == "b")
    stack.modify(1) { $0 = "B" }
    #expect(stack == ["a", "B"])
    #expect(stack[id: 2] == nil)
    #expect(stack[id: -1] == nil)
  }

  @Test func `popping from a screen takes those above along, popping to it leaves it`() {
    var stack: StackState = ["a", "b", "c", "d"]
    stack.pop(to: 2)
    #expect(stack == ["a", "b", "c"])
    stack.pop(from: 1)
    #expect(stack == ["a"])
    stack.popToRoot()
    #expect(stack.isEmpty)
    #expect(stack.pop() == nil)
  }

  @Test func `append and removeLast push and pop, as in an array`() {
    var stack: StackState = ["a"]
    stack.append("b")
    #expect(stack == ["a", "b"])
    let old = stack.ids[1]
    #expect(stack.removeLast() == "b")
    #expect(stack == ["a"])
    stack.append("c")
    #expect(stack.ids == [0, 1])
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

  @Test func `a deep link replaces or extends the stack in order`() {
    var stack: StackState = ["a"]
    stack.append(contentsOf: ["b", "c"])
    #expect(Array(stack) == ["a", "b", "c"])
    stack.replaceAll(["x", "y"])
    #expect(Array(stack) == ["x", "y"])
    #expect(stack.ids == [0, 1])
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
    #expect(decoded[id: read] == "c")
    #expect(decoded[id: id] == nil)
  }

  @Test func `equal ids print alike, whichever screen they mean`() {
    var stack: StackState = ["a"]
    let old = stack.push("b")
    stack.pop()
    #expect(String(reflecting: old) == "#1")
    #expect(Mirror(reflecting: old).children.isEmpty)
  }
}
