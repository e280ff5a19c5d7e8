import Cairn
import CairnApp
import CairnStorage
import TestSupport
import Testing

@testable import CairnTerminal

/// `:explore` in a session in the real world: the search begins with the files of the session.
@Suite(.timeLimit(.minutes(10))) struct SessionFilesTests {
  @Test(arguments: ["--ephemeral", "--state", "--state with a load"])
  func `a search from a session begins with what its file holds`(place: String) throws {
    let folder = TemporaryFolder()
    let place = place.split(separator: " ").map(String.init)
    let options = place[0] == "--state" ? ["--state=\(folder["notes.json"])"] : place
    var session = try session(options)
    _ = session.answer(to: "add")
    #expect(session.waitForEffects(skippingTime: true))
    #expect(session.driver.state == ["note"])
    if place.count > 1 {
      session = try self.session(options)
      #expect(session.driver.state == ["note"])
    }
    let report = session.answers(":explore")
    #expect(report.contains("proved      every step: a restart loses no note"), "\(report)")
    #expect(report.contains("proved      reachable: two notes"), "\(report)")
    #expect(!report.contains("left out: what"))
    #expect(folder.names() == (place == ["--ephemeral"] ? [] : [".notes.json.lock", "notes.json"]))
  }

  @Test func `a search that does not know what a session stores says so, and decides nothing`()
    throws
  {
    let session = try session(["--ephemeral", "--own"])
    _ = session.answer(to: "add")
    #expect(session.waitForEffects(skippingTime: true))
    let report = session.answers(":explore")
    #expect(
      report.contains(
        """
        left out: what the session stores, in place of which the stand-ins store that of the start: "new"

        """), "\(report)")
    #expect(
      report.contains(
        """
        not proved  every step: a restart loses no note
            it rests on what the stand-ins store, and not on what the session stores
            % app notes

        """), "\(report)")
    #expect(report.contains("not proved  reachable: two notes"), "\(report)")
    #expect(!report.contains("refuted") && !report.contains("\nproved"))
  }

  /// A save of the session accepts or declines the offer, which a disk of a search does not have.
  @Test func `a search from a session that was offered a last good value decides nothing`() throws {
    let folder = TemporaryFolder()
    let options = ["--state=\(folder["notes.json"])"]
    let first = try session(options)
    for _ in 0..<2 {
      _ = first.answer(to: "add")
      #expect(first.waitForEffects(skippingTime: true))
    }
    try folder.write(#"{"storage":1"#, to: "notes.json")
    let second = try session(options)
    #expect(second.driver.state == [] && folder.text("notes.json.offered") != nil)
    let report = second.answers(":explore")
    #expect(report.contains("left out: what the session stores"), "\(report)")
    #expect(!report.contains("refuted") && !report.contains("\nproved"), "\(report)")
  }

  /// The trail was saved when the file was fast.
  @Test(arguments: [("5s", 2, "2 inputs"), ("15s", 1, "1 input")])
  func `an input of a loaded trail waits ten seconds for real work`(
    latency: String, notes: Int, typed: String
  ) throws {
    final class Time { var now = Duration.zero }
    let (time, folder) = (Time(), TemporaryFolder())
    let clock = WallClock(
      time: WallTime(elapsed: { time.now }) { _, timeout in
        time.now += .milliseconds(Int(timeout))
        return 0
      })
    let session = try self.session(["--ephemeral", "--latency=\(latency)"], clock)
    try folder.write("% app notes\n> add\n> add\n", to: "a.trail")
    let answer = session.answer(to: ":load \(folder["a.trail"])")
    if notes == 2 {
      #expect(answer == .screen(remark: "\(typed) of \(folder["a.trail"]) typed"))
    } else {
      let text = "\(typed) of \(folder["a.trail"]) typed; line 3: add is disabled: full"
      #expect(answer == .refused(text + #"; still in flight: "file""#))
    }
    #expect(session.waitForEffects(skippingTime: true))
    #expect(session.driver.state?.count == notes)
  }

  @Test func `an input of a loaded trail does not wait for a timer where time is virtual`() throws {
    let (session, folder) = (try session(["--ephemeral", "--latency=5s"]), TemporaryFolder())
    try folder.write("% app notes\n> add\n> add\n", to: "a.trail")
    let text = "1 input of \(folder["a.trail"]) typed; line 3: add is disabled: full"
    #expect(
      session.answer(to: ":load \(folder["a.trail"])")
        == .refused(text + #"; still in flight: "file""#))
  }

  private func session(
    _ options: [String], _ clock: WallClock = WallClock(isVirtual: true)
  ) throws -> Session<Notes> {
    let session = try Session<Notes>.launched(options: options, clock: clock)
    // Also where a lock of the file is retried after a time.
    #expect(session.waitForEffects(skippingTime: true))
    return session
  }
}

/// Adds notes to a file, up to two. The state is `nil` while an effect runs.
private struct Notes: TestApp, Reducer {
  typealias State = [String]?
  enum Action {
    case started, add
    case loaded([String])
  }

  static let options: [AppOption] =
    .storage("notes") + [AppOption("--own", help: "keep them in a memory of its own")]
  static let properties: [AppProperty<State>] = [
    .step("a restart loses no note") { before, step, after in
      step != .restart || after == nil || before?.count ?? 0 <= after?.count ?? 0
    },
    .reachable("two notes") { $0?.count == 2 },
  ]

  let storage: FileStorage<[String]>
  let state: [String]? = nil
  let firstAction: Action? = .started
  var reducer: Notes { self }

  init(_ launch: Launch) throws(UsageError) {
    guard launch.options.has("--own") else {
      storage = try launch.storage(Self.name)
      return
    }
    let disk = launch.memory.keep(SimulatedDisk(hasLinks: false))
    storage = FileStorage(simulated: "own.json") { body in disk.withLock { body(&$0) } }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .started: return run { [storage] in try await storage.load().value }
    case .add:
      guard let notes = state, notes.count < 2 else { return .none }
      state = nil
      return run { [storage] in
        try await storage.update { $0 = ($0 ?? []) + ["note"] }.value
      }
    case .loaded(let notes):
      state = notes
      return .none
    }
  }

  private func run(_ operation: @escaping @Sendable () async throws -> [String]?) -> Effect<Action>
  {
    .run(name: "file") { send in await send(.loaded(try await operation() ?? [])) }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("notes", "Notes") {
        Button("add", disabledBecause: state.map { $0.count < 2 } ?? false ? nil : "full", .add)
      }
    ]
  }
}
