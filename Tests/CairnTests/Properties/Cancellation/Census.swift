import Synchronization

/// Counts, from any thread: the witnesses that are alive, for one.
final class Census: Sendable {
  private let count = Atomic(0)

  var number: Int { count.load(ordering: .acquiring) }

  func add(_ difference: Int) {
    count.wrappingAdd(difference, ordering: .acquiringAndReleasing)
  }
}

struct EffectCensus: Sendable {
  let living = Census()
  let begun = Census()
}

/// Lives as long as what holds it: a screen, or the work of an effect.
final class Witness: Sendable {
  private let census: Census

  init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  deinit { census.add(-1) }
}
