import CairnDump

/// The part of a search that was checked by replay, and the first difference.
///
///     let check = try AppModel<Onboarding>().explore().check
///     print(check)  // checked by replay: 793 of 793 states, 2,636 of 2,636 steps
///
/// The check replays trails in newly launched apps, and compares the states and screens with those of the search:
/// the shortest trail of each state, and steps to known states, each followed by one more.
public struct SearchCheck: Equatable, Sendable, CustomStringConvertible {
  /// The amount of the check.
  public enum Amount: String, CaseIterable, Sendable {
    /// Nothing is checked.
    case none
    /// At least 2,000 states and 2,000 steps, and as many more as a quarter of the time of the search allows.
    /// With a bound of time, search and check together take at most a quarter more than that.
    case some
    /// Everything that can be replayed, whatever the bound of time.
    case all
  }

  /// The number of states whose shortest trail led to them.
  public internal(set) var states = 0
  /// The number of steps that led to the same state as in the search.
  public internal(set) var steps = 0
  /// The number of states of the search.
  public let allStates: Int
  /// The number of steps of the search.
  public let allSteps: Int
  /// The first difference, with its trail; `nil` if there is none.
  public internal(set) var difference: String?

  public var description: String {
    guard states > 0 || difference != nil else { return "nothing was checked by replay" }
    func share(_ part: Int, _ all: Int, _ noun: String) -> String {
      "\(grouped(part)) of \(grouped(all)) \(plural(noun, all))"
    }
    return "checked by replay: "
      + "\(share(states, allStates, "state")), \(share(steps, allSteps, "step"))"
  }
}
