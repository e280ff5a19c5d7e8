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
