import CairnDump

/// Numbers for the states and actions that effects were launched by.
@usableFromInline
struct LaunchInterner<State: Hashable, Action> {
  private var states: [State: Int] = [:]
  /// Actions need not be `Hashable`: those of one text are compared one by one, secrets included.
  private var actions: [String: [(action: Action, number: Int)]] = [:]
  private var actionCount = 0

  @usableFromInline
  init() {}

  mutating func key(of state: State, _ action: Action) -> LaunchKey {
    LaunchKey(state: number(of: state), action: number(of: action))
  }

  private mutating func number(of state: State) -> Int {
    if let number = states[state] { return number }
    defer { states[state] = states.count }
    return states.count
  }

  private mutating func number(of action: Action) -> Int {
    let text = dumpedOnOneLine(action)
    let known = actions[text]?.first { difference(from: $0.action, to: action) == nil }
    if let known { return known.number }
    actionCount += 1
    actions[text, default: []].append((action, actionCount))
    return actionCount
  }
}
