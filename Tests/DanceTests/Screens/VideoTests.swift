import Cairn
import CairnApp
import CairnSimulation
import CairnStorage
import CairnTesting
import Testing

@testable import dance

/// The player, its clock and its saves.
struct VideoTests {
  private let studio = Studio(signedIn: true)

  /// A store that shows the video of a class of 200 seconds.
  private func open(_ progress: ClassProgress? = nil) -> TestStore<Root.State, Root.Action> {
    var user = Studio.ada
    if let progress { user.profile[1] = progress }
    let store = studio.store(Studio.state(of: user))
    store.exhaustivity = .off
    type("play-1", in: store)
    return store
  }

  private func type(_ line: String, in store: TestStore<Root.State, Root.Action>) {
    store.type(line)
    store.skipReceived()
  }

  private func pass(_ time: Duration, in store: TestStore<Root.State, Root.Action>) {
    store.advance(by: time)
    store.skipReceived()
  }

  /// Whether the bar has these times at its ends.
  private func hasBar(
    _ position: String, _ rest: String, in store: TestStore<Root.State, Root.Action>
  ) -> Bool {
    store.screen.lines().contains { $0.hasPrefix("  \(position) ") && $0.hasSuffix(" -\(rest)") }
  }

  private func saved() async -> ClassProgress? {
    await studio.accounts.restore().account?.profile[1]
  }

  private static let noSpace =
    "No space left on device (changing dance.json). Free some space and try again."

  @Test(arguments: [false, true])
  func `every second is saved, also in a pause: a user who leaves loses less`(isPaused: Bool) async
  {
    let store = open()
    if !isPaused { type("play", in: store) }
    for second in 1...8 {
      pass(.seconds(1), in: store)
      #expect(await saved()?.timeSpent == second * 1000)
      #expect(await saved()?.position == (isPaused ? 0 : second * 1000))
    }
  }

  @Test(arguments: [500, 1000, 1001, 1500, 2000, 7000])
  func
    `with slow storage there are times without a save, and less than two seconds of play are not saved by one`(
      milliseconds: Int
    ) async throws
  {
    let studio = Studio(signedIn: true, latency: .milliseconds(milliseconds))
    let store = studio.store(Studio.state(of: Studio.ada))
    store.exhaustivity = .off
    type("play-1", in: store)
    type("play", in: store)
    var (rests, saves) = (0, 0)
    var old: ClassProgress?
    while let video = store.state.path.last?[case: .video], video.playback.position < 40_000 {
      #expect(studio.simulation.advanceToNext())
      store.skipReceived()
      let saving = store.state.path.last?[case: .video]?.saving
      if saving == nil { rests += 1 }
      if let saving, saving != old {
        saves += 1
        #expect(saving.position >= video.playback.position - 1000)
      }
      old = saving
    }
    #expect(saves >= 40_000 / (max(milliseconds, 1000) + 1) - 1)
    #expect(rests >= saves / 2)
    type("pause", in: store)
    store.advance(by: .seconds(20))
    store.skipReceived()
    let video = try #require(store.state.path.last?[case: .video])
    #expect(video.saved.position == 40_000)
    type("close", in: store)
    store.advance(by: .seconds(20))
    store.skipReceived()
    #expect(await self.studio.accounts.restore().account != nil)
    #expect(store.state.screens.map(\.id) == ["classes"])
    #expect(store.state.classes.user?.profile[1].position == 40_000)
  }

  @Test func `a seek is saved, and a place out of range is the end that it passed`() async {
    let store = open()
    store.refuse(
      "seek far", "seek does not take this value; it takes: seconds, m:ss, 40%, +10 or -10")
    store.refuse("seek", "seek needs a value: seconds, m:ss, 40%, +10 or -10")
    for (value, position) in [
      ("40%", 80_000), ("1:30", 90_000), ("+10", 100_000), ("-30", 70_000), ("9:59", 200_000),
    ] {
      type("seek \(value)", in: store)
      #expect(await saved() == ClassProgress(position: position))
    }
  }

  @Test func `a class goes on where the user left off, to the end, where it pauses and is saved`()
    async
  {
    let store = open(ClassProgress(position: 199_400))
    #expect(hasBar("3:19", "0:01", in: store))
    type("play", in: store)
    pass(.milliseconds(600), in: store)
    let isEnabled = ["play", "pause"].map { store.screen.input(named: $0)?.disabledReason == nil }
    #expect(isEnabled == [true, false])
    #expect(hasBar("3:20", "0:00", in: store))
    #expect(await saved()?.watched.total == 600)
  }

  @Test func `a save that fails is reported and repeated`() async {
    let store = open()
    studio.fault.withLock { $0 = .fails(.write, .noSpace) }
    type("seek 40%", in: store)
    #expect(store.screen.notes == [Self.noSpace])
    #expect(await saved() == ClassProgress())
    studio.fault.withLock { $0 = nil }
    pass(.seconds(1), in: store)
    #expect(store.screen.notes == [])
    #expect(await saved()?.position == 80_000)
  }

  @Test func `a close whose save fails leaves, and the list says why; the next one saves both`()
    async
  {
    let store = open()
    studio.fault.withLock { $0 = .fails(.write, .noSpace) }
    pass(.seconds(2), in: store)
    type("close", in: store)
    #expect(store.state.screens.map(\.id) == ["classes"])
    let unsaved =
      "Not saved: the progress in \"Salsa Basics\". Open it again to save it; a log-out discards it."
    #expect(store.screen.notes == [Self.noSpace, unsaved])
    // The program still knows the progress, and that it is not saved.
    #expect(store.state.classes.user?.profile[1].timeSpent == 2000)
    #expect(DanceApp.unsavedWork(in: store.state) == ["the progress in \"Salsa Basics\""])
    studio.fault.withLock { $0 = nil }
    type("play-1", in: store)
    #expect(await saved()?.timeSpent == 2000)
    type("close", in: store)
    #expect(DanceApp.unsavedWork(in: store.state) == [])
    #expect(await saved()?.timeSpent == 2000)
  }

  @Test func `a video that is closed while it saves is not saved; its next opening saves`()
    async throws
  {
    var state = Studio.state(of: Studio.ada)
    var video = Video.State(state.classes.all[0], of: Studio.ada, rules: PlayerRules())
    video.playback.seek(try #require(Seek("40%")))
    (video.saving, video.isClosing) = (video.playback.progress, true)
    state.path.push(.video(video))
    let store = studio.store(state)
    store.exhaustivity = .off
    type("close", in: store)
    #expect(store.state.screens.map(\.id) == ["classes"])
    #expect(DanceApp.unsavedWork(in: store.state) == ["the progress in \"Salsa Basics\""])
    type("play-1", in: store)
    #expect(await saved()?.position == 80_000)
    type("close", in: store)
    #expect(DanceApp.unsavedWork(in: store.state) == [])
  }

  /// The ticks and the saves of a class that `--open` shows are effects of the start.
  @Test(arguments: [false, true])
  func `after a restored state a class that the start has opened is saved`(isClosing: Bool) throws {
    let simulation = Simulation()
    let words = ["--open", "/video/1", "--latency", "2s"]
    let options = try OptionValues(words, among: DanceApp.options)
    let launch = Launch(.simulated(start: "signed-in"), options: options, in: simulation)
    let driver = try Driver(DanceApp(launch), in: simulation)
    // The classes take 1 s, and the users 2 s. The first tick begins a save at 4 s.
    simulation.advance(by: .milliseconds(4500))
    if isClosing, case .action(let close, name: _) = driver.screen.parse("close") {
      driver.send(close)
    }
    let video = driver.state.path.last?[case: .video]
    #expect(video?.saving != nil && video?.isClosing == isClosing)
    _ = driver.restore(driver.checkpoint)
    simulation.advance(by: .seconds(20))
    if isClosing {
      #expect(driver.screen.id == "classes")
      #expect(driver.state.classes.unsaved.isEmpty)
      #expect(driver.state.classes.user?.profile[1].timeSpent ?? 0 > 1000)
    } else {
      #expect(driver.state.path.last?[case: .video]?.saved.timeSpent ?? 0 > 4000)
    }
  }

  @Test func `the message about unsaved work is one line, also for a title of two`() throws {
    var state = Studio.state(of: Studio.ada)
    state.classes.phase = .loaded(try ShippedClasses.all.get())
    state.classes.unsaved = [8: ClassProgress()]
    #expect(DanceApp.unsavedWork(in: state) == ["the progress in \"Tango for Two: The Embrace\""])
  }

  @Test func `two windows add their times, and the last one that moves keeps its place`() async {
    let stores = [open(), open()]
    for (store, place) in zip(stores, ["1:30", "0:10"]) {
      type("seek \(place)", in: store)
      type("play", in: store)
    }
    for _ in 0..<10 {
      studio.simulation.advance(by: .seconds(1))
      for store in stores { store.skipReceived() }
    }
    type("close", in: stores[0])
    type("close", in: stores[1])
    #expect(await saved()?.timeSpent == 20_000)
    #expect(await saved()?.position == 20_000)
    #expect(await saved()?.watched.intervals == [10_000..<20_000, 90_000..<100_000])
  }
}
