import Cairn

/// Effects that do not finish however much time passes.
public struct NotIdleError<Action: Sendable>: Error {
  /// Those in flight, background ones left out, in the order in which they were started.
  public let effects: [RunningEffect<Action>]
}
