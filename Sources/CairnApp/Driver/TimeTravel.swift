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

  /// Goes to where so many steps are done: the inputs that were taken back or done again, in the
  /// order in which that happened, and the state there; `nil` if there are not so many steps, or
  /// it is there already.
  ///
  ///     travel.go(to: 0, from: driver.state)?.state  // before the first input
  public mutating func go(
    to position: Int, from current: State
  ) -> (inputs: [String], state: State)? {
    guard (0...steps.count).contains(position), position != self.position else { return nil }
    var inputs: [String] = []
    var state = current
    while self.position != position {
      guard let step = position < self.position ? undo(from: state) : redo() else { break }
      inputs.append(step.input)
      state = step.state
    }
    return (inputs, state)
  }

  /// The state where so many steps are done; `nil` if there are not so many.
  ///
  ///     if let old = travel.state(at: 1, current: now), let new = travel.state(at: 3, current: now) {
  ///       print(difference(from: old, to: new) ?? "no difference")
  ///     }
  ///
  /// It is the last one there: with what time and effects did before the next input.
  public func state(at position: Int, current: State) -> State? {
    guard (0...steps.count).contains(position) else { return nil }
    if position == self.position { return current }
    return position < self.position ? steps[position].before : steps[position - 1].after
  }
}
