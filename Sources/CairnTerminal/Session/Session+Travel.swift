import Cairn
import CairnApp
import CairnDump

extension Session {
  func undo() throws(UsageError) -> Answer {
    guard let step = travel.undo(from: driver.checkpoint) else {
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
    guard let move = travel.go(to: number, from: driver.checkpoint) else { throw noInput(number) }
    let count = move.inputs.count
    let inputs = "\(count) input\(count == 1 ? "" : "s")"
    return self.move(to: move.state, number < here ? "undone: \(inputs)" : "done again: \(inputs)")
  }

  private func move(to checkpoint: Driver<A.Root>.Checkpoint, _ what: String) -> Answer {
    recorder?.catchUp()
    let dropped = driver.restore(checkpoint).map(\.summary)
    recorder?.move(to: travel.position)
    let effects =
      dropped.isEmpty ? "" : "; effects in flight were dropped: " + dropped.joined(separator: ", ")
    return .screen(remark: "\(what) (files are left as they are\(effects))")
  }
}
