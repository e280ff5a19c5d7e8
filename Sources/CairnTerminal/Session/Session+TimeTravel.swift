import Cairn
import CairnApp
import CairnDump
import CairnTrail

// The commands `:undo`, `:redo` and `:goto`.
extension Session {
  func undo(_ argument: String?) throws(UsageError) -> Answer {
    let count =
      try argument.map { (text) throws(UsageError) in
        try number(text, "a number of inputs")
      } ?? 1
    guard argument == nil || count > 0 else {
      throw UsageError(":undo undoes at least 1 input")
    }
    guard argument == nil || count <= max(travel.position, 1) else {
      throw UsageError("\(counted(travel.position, "input")) can be undone, and not \(count)")
    }
    if count > 1 { return try go(to: travel.position - count) }
    guard let step = travel.undo(from: driver.checkpoint) else {
      let forgotten = travel.forgottenCount
      let past =
        forgotten > 0 ? "; \(counted(forgotten, "input")) before are forgotten" : sealedPast
      throw UsageError("there is nothing to undo\(past)")
    }
    return move(to: step.state, "undone: \(step.input.excerpt)")
  }

  var sealedPast: String {
    sealings > 0 ? "; the app has sealed what was before" : ""
  }

  func redo() throws(UsageError) -> Answer {
    guard let step = travel.redo() else { throw UsageError("there is nothing to redo") }
    return move(to: step.state, "redone: \(step.input.excerpt)")
  }

  func go(to number: Int) throws(UsageError) -> Answer {
    let current = travel.position
    let inputs = number + travel.forgottenCount
    guard number <= travel.steps.count else { throw noInput(inputs) }
    guard number != current else {
      return .screen(remark: "already after \(counted(inputs, "input"))")
    }
    guard let move = travel.go(to: number, from: driver.checkpoint) else { throw noInput(inputs) }
    let verb = number < current ? "undone" : "redone"
    return self.move(to: move.state, "\(verb): \(counted(move.inputs.count, "input"))")
  }

  private func number(
    _ text: String, _ meaning: String = "the number of an input"
  ) throws(UsageError) -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageError("\(text.inQuotes) is not \(meaning); \":history\" lists them")
    }
    return number
  }

  /// The position in the remembered inputs that a typed number stands for.
  ///
  /// - Parameter first: the first position; 1 for the change by an input, which needs the state before it.
  func stepNumber(_ text: String, from first: Int = 0) throws(UsageError) -> Int {
    let number = try number(text)
    let forgotten = travel.forgottenCount
    guard forgotten == 0 || number >= forgotten + first else {
      throw UsageError(
        "input \(number) is forgotten; the first \(counted(forgotten, "input")) cannot be shown or"
          + " undone any more")
    }
    return number - forgotten
  }

  func noInput(_ number: Int) -> UsageError {
    let count = travel.forgottenCount + travel.steps.count
    return UsageError(
      "there is no input \(number); there \(count == 1 ? "is" : "are") \(count), \":history\" lists"
        + " them")
  }

  private func move(to checkpoint: Driver<A.Root>.Checkpoint, _ change: String) -> Answer {
    recorder.catchUp(driver)
    moments?.move(to: travel.position, at: clock.now)
    let dropped = restore(checkpoint)
    recorder.move(to: travel.position, in: driver)
    let running = driver.allEffects
    let gone = dropped.filter { effect in
      !running.contains(again: effect) && !checkpoint.effects.contains(again: effect)
    }
    let notes = [
      ("effects in flight were dropped", gone),
      ("effects were started", running),
      (
        "effects were not started again",
        checkpoint.effects.filter { effect in
          !running.contains(again: effect) && !running.contains { $0.name == effect.name }
        }
      ),
    ]
    let effects = notes.filter { !$1.isEmpty }
      .map { "\($0): " + $1.map(\.excerpt).listed }
    // An effect in flight may write files.
    let files = running.isEmpty ? ["files are left as they are"] : []
    return .screen(remark: "\(change) (\((files + effects).joined(separator: "; ")))")
  }
}

extension RunningEffect {
  /// Its summary with the beginning of the action.
  var excerpt: String {
    "\(name.inQuotes) (effect \(number), started by action \(actionNumber): \(dumpedOnOneLine(action).excerpt))"
  }
}

extension Array {
  /// Whether an effect is among them, perhaps under another number.
  fileprivate func contains<Action>(again effect: RunningEffect<Action>) -> Bool
  where Element == RunningEffect<Action> {
    contains { $0.actionNumber == effect.actionNumber && $0.indexPath == effect.indexPath }
  }
}
