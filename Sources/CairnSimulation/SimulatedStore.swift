import Cairn

/// A store of a simulation without its generic parameters, as long as its owner keeps it.
///
/// Closures and not a protocol: they are made where the types are known, and call specialized code.
@usableFromInline
final class SimulatedStore {
  /// Reduces the replies of effects.
  let drain: () -> Void
  /// Takes in the replies of effects; whether an action is queued.
  let collect: () -> Bool
  /// The effects in flight, without background effects.
  let foreground: () -> [EffectInFlight]

  private weak let store: AnyObject?

  var hasEnded: Bool { store == nil }

  @inlinable
  convenience init<State, Action>(_ store: Store<State, Action>) {
    // The runner holds the store weakly. Reading it is not checked for exclusive access, as reading a
    // weak capture is.
    let runner = store.runner
    self.init(
      store,
      drain: { runner.store?.drain() },
      collect: { runner.store?.collect() ?? false },
      foreground: { runner.store?.foreground ?? [] })
  }

  @usableFromInline
  init(
    _ store: AnyObject, drain: @escaping () -> Void, collect: @escaping () -> Bool,
    foreground: @escaping () -> [EffectInFlight]
  ) {
    self.store = store
    self.drain = drain
    self.collect = collect
    self.foreground = foreground
  }
}

/// An effect in flight without its generic parameter.
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
