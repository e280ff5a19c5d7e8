extension Effect {
  /// Starts only once nothing of that id has been returned for a while: search as one types.
  ///
  ///     .run { … }.debounced(id: "search", for: .milliseconds(300), on: clock)
  ///
  /// A new one takes the place of the one that waits, and of one that runs already. The id counts
  /// as that of ``cancellable(id:cancelInFlight:)`` does.
  public func debounced(
    id: some Hashable & Sendable, for duration: Duration, on clock: any Clock<Duration>
  ) -> Effect {
    let pause = Effect.run(name: "debounce") { _ in try await clock.sleep(for: duration) }
    return .concatenate(pause, self).cancellable(id: id, cancelInFlight: true)
  }

  /// Starts at most once in a while.
  ///
  ///     .run { … }.throttled(id: "save", for: .seconds(1), on: clock, latest: true)
  ///
  /// The first starts at once. Of those that are returned within `duration` after it, none starts;
  /// or, with `latest`, the last one starts when the time is over, and a new while begins.
  /// ``cancel(id:)`` cancels what runs and what waits.
  public func throttled(
    id: some Hashable & Sendable, for duration: Duration, on clock: any Clock<Duration>,
    latest: Bool
  ) -> Effect {
    guard !isNone else { return .none }
    let window = EffectOperation<Action>(
      name: "throttle", priority: nil, isBackground: true
    ) { _ in try? await clock.sleep(for: duration) }
    return Effect(.throttle(AnyID(id), latest: latest, window: window, self))
  }

  /// One action for each element of an asynchronous sequence, as long as it lasts.
  ///
  ///     .stream(of: locations) { .moved(to: $0) }.background
  ///
  /// The next element is asked for when the action of the last one is reduced. An error ends it as
  /// it does ``run(name:priority:fileID:line:operation:catch:)``.
  public static func stream<Source: AsyncSequence & Sendable>(
    of source: Source, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    action: @escaping @Sendable (Source.Element) -> Action,
    catch handle: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect where Source.Element: Sendable {
    .run(
      name: name, fileID: fileID, line: line,
      operation: { send in
        for try await element in source { await send(action(element)) }
      }, catch: handle)
  }
}
