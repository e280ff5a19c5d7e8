import Cairn
import Observation

/// Watches one value of a store, again and again.
@MainActor
final class Observer<State, Action: Sendable> {
  private let store: Store<State, Action>
  private let path: KeyPath<State, Int>
  private(set) var hasFired = false

  init(_ store: Store<State, Action>, _ path: KeyPath<State, Int>) {
    self.store = store
    self.path = path
    watch()
  }

  func watch() {
    hasFired = false
    withObservationTracking {
      _ = store[path]
    } onChange: {
      MainActor.assumeIsolated { self.hasFired = true }
    }
  }
}
