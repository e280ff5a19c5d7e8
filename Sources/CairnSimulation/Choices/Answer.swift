/// What a stand-in service does when it is asked.
public indirect enum Answer<Value: Sendable>: Sendable {
  case success(Value)
  case failure(any Error)
  /// The same, after that much virtual time.
  case slow(Duration, Answer)
  /// It is waited for until the one who waits is cancelled.
  case never

  /// Does it.
  func result(on clock: VirtualClock) async throws -> Value {
    switch self {
    case .success(let value):
      return value
    case .failure(let error):
      throw error
    case .slow(let duration, let answer):
      try await clock.sleep(for: duration)
      return try await answer.result(on: clock)
    case .never:
      try await clock.sleepForever()
      throw CancellationError()
    }
  }
}
