/// What a node of an app's graph stands for.
public enum GraphNodes: String, CaseIterable, Sendable {
  /// All states that show the same screen: the flow chart that a person would draw.
  case screen
  /// One state.
  case state
}
