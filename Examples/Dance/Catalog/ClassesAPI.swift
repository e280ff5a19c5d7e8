import Cairn

/// The service that lists the classes.
///
///     let api = ClassesAPI(serving: classes, after: .seconds(1), on: launch.clock)
///     try await api.classes()
struct ClassesAPI: Sendable {
  var classes: @Sendable () async throws -> [DanceClass]

  /// A service that answers from the app's own store, after the time of a network.
  init(serving store: [DanceClass], after time: Duration, on clock: any Clock<Duration>) {
    classes = {
      try await clock.sleep(for: time)
      return store
    }
  }
}
