/// The throttled effects whose time is not over, and what waits for it to be.
@usableFromInline
struct ThrottleTable<Action: Sendable> {
  @usableFromInline
  struct Window {
    /// The effect that sleeps until the time is over.
    @usableFromInline let sleeper: Int
    @usableFromInline var latest: (effect: Effect<Action>, context: EffectContext<Action>)?

    @inlinable
    init(sleeper: Int) {
      self.sleeper = sleeper
    }
  }

  @usableFromInline var windows: [CancelKey: Window] = [:]
  @usableFromInline var keys: [Int: CancelKey] = [:]

  @inlinable
  init() {}

  @inlinable
  mutating func open(_ key: CancelKey, sleeper: Int) {
    windows[key] = Window(sleeper: sleeper)
    keys[sleeper] = key
  }

  /// The effect that sleeps for a key; `nil` if its time is over.
  @inlinable
  func sleeper(of key: CancelKey) -> Int? { windows[key]?.sleeper }

  /// Keeps an effect until the time is over, in place of the one that was kept.
  @inlinable
  mutating func keep(
    _ effect: Effect<Action>, _ context: EffectContext<Action>, for key: CancelKey
  ) {
    windows[key]?.latest = (effect, context)
  }

  /// Ends the time of a sleeper that has ended, and returns what waited for it.
  @inlinable
  mutating func close(
    sleeper: Int
  ) -> (effect: Effect<Action>, context: EffectContext<Action>)? {
    guard !keys.isEmpty else { return nil }
    return keys.removeValue(forKey: sleeper).flatMap { windows.removeValue(forKey: $0)?.latest }
  }
}
