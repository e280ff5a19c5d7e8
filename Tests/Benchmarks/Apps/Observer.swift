import Cairn
import Observation

/// Watches one value of a store, again and again.
@MainActor
final class Observer {
  private let store: Store<Watched.State, Watched.Action>
  private let path: KeyPath<Watched.State, Int>
  private(set) var hasFired = false

  init(_ store: Store<Watched.State, Watched.Action>, _ path: KeyPath<Watched.State, Int>) {
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
