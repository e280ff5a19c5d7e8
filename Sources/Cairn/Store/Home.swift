/// The way back from an effect to the isolation of its store.
///
/// Both references are weak: an effect keeps neither its store alive nor the actor that owns it.
///
/// Audited, for the compiler cannot know whose isolation `isolation` is: `store` is not `Sendable`, and
/// any thread may hold this object. It is made on that isolation by the store itself, is never
/// changed, and only `drain(on:)` reads `store`, on that isolation. What other threads do with it is
/// to read `isolation`, which is an actor and so `Sendable`, and to let go of both weak references,
/// whose counts are atomic: no store ends there.
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
