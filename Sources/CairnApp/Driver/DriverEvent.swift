import Cairn
import CairnSimulation

/// An event of an app that a ``Driver`` runs, reported before it takes effect.
///
/// The actions are those that the reducer receives, in their order, follow-ups and replies of
/// effects included.
public enum DriverEvent<Action> {
  /// The origin of an action.
  public enum Source: String, Codable, Sendable {
    /// The app, at its start.
    case start
    /// A person or a script.
    case person
    /// A follow-up, or a reply of asynchronous work.
    case effect
    /// An event from outside the app: one of ``App/events``.
    case outside
  }

  /// An action was sent.
  case action(Action, from: Source)
  /// An effect of the action dismissed the feature that received the action through `depth` operators.
  case dismissal(of: Action, depth: Int)
  /// The process ended abruptly and started again.
  case restart
  /// The state after the event of that number was restored.
  case restored(Int)
  /// The process ended in order.
  case end
}

extension DriverEvent: Sendable where Action: Sendable {}

/// Follows a driver from its start: each event, and its consequences.
package protocol DriverFollower<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action: Sendable

  /// An app starts, or has started again after a restart.
  func begin(in state: State, showing screens: @escaping (State) -> [Screen<Action>])
  /// An event comes, in this state.
  func willTake(_ event: DriverEvent<Action>, in state: State, at time: Duration)
  /// An event of the store has led to this state.
  func didTake(_ event: StoreEvent<Action>, in state: State)
}

/// Numbers the events of a driver and passes them to its observer.
final class DriverEvents<State, Action> {
  private let observer: (DriverEvent<Action>, State, Duration) -> Void
  /// Receives the state after each action.
  let afterwards: ((State) -> Void)?
  private let clock: VirtualClock
  private(set) var count = 0
  /// The origin of the next action. Later actions come from effects.
  var nextSource = DriverEvent<Action>.Source.effect

  init(
    _ clock: VirtualClock, _ observer: @escaping (DriverEvent<Action>, State, Duration) -> Void,
    afterwards: ((State) -> Void)?
  ) {
    self.afterwards = afterwards
    self.clock = clock
    self.observer = observer
  }

  func record(_ action: Action, in state: State) {
    record(.action(action, from: nextSource), in: state)
    nextSource = .effect
  }

  func record(_ event: DriverEvent<Action>, in state: State) {
    count += 1
    observer(event, state, clock.time.offset)
  }
}
