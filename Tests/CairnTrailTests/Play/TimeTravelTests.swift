import CairnTrail
import Testing

struct TimeTravelTests {
  private var travel = TimeTravel<Int>()

  init() {
    travel.record("one", before: 0, after: 1)
    travel.record("two", before: 1, after: 2)
  }

  @Test func `undo gives the input and the state before it, the last one first`() {
    var travel = travel
    #expect(travel.undo(from: 2) ?? ("", -1) == ("two", 1))
    #expect(travel.undo(from: 1) ?? ("", -1) == ("one", 0))
    #expect(travel.undo(from: 0) == nil)
    #expect(travel.position == 0)
  }

  @Test func `redo gives the state that was undone, with what time had changed in it`() {
    var travel = travel
    _ = travel.undo(from: 20)
    #expect(travel.redo() ?? ("", -1) == ("two", 20))
    #expect(travel.redo() == nil)
    #expect(travel.position == 2)
  }

  @Test func `recording forgets what was undone`() {
    var travel = travel
    _ = travel.undo(from: 2)
    travel.record("three", before: 1, after: 3)
    #expect(travel.steps.map(\.input) == ["one", "three"])
    #expect(travel.redo() == nil)
    #expect(travel.undo(from: 3) ?? ("", -1) == ("three", 1))
  }

  @Test func `there is nothing to undo or redo at first`() {
    var travel = TimeTravel<Int>()
    #expect(travel.undo(from: 0) == nil)
    #expect(travel.redo() == nil)
    #expect(travel.steps.isEmpty)
    #expect(travel.position == 0)
  }
}
