import Cairn
import CairnSimulation
import CairnStorage
import CairnTesting
import Testing

@testable import dance

/// The player, its clock and its saves.
struct VideoTests {
  private let studio = Studio(signedIn: true)

  /// A store that shows the video of a class of 200 seconds.
  private func open(_ user: Account = Studio.ada) throws -> TestStore<Root.State, Root.Action> {
    let store = studio.store(Studio.state(of: user))
    let video = Video.State(Studio.salsa, of: user, rules: PlayerRules())
    store.type("play-1") { $0.path.push(.video(video)) }
    store.receive(try action(.appeared, in: store))
    try receiveReading(of: 0, in: store) { $0.playback.reading = 0 }
    return store
  }

  private func action(
    _ action: Video.Action, in store: TestStore<Root.State, Root.Action>
  ) throws -> Root.Action {
    .path(.element(id: try #require(store.state.path.ids.last), action: .video(action)))
  }

  /// A reading, the change that follows it, a save if there is one, and the sleep to the next tick.
  private func receiveReading(
    of time: Int, _ command: Video.Command? = nil, in store: TestStore<Root.State, Root.Action>,
    isSaved: Bool = false, _ change: @escaping (inout Video.State) -> Void
  ) throws {
    store.receive(try action(.read(time, command), in: store)) { $0.top(.video, change) }
    let saving: (inout Root.State) -> Void = {
      $0.top(.video) {
        $0.mustSave = false
        $0.unsavedTime = 0
        $0.saving = $0.playback.progress
      }
    }
    store.receive(try action(.save, in: store), change: isSaved ? saving : nil)
    store.receive(try action(.sleep, in: store))
    guard isSaved else { return }
    store.receive(try action(.saved, in: store)) {
      $0.top(.video) {
        $0.saved = $0.playback.progress
        $0.saving = nil
      }
    }
    store.receive(try action(.save, in: store))
  }

  private func saved() async -> ClassProgress? {
    await studio.accounts.restore().account?.profile[1]
  }

  @Test func `time runs through the clock, and a pause between two ticks is exact`() async throws {
    let store = try open()
    #expect(store.screen.lines().contains { $0.hasPrefix("  0:00 ─") && $0.hasSuffix("─ -3:20") })
    store.refuse("pause", "pause is disabled: it is not playing")
    store.type("play")
    try receiveReading(of: 0, .play, in: store) { $0.playback.play() }
    store.refuse("play", "play is disabled: it is playing")
    store.advance(by: .seconds(1))
    try receiveReading(of: 1000, in: store) {
      $0.playback.advance(to: 1000)
      $0.unsavedTime = 1000
    }
    store.advance(by: .milliseconds(700))
    store.type("pause")
    try receiveReading(of: 1700, .pause, in: store, isSaved: true) {
      $0.playback.advance(to: 1700)
      $0.playback.pause()
      $0.unsavedTime = 1700
      $0.mustSave = true
    }
    #expect(await saved()?.position == 1700)
    #expect(await saved()?.watched.intervals == [0..<1700])
    #expect(store.screen.lines().contains { $0.hasPrefix("  0:01 ─") && $0.hasSuffix("─ -3:19") })
    try close(store, at: 1700)
  }

  @Test(arguments: [false, true])
  func `four seconds after a save the next one follows, also in a pause`(isPaused: Bool)
    async throws
  {
    let store = try open()
    if !isPaused {
      store.type("play")
      try receiveReading(of: 0, .play, in: store) { $0.playback.play() }
    }
    for second in 1...8 {
      store.advance(by: .seconds(1))
      let isSaved = second % 4 == 0
      try receiveReading(of: second * 1000, in: store, isSaved: isSaved) {
        $0.playback.advance(to: second * 1000)
        $0.unsavedTime += 1000
      }
      #expect(await saved()?.timeSpent == second / 4 * 4000)
      #expect(await saved()?.position == (isPaused ? 0 : second / 4 * 4000))
    }
    store.exhaustivity = .off
    store.finish()
  }

  @Test func `a seek is saved, and a place out of range is the end that it passed`() async throws {
    let store = try open()
    store.refuse(
      "seek far", "seek does not take this value; it takes: seconds, m:ss, 40%, +10 or -10")
    store.refuse("seek", "seek needs a value: seconds, m:ss, 40%, +10 or -10")
    for (value, position) in [
      ("40%", 80_000), ("1:30", 90_000), ("+10", 100_000), ("-30", 70_000), ("9:59", 200_000),
    ] {
      let seek = try #require(Seek(value))
      store.type("seek \(value)")
      try receiveReading(of: 0, .seek(seek), in: store, isSaved: true) {
        $0.playback.progress.position = position
        $0.mustSave = true
      }
      #expect(await saved() == ClassProgress(position: position))
    }
    try close(store, at: 0)
  }

  @Test func `playing to the end pauses there, and is saved`() async throws {
    var user = Studio.ada
    user.profile.merge(ClassProgress(position: 199_400), in: 1)
    let store = try open(user)
    store.type("play")
    try receiveReading(of: 0, .play, in: store) { $0.playback.play() }
    store.advance(by: .milliseconds(600))
    try receiveReading(of: 600, in: store, isSaved: true) {
      $0.playback.advance(to: 600)
      $0.unsavedTime = 600
      $0.mustSave = true
    }
    #expect(store.screen.input(named: "play")?.disabledReason == nil)
    #expect(store.screen.input(named: "pause")?.disabledReason != nil)
    #expect(store.screen.lines().contains { $0.hasPrefix("  3:20 ━") && $0.hasSuffix("━ -0:00") })
    #expect(await saved()?.watched.total == 600)
    try close(store, at: 600)
  }

  @Test func `a class goes on where the user left off`() throws {
    var user = Studio.ada
    user.profile.merge(ClassProgress(position: 63_000, timeSpent: 70_000), in: 1)
    let store = try open(user)
    #expect(store.screen.lines().contains { $0.hasPrefix("  1:03 ━") && $0.hasSuffix("─ -2:17") })
    try close(store, at: 0)
  }

  @Test func `close while playing saves first, and stats show the progress`() async throws {
    let store = try open()
    store.type("play")
    try receiveReading(of: 0, .play, in: store) { $0.playback.play() }
    store.exhaustivity = .off
    store.advance(by: .seconds(20))
    store.skipReceived()
    store.type("close")
    store.skipReceived()
    #expect(store.state.screens.map(\.id) == ["classes"])
    #expect(await saved()?.timeSpent == 20_000)
    store.type("stats")
    #expect(
      store.screen.lines() == [
        "Stats", "",
        "  Class         Left off      Watched  Time spent",
        "  Salsa Basics  0:20 of 3:20  10 %     0:20", "",
        "  close",
      ])
    store.type("close")
    store.type("play-1")
    store.skipReceived()
    #expect(store.screen.lines().contains { $0.hasPrefix("  0:20 ━") })
  }

  @Test func `a save that fails is reported and repeated`() async throws {
    let store = try open()
    studio.fault.withLock { $0 = .fails(.write, .noSpace) }
    let reason = "No space left on device (changing dance.json). Free some space and try again."
    store.exhaustivity = .off
    store.type("seek 40%")
    store.skipReceived()
    #expect(store.screen.notes == [reason])
    #expect(await saved() == ClassProgress())
    studio.fault.withLock { $0 = nil }
    store.advance(by: .seconds(4))
    store.skipReceived()
    #expect(store.screen.notes == [])
    #expect(await saved()?.position == 80_000)
  }

  @Test func `a close whose save fails leaves, and the list says why`() throws {
    let store = try open()
    studio.fault.withLock { $0 = .fails(.write, .noSpace) }
    store.exhaustivity = .off
    store.advance(by: .seconds(2))
    store.skipReceived()
    store.type("close")
    store.skipReceived()
    #expect(store.state.screens.map(\.id) == ["classes"])
    #expect(store.screen.notes.first?.hasPrefix("No space left on device") == true)
    // The program still knows the progress.
    #expect(store.state.classes.user?.profile[1].timeSpent == 2000)
  }

  @Test func `nothing watched is said`() {
    let store = studio.store(Studio.state(of: Studio.ada))
    store.type("stats") {
      $0.path.push(.stats(Stats.State([Studio.salsa, Studio.tango], of: Profile())))
    }
    #expect(store.screen.lines() == ["Stats", "", "  Nothing watched yet.", "", "  close"])
    store.type("close") { $0.path.pop() }
    store.finish()
  }

  /// Closes a video whose progress is saved.
  private func close(
    _ store: TestStore<Root.State, Root.Action>, at time: Int
  ) throws {
    let progress = try #require(store.state.path.last?[case: .video]?.playback.progress)
    store.type("close")
    store.receive(try action(.read(time, .close), in: store)) {
      $0.top(.video) {
        $0.mustSave = true
        $0.isClosing = true
      }
    }
    store.receive(try action(.save, in: store)) {
      $0.top(.video) {
        $0.mustSave = false
        $0.unsavedTime = 0
      }
    }
    store.receive(try action(.closed, in: store)) {
      $0.path.popToRoot()
      $0.classes.user?.profile.merge(progress, in: 1)
    }
    store.finish()
  }
}
