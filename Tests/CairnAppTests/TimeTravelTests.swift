import CairnApp
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

  @Test func `redo returns the undone state, with changes made by time`() {
    var travel = travel
    _ = travel.undo(from: 20)
    #expect(travel.redo() ?? ("", -1) == ("two", 20))
    #expect(travel.redo() == nil)
    #expect(travel.position == 2)
  }

  @Test func `recording discards undone steps`() {
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

  @Test func `going to a step undoes or redoes all between`() {
    var travel = travel
    let back = travel.go(to: 0, from: 20)
    #expect(back?.inputs == ["two", "one"])
    #expect(back?.state == 0)
    let forth = travel.go(to: 2, from: 0)
    #expect(forth?.inputs == ["one", "two"])
    // Includes the changes that time made before the undo.
    #expect(forth?.state == 20)
    #expect(travel.go(to: 1, from: 20)?.state == 1)
  }

  @Test(arguments: [-1, 2, 3])
  func `there is nowhere else to go`(position: Int) {
    var travel = travel
    #expect(travel.go(to: position, from: 2) == nil)
    #expect(travel.position == 2)
  }

  @Test func `the state at every step can be looked at without going there`() {
    var travel = travel
    #expect((-1...3).map { travel.state(at: $0, current: 20) } == [nil, 0, 1, 20, nil])
    _ = travel.go(to: 0, from: 20)
    #expect((0...2).map { travel.state(at: $0, current: 5) } == [5, 1, 20])
  }
}
