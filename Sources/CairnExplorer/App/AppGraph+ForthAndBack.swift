extension AppGraph {
  /// What becomes of it that an input puts a screen on top, and another leads back from there.
  enum ForthAndBack {
    /// The one that leads forth can be typed nowhere.
    case neverTyped
    /// It puts no screen on top.
    case neverForth
    /// Where it leads, the one that leads back can never be typed.
    case neverBack
    /// It leads to where it came from, wherever both can be typed.
    case undone
    /// It leads from a situation, by both steps, to another than that: the first such way.
    case notUndone(index: Int, edges: [Edge])
  }

  func roundTrip(
    _ next: String, _ back: String, isSame: (Int, Int) -> Bool
  ) -> ForthAndBack {
    let (next, back) = (StepName.input(next), StepName.input(back))
    var (isTyped, leadsForth, leadsBack) = (false, false, false)
    for index in 0..<expanded {
      for push in edges[self[edgesOf: index]] where steps[push.step] == next {
        isTyped = true
        let target = Int(push.target)
        guard places[target].depth == places[index].depth + 1 else { continue }
        leadsForth = true
        for pop in edges[self[edgesOf: target]] where steps[pop.step] == back {
          guard isSame(Int(pop.target), index) else {
            return .notUndone(index: index, edges: [push, pop])
          }
          leadsBack = true
        }
      }
    }
    guard isTyped else { return .neverTyped }
    guard leadsForth else { return .neverForth }
    return leadsBack ? .undone : .neverBack
  }
}
