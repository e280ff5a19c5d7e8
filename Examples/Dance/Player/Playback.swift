/// A video that plays or pauses, as a value. Times are in milliseconds.
///
/// Its time comes from readings of a clock: ``advance(to:)`` takes the time since the reading before,
/// however long ago that was. A late, a missing or a repeated reading therefore neither loses time nor
/// counts it twice.
struct Playback: Hashable, Sendable {
  let duration: Int
  var progress = ClassProgress()
  private(set) var isPlaying = false
  /// The last reading of the clock; `nil` before the first one.
  var reading: Int?
  /// The time spent is measured up to this limit. What is already more stays as it is.
  var timeLimit = Int.max
  /// The unit in which time is counted, rounded up.
  var resolution = 1

  var position: Int { progress.position }
  var remaining: Int { duration - position }
  var isAtEnd: Bool { remaining == 0 }

  /// Takes the time up to a reading of the clock. At its end the video pauses.
  mutating func advance(to now: Int) {
    let last = reading ?? now
    let elapsed = (max(0, now - last) + resolution - 1) / resolution * resolution
    reading = max(now, last)
    progress.timeSpent = max(progress.timeSpent, min(progress.timeSpent + elapsed, timeLimit))
    guard isPlaying else { return }
    let end = position + min(elapsed, remaining)
    progress.watched.insert(position..<end)
    progress.position = end
    isPlaying = !isAtEnd
  }

  /// Plays from the position, or from the beginning after the end.
  mutating func play() {
    if isAtEnd { progress.position = 0 }
    isPlaying = true
  }

  mutating func pause() { isPlaying = false }

  mutating func seek(_ place: Seek) {
    progress.position = place.position(from: position, in: duration)
    if isAtEnd { isPlaying = false }
  }
}
