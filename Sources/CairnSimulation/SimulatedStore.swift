import Cairn

/// A store of a simulation, as long as its owner keeps it.
struct SimulatedStore {
  private(set) weak var store: (any AnyStore)?

  init(_ store: any AnyStore) {
    self.store = store
  }
}

/// A store, whatever its state and actions.
protocol AnyStore: AnyObject {
  var hasReplies: Bool { get }
  var foreground: [EffectInFlight] { get }
  func drain()
}

/// An effect in flight, whatever its action.
struct EffectInFlight {
  let identity: EffectIdentity
  let label: String
}

extension Store: AnyStore {
  /// The effects in flight, background ones left out.
  var foreground: [EffectInFlight] {
    running.filter { !$0.isBackground }
      .map { EffectInFlight(identity: identity(of: $0), label: $0.label) }
  }
}
