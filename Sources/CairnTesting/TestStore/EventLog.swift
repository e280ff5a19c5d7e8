import Cairn

/// Records the events of a test store that its failures refer to, each in O(1). A step without consequences is no
/// event.
@usableFromInline
final class EventLog<State, Action: Sendable> {
  unowned let store: Store<State, Action>
  /// The effects in flight, by number. The store lists them in O(n).
  private(set) var inFlight: [Int: RunningEffect<Action>] = [:]
  /// The effects that were cancelled, each with the action that cancelled it; `nil` if an
  /// effect or the test did.
  private(set) var cancelled: [(effect: RunningEffect<Action>, by: Action?)] = []
  /// The actions that were dropped, each with the action that caused it; `nil` if an effect or the
  /// test did.
  private(set) var dropped: [(action: Action, by: Action?)] = []
  /// The step in which the feature dismissed itself.
  private(set) var dismissal: Step<Action>?
  /// Whether `dismissal` is set. Read by every `send`.
  @usableFromInline private(set) var isDismissed = false
  /// The issues that the engine reports for dismissals. A test store has messages of its own for them.
  private(set) var dismissalIssues: [RuntimeIssue] = []
  /// Whether the effects of the dismissed feature were cancelled.
  private var isEnded = false
  private var observation: StoreObservation?

  init(_ store: Store<State, Action>) {
    self.store = store
    store.stepHandler = record
  }

  private func record(_ step: Step<Action>) {
    record(step.changes, causedBy: step.action)
    guard step.changes.dismissedRoot else { return }
    dismissalIssues.append(.dismissedRoot(by: step))
    dismissal = dismissal ?? step
    isDismissed = true
    observe()
  }

  /// Records an event that is not a step. The store is observed only while effects are in flight, because
  /// an observer makes every action an event.
  private func record(_ event: StoreEvent<Action>) {
    switch event {
    case .step:
      return
    case .finished(let effect, let changes):
      inFlight[effect.number] = nil
      record(changes, causedBy: nil)
    case .cancelled(let changes):
      record(changes, causedBy: dismissal?.action)
    }
    if inFlight.isEmpty, !isDismissed || isEnded { observation = nil }
  }

  private func record(_ changes: EffectChanges<Action>, causedBy action: Action?) {
    for effect in changes.started { inFlight[effect.number] = effect }
    for number in changes.cancelled {
      guard let effect = inFlight.removeValue(forKey: number) else { continue }
      cancelled.append((effect, action))
    }
    dropped += changes.dropped.map { ($0, action) }
    if !changes.started.isEmpty { observe() }
  }

  private func observe() {
    if observation == nil { observation = store.observe { [unowned self] in record($0) } }
  }

  /// Forgets what ended before an expected action: a later failure is about later effects.
  func forgetEnded() {
    if !cancelled.isEmpty { cancelled = [] }
    if !dropped.isEmpty { dropped = [] }
  }

  /// Cancels the effects of a feature that has dismissed itself, as a parent does. Not a part of
  /// `record`, because the store is in use then.
  func endDismissed() {
    guard isDismissed, !isEnded else { return }
    isEnded = true
    store.endRoot()
  }

  /// The effect that has sent an action; `nil` for a follow-up.
  func sender(of entry: QueuedAction<Action>) -> EffectIdentity? {
    guard case .effect(_, let number?) = entry.origin, let effect = inFlight[number] else {
      return nil
    }
    return store.identity(of: effect)
  }
}
