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

  @inlinable
  init() {}

  /// The actions whose effects wait for a time to be over, by number, in the order of the times.
  @inlinable
  var waitingActions: [Int] {
    windows.values.sorted { $0.sleeper < $1.sleeper }
      .compactMap { $0.latest?.context.terms.actionNumber }
  }

  @inlinable
  mutating func open(_ key: CancelKey, sleeper: Int) {
    windows[key] = Window(sleeper: sleeper)
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

  /// Ends the time of a sleeper that has ended, and returns what waited for it. O(n).
  @inlinable
  mutating func close(
    sleeper: Int
  ) -> (effect: Effect<Action>, context: EffectContext<Action>)? {
    guard !windows.isEmpty,
      let open = windows.first(where: { $0.value.sleeper == sleeper })
    else { return nil }
    windows[open.key] = nil
    return open.value.latest
  }
}
