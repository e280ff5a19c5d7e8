/// The states that an app has been in, one step for each input with all that it caused.
///
///     var travel = TimeTravel<Root.State>()
///     travel.record("next", before: before, after: driver.state)
///     travel.undo(from: driver.state)?.state  // the state before "next"
///
/// It restores state alone: what effects did outside stays done.
public struct TimeTravel<State> {
  /// One input, with all that it caused.
  public struct Step {
    /// What was typed, as it may be shown: with secrets as bullets.
    public let input: String
    fileprivate let before: State
    fileprivate var after: State
  }

  /// All steps that can be undone or redone, the oldest first.
  public private(set) var steps: [Step] = []

  /// How many of the steps are done.
  public private(set) var position = 0

  /// Nothing to undo yet.
  public init() {}

  /// The state after the first `step` steps, the undone ones counted too; `nil` if there are fewer.
  ///
  /// `current` is the state now, which time and effects may have changed since the last step.
  public func state(after step: Int, current: State) -> State? {
    guard (0...steps.count).contains(step) else { return nil }
    if step == position { return current }
    return step < position ? steps[step].before : steps[step - 1].after
  }

  /// Adds a step behind the done ones; those that were undone are forgotten.
  public mutating func record(_ input: String, before: State, after: State) {
    steps.removeSubrange(position...)
    steps.append(Step(input: input, before: before, after: after))
    position += 1
  }

  /// Takes the last step back: its input and the state before it; `nil` if there is none.
  ///
  /// `current` is kept for ``redo()``: time and effects may have changed the state since.
  public mutating func undo(from current: State) -> (input: String, state: State)? {
    guard position > 0 else { return nil }
    position -= 1
    steps[position].after = current
    return (steps[position].input, steps[position].before)
  }

  /// Does the last step that was undone again; `nil` if there is none.
  public mutating func redo() -> (input: String, state: State)? {
    guard position < steps.count else { return nil }
    defer { position += 1 }
    return (steps[position].input, steps[position].after)
  }
}
