/// The history of an app's states, with one step for each input and its consequences.
///
///     var travel = TimeTravel<Root.State>()
///     travel.record("next", before: before, after: driver.state)
///     travel.undo(from: driver.state)?.state  // the state before "next"
///
/// Only states are restored: changes that effects made outside stay.
public struct TimeTravel<State> {
  /// One input and its consequences.
  public struct Step {
    /// The typed line, with secrets as bullets.
    public let input: String
    /// The first twenty answers of stand-ins since then, in words: `save: fails`.
    package fileprivate(set) var answers: [String] = []
    /// The number of all answers. A poll can cause any number.
    package fileprivate(set) var answerCount = 0
    fileprivate let before: State
    fileprivate var after: State
  }

  /// All steps that can be undone or redone, the oldest first.
  public private(set) var steps: [Step] = []

  /// The number of steps that are done, not undone.
  public private(set) var position = 0

  /// The number of steps that ``forget(first:)`` has discarded.
  public private(set) var forgottenCount = 0

  /// An empty history.
  public init() {}

  /// Adds a step after the done steps and discards the undone ones.
  public mutating func record(_ input: String, before: State, after: State) {
    steps.removeSubrange(position...)
    steps.append(Step(input: input, before: before, after: after))
    position += 1
  }

  package mutating func add(answers: [String]) {
    guard position > 0 else { return }
    let room = 20 - steps[position - 1].answers.count
    steps[position - 1].answers += answers.prefix(room)
    steps[position - 1].answerCount += answers.count
  }

  /// Discards the first steps, which must be done: they cannot be undone any more. The steps after them
  /// keep their order, and ``position`` decreases by as many.
  public mutating func forget(first count: Int) {
    precondition(
      count <= position, "an undone step cannot be discarded without the steps before it")
    steps.removeFirst(count)
    position -= count
    forgottenCount += count
  }

  /// Discards all steps: the current state becomes the first.
  public mutating func forget() { self = TimeTravel() }

  /// Undoes the last step: its input and the state before it; `nil` if there is none.
  ///
  /// `current` is kept for ``redo()``, because time and effects may have changed the state since.
  public mutating func undo(from current: State) -> (input: String, state: State)? {
    guard position > 0 else { return nil }
    position -= 1
    steps[position].after = current
    return (steps[position].input, steps[position].before)
  }

  /// Redoes the last undone step; `nil` if there is none.
  public mutating func redo() -> (input: String, state: State)? {
    guard position < steps.count else { return nil }
    defer { position += 1 }
    return (steps[position].input, steps[position].after)
  }

  /// Undoes or redoes steps until `position` steps are done: their inputs, in the order in which they
  /// were undone or redone, and the resulting state; `nil` if there are fewer steps, or if `position` is
  /// the current one.
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

  /// The last state with `position` steps done, changed by time and effects until the next input; `nil`
  /// if there are fewer steps.
  ///
  ///     if let old = travel.state(at: 1, current: now), let new = travel.state(at: 3, current: now) {
  ///       print(difference(from: old, to: new) ?? "no difference")
  ///     }
  public func state(at position: Int, current: State) -> State? {
    guard (0...steps.count).contains(position) else { return nil }
    if position == self.position { return current }
    return position < self.position ? steps[position].before : steps[position - 1].after
  }
}
