import CairnApp
import CairnSimulation
import CairnTesting
import Testing

@testable import dance

/// The union of watched intervals.
struct WatchedTests {
  /// A video of 200 seconds, of which a tenth is 20.
  private func watch(_ intervals: Range<Int>...) -> ClassProgress {
    var progress = ClassProgress()
    for interval in intervals {
      progress.watched.insert(interval.lowerBound * 1000..<interval.upperBound * 1000)
    }
    return progress
  }

  @Test func `intervals that touch or overlap are joined, in any order`() {
    var watched = Watched()
    for interval in [40..<50, 0..<10, 20..<30, 10..<20] { watched.insert(interval) }
    #expect(watched.intervals == [0..<30, 40..<50])
    watched.insert(25..<45)
    #expect(watched.intervals == [0..<50])
    watched.insert(60..<60)
    #expect(watched.intervals == [0..<50])
  }

  @Test func `a percent that is not whole is rounded down, so that 100 % is everything`() {
    #expect(watch(0..<199).percent(of: 200_000) == 99)
    #expect(watch(0..<200).percent(of: 200_000) == 100)
    #expect(ClassProgress().percent(of: 0) == 0)
  }

  @Test func `of a video that another catalog has shorter, at most everything is watched`() {
    var progress = watch(0..<100, 150..<200)
    progress.position = 180_000
    #expect(progress.percent(of: 50_000) == 100)
    #expect(progress.percent(of: 125_000) == 80)
    var profile = Profile()
    profile[Studio.tango.id] = progress
    let lines = Stats.State([Studio.tango], of: profile).screen.lines()
    #expect(lines.contains { $0.contains("1:30 of 1:30") && $0.contains("100 %") }, "\(lines)")
  }

  @Test func `10,000 random sessions agree with a bitmap of seconds`() {
    let seed: UInt64 = 20_261_122
    var random = SplitMix64(seed: seed)
    for session in 0..<10_000 {
      let length = random.pick(40) + 1
      var playback = Playback(duration: length * 1000)
      var bitmap = Bitmap(length: length)
      var now = 0
      playback.advance(to: now)
      for _ in 0..<12 {
        switch random.pick(6) {
        case 0:
          playback.play()
          bitmap.play()
        case 1:
          playback.pause()
          bitmap.isPlaying = false
        case 2:
          let percent = random.pick(121)
          // Of whole seconds, so that the bitmap is exact.
          let seconds = percent * length / 100
          playback.seek(.to(seconds * 1000))
          bitmap.seek(to: seconds)
        case 3:
          let seconds = random.pick(21) - 10
          playback.seek(.by(seconds * 1000))
          bitmap.seek(to: bitmap.position + seconds)
        default:
          // Some ticks are late, and some read the clock twice.
          let seconds = random.pick(8)
          now += seconds * 1000
          playback.advance(to: now)
          if random.pick(2) == 0 { playback.advance(to: now) }
          for _ in 0..<seconds { bitmap.passSecond() }
        }
      }
      let watched = playback.progress.watched
      let isEqual =
        playback.position == bitmap.position * 1000 && playback.isPlaying == bitmap.isPlaying
        && playback.progress.timeSpent == now && watched.total == bitmap.seconds.count * 1000
        && watched.intervals.flatMap(\.seconds) == bitmap.seconds
      guard isEqual else {
        Issue.record("session \(session) of the seed \(seed): \(playback), \(bitmap)")
        return
      }
    }
  }
}

/// A player that counts whole seconds one by one.
private struct Bitmap {
  var watched: [Bool]
  var position = 0
  var isPlaying = false

  init(length: Int) { watched = Array(repeating: false, count: length) }

  var seconds: [Int] { watched.indices.filter { watched[$0] } }

  mutating func play() {
    if position == watched.count { position = 0 }
    isPlaying = true
  }

  mutating func seek(to second: Int) {
    position = min(max(second, 0), watched.count)
    if position == watched.count { isPlaying = false }
  }

  mutating func passSecond() {
    guard isPlaying else { return }
    watched[position] = true
    position += 1
    isPlaying = position < watched.count
  }
}

extension Range<Int> {
  /// The seconds in a range of milliseconds.
  fileprivate var seconds: [Int] { Array(lowerBound / 1000..<upperBound / 1000) }
}

extension SplitMix64 {
  fileprivate mutating func pick(_ count: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 33) % count
  }
}
