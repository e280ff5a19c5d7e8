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

/// The time of a video, from readings of a clock.
struct PlaybackTests {
  @Test func `time that was spent before a limit is kept`() {
    var playback = Playback(duration: 10_000, timeLimit: 1_000)
    playback.progress.timeSpent = 5_000
    for time in [0, 500] { playback.advance(to: time) }
    #expect(playback.progress.timeSpent == 5_000)
  }

  @Test(arguments: [[3000], [1000, 2000, 3000], [1, 2, 2, 2999, 3000, 3000], [2999, 1000, 3000]])
  func `late, repeated and reordered readings give the same time`(readings: [Int]) {
    var playback = Playback(duration: 10_000)
    playback.advance(to: 0)
    playback.play()
    for reading in readings { playback.advance(to: reading) }
    #expect(playback.position == 3000)
    #expect(playback.progress.timeSpent == 3000)
    #expect(playback.progress.watched.intervals == [0..<3000])
  }

  @Test func `a pause counts as time spent, and not as watched`() {
    var playback = Playback(duration: 10_000)
    playback.advance(to: 500)
    #expect(playback.progress == ClassProgress())
    playback.play()
    playback.advance(to: 2500)
    playback.pause()
    playback.advance(to: 8500)
    #expect(playback.position == 2000)
    #expect(playback.progress.timeSpent == 8000)
  }

  @Test(arguments: [
    ("90", 90_000), ("1:30", 90_000), ("0", 0), ("0:00", 0), ("40%", 80_000), ("+10", 60_000),
    ("-10", 40_000), ("+1:00", 110_000), ("100%", 200_000), ("0%", 0),
    // Out of range: the end that it passed.
    ("201", 200_000), ("3:21", 200_000), ("150%", 200_000), ("+151", 200_000), ("-51", 0),
    ("999999", 200_000), ("-999999", 0), ("999999:59", 200_000),
  ])
  func `a seek leads to its place`(text: String, position: Int) throws {
    let seek = try #require(Seek(text))
    #expect(seek.position(from: 50_000, in: 200_000) == position)
  }

  @Test(arguments: [
    "", " ", "abc", "1:5", "1:60", "1:005", ":30", "1:", "1:2:03", "%", "+", "-", "--1", "+-1",
    "1.5", "٣", "40 %", "4%0", "-40%", "1e3", "9999999",
  ])
  func `any other text is no place`(text: String) {
    #expect(Seek(text) == nil)
  }

  @Test func `times are minutes and seconds, rounded down`() {
    #expect(
      [0, 999, 59_999, 60_000, 3_671_000].map(\.inMinutes) == [
        "0:00", "0:00", "0:59", "1:00", "61:11",
      ]
    )
  }

  @Test func `progress of two windows is added, and a place that was not moved does not count`() {
    var one = ClassProgress(position: 9000, timeSpent: 20_000)
    one.watched.insert(0..<9000)
    var other = ClassProgress(timeSpent: 10_000)
    other.watched.insert(4000..<12_000)
    var profile = Profile()
    profile.add(one, since: ClassProgress(), in: 3)
    profile.add(other, since: ClassProgress(), in: 3)
    #expect(profile[3].timeSpent == 30_000)
    #expect(profile[3].position == 9000)
    #expect(profile[3].watched.intervals == [0..<12_000])
    profile.add(ClassProgress(), since: ClassProgress(), in: 4)
    #expect(profile.progress.keys.sorted() == [3])
  }
}
