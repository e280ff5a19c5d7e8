import Testing

@testable import dance

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
