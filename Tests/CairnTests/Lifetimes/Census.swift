import Synchronization

/// Counts, from any thread: the witnesses that are alive, for one.
final class Census: Sendable {
  private let count = Atomic(0)
  private let onLeaving: @Sendable () -> Void

  init(onLeaving: @escaping @Sendable () -> Void = {}) {
    self.onLeaving = onLeaving
  }

  var number: Int { count.load(ordering: .acquiring) }

  func add(_ difference: Int) {
    count.wrappingAdd(difference, ordering: .acquiringAndReleasing)
    if difference < 0 { onLeaving() }
  }
}

struct EffectCensus: Sendable {
  let living = Census()
  let begun = Census()
}

/// Lives as long as what holds it: a store, a screen, or the work of an effect.
///
/// It is no part of the value of a state that holds it: any two are equal.
final class Witness: Sendable, Equatable {
  private let census: Census?

  init(_ census: Census?) {
    self.census = census
    census?.add(1)
  }

  deinit { census?.add(-1) }

  static func == (left: Witness, right: Witness) -> Bool { true }
}

extension Witness {
  /// Of a screen, for the test that runs now; where that counts nothing, it does nothing.
  static var ofScreen: Witness { Witness(Lives.current?.screens) }
}
