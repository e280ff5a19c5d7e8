import Cairn

/// A store of a simulation, whatever its state and actions, as long as its owner keeps it.
///
/// Closures and not a protocol: they are made where the types are known, and so is what they call.
@usableFromInline
final class SimulatedStore {
  /// Reduces what effects have left.
  let drain: () -> Void
  /// Takes in what effects have left; whether any of it is to be reduced.
  let hasReplies: () -> Bool
  /// The effects in flight, background ones left out.
  let foreground: () -> [EffectInFlight]

  private weak let store: AnyObject?

  var hasEnded: Bool { store == nil }

  @usableFromInline
  init(
    _ store: AnyObject, drain: @escaping () -> Void, hasReplies: @escaping () -> Bool,
    foreground: @escaping () -> [EffectInFlight]
  ) {
    self.store = store
    self.drain = drain
    self.hasReplies = hasReplies
    self.foreground = foreground
  }
}

extension SimulatedStore {
  @inlinable
  convenience init<State, Action>(_ store: Store<State, Action>) {
    let way = WeakStore(store)
    self.init(
      store,
      drain: { way.store?.drain() },
      hasReplies: { way.store?.hasReplies ?? false },
      foreground: { way.store?.foreground ?? [] })
  }
}

/// A store, as long as its owner keeps it. Reading it is not checked for exclusive access, as
/// reading a weak capture is.
@usableFromInline
final class WeakStore<State, Action: Sendable> {
  @usableFromInline weak let store: Store<State, Action>?

  @inlinable
  init(_ store: Store<State, Action>) {
    self.store = store
  }
}

/// An effect in flight, whatever its action.
@usableFromInline
struct EffectInFlight {
  let identity: EffectIdentity
  let label: String
}

extension Store {
  @usableFromInline var foreground: [EffectInFlight] {
    running.filter { !$0.isBackground }
      .map { EffectInFlight(identity: identity(of: $0), label: $0.label) }
  }
}
