import Synchronization

/// The tasks, stores and screens of one test, each counted in and out by a ``Witness``.
///
/// Every task that an effect begins inherits the current one as a task-local value, and holds it
/// and with it the witness of the tasks until it is gone.
final class Lives: Sendable {
  @TaskLocal static var current: Lives?

  let stores: Census
  let screens: Census
  /// Also of the stores that have ended.
  let storesMade: Census
  private let task: Witness

  private init(tasks: Census, stores: Census, screens: Census, storesMade: Census) {
    task = Witness(tasks)
    self.stores = stores
    self.screens = screens
    self.storesMade = storesMade
  }

  /// Does `work` and waits until nothing that it began is alive.
  ///
  /// What stays is waited for until the task that waits is cancelled, as a time limit does it: a
  /// cancelled effect ends in its own time, on a thread of its own.
  static func left(by work: @Sendable () async throws -> Void) async rethrows -> Left {
    let (leavings, leaving) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    func census() -> Census { Census { leaving.yield() } }
    let (tasks, stores, screens, storesMade) = (census(), census(), census(), Census())
    // Tasks first: once there are none, nothing new can come.
    func left() -> Left {
      Left(
        hasTasks: tasks.number > 0, stores: stores.number, screens: screens.number,
        storesMade: storesMade.number)
    }
    try await $current.withValue(
      Lives(tasks: tasks, stores: stores, screens: screens, storesMade: storesMade),
      operation: work)
    for await _ in leavings where left().isNothing { break }
    return left()
  }
}

/// What is alive after a test.
struct Left: Equatable {
  let hasTasks: Bool
  let stores: Int
  let screens: Int
  let storesMade: Int

  var isNothing: Bool { !hasTasks && stores == 0 && screens == 0 }
}

extension Left: CustomStringConvertible {
  var description: String {
    let parts = [
      hasTasks ? "tasks of effects" : nil, stores > 0 ? "stores: \(stores)" : nil,
      screens > 0 ? "screens: \(screens)" : nil,
    ]
    let alive = parts.compactMap(\.self)
    return alive.isEmpty ? "Nothing is alive." : "Alive are " + alive.joined(separator: ", ") + "."
  }
}

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
