import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

/// The journal of a program whose reducer crashes.
@Suite struct CrashTests {
  @Test func `a journal replays up to the crash`() async throws {
    let folder = TemporaryFolder()
    let path = folder["journal"]
    await #expect(processExitsWith: .failure) { [path = path as String] in
      // This disables the crash report, which takes longer than the test.
      for crash in [SIGILL, SIGTRAP] { signal(crash, SIG_DFL) }
      let simulation = Simulation()
      let growing = try AppendFile(path)
      let journal = JournalWriter<Brittle.Root>(coding: ActionCoding(), write: growing.append)
      let world = Launch.World.simulated(start: "new")
      journal.begin(JournalHeader(of: Brittle.self, world: world, options: []))
      let driver = Driver(Brittle(Launch(world, in: simulation)), in: simulation, journal: journal)
      for action in [Brittle.Action.add, .add, .crash, .add] { driver.send(action) }
    }
    let journal = try Journal(
      parsing: Array(try #require(folder.text("journal")).utf8), file: "brittle.journal",
      of: Brittle.self,
      coding: ActionCoding())
    #expect(!journal.isTorn)
    var player = try JournalPlayer<Brittle>(journal)
    #expect(player.play(to: 2) == nil)
    #expect(player.state == 2)
    #expect(player.description(of: 3) == "action 3, at 0s from a person: .crash")
  }
}

/// Adds up, until it crashes.
private struct Brittle: App, Reducer {
  enum Action: Codable { case add, crash }

  static let name = "brittle"
  static let summary = "Adds up, until it crashes."
  let state = 0
  var reducer: Brittle { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    state += 1
    if action == .crash { fatalError("the count is \(state)") }
    return .none
  }

  func screens(of state: Int) -> [Screen<Action>] {
    [Screen("brittle", "Brittle") { Button("add", .add) }]
  }
}
