import Cairn
import CairnDump
import CairnTrail

extension Session {
  func undo() throws(UsageError) -> Answer {
    guard let step = travel.undo(from: driver.state) else {
      throw UsageError("there is nothing to undo")
    }
    return move(to: step.state, "undone: \(step.input)")
  }

  func redo() throws(UsageError) -> Answer {
    guard let step = travel.redo() else { throw UsageError("there is nothing to redo") }
    return move(to: step.state, "done again: \(step.input)")
  }

  func go(to number: Int) throws(UsageError) -> Answer {
    let here = travel.position
    guard number <= travel.steps.count else { throw noInput(number) }
    guard number != here else { return .screen(remark: "that is where it is already") }
    var state = driver.state
    while travel.position > number, let step = travel.undo(from: state) { state = step.state }
    while travel.position < number, let step = travel.redo() { state = step.state }
    let count = abs(number - here)
    let inputs = "\(count) input\(count == 1 ? "" : "s")"
    return move(to: state, number < here ? "undone: \(inputs)" : "done again: \(inputs)")
  }

  private func move(to state: A.Root.State, _ what: String) -> Answer {
    let dropped = driver.restore(state).map(\.summary)
    let effects =
      dropped.isEmpty ? "" : "; effects in flight were dropped: " + dropped.joined(separator: ", ")
    return .screen(remark: "\(what) (files are left as they are\(effects))")
  }
}
