extension Clock where Duration == Swift.Duration {
  /// A function that returns the time on this clock since this call, for effects that measure time.
  ///
  ///     let elapsed = launch.clock.stopwatch()
  ///     return .run { send in await send(.paused(at: elapsed())) }
  ///
  /// Compute a position from two readings, and do not count ticks: then a late tick loses nothing. A reducer
  /// must not read the clock itself, because an action must have the same result each time.
  public func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
