/// The way back from an effect to the isolation of its store.
///
/// Audited: `store` is not `Sendable`, and only `drain(on:)` touches it, on that isolation. Both
/// references are weak: an effect keeps neither its store alive nor the actor that owns the store.
@usableFromInline
final class Home<State, Action: Sendable>: @unchecked Sendable {
  @usableFromInline weak let isolation: (any Actor)?
  @usableFromInline weak let store: Store<State, Action>?

  @inlinable
  init(isolation: any Actor, store: Store<State, Action>) {
    self.isolation = isolation
    self.store = store
  }

  @inlinable
  func drain() async {
    guard let isolation else { return }
    await drain(on: isolation)
  }

  @inlinable
  func drain(on isolation: isolated any Actor) { store?.drain() }
}
