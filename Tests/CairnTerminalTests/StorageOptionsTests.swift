import Cairn
import CairnApp
import CairnSimulation
import CairnStorage
import CairnTerminal
import CairnTesting
import Foundation
import TestSupport
import Testing

struct StorageOptionsTests {
  private let simulation = Simulation()

  private func launch(_ world: Launch.World, _ words: String...) throws -> Launch {
    Launch(
      world, options: try OptionValues(words, among: .storage("notes")), in: simulation)
  }

  private func storage(_ launch: Launch) throws -> FileStorage<[String]> {
    try launch.storage("notes", initially: ["first"])
  }

  @Test func `the option sets the path of the file`() async throws {
    let folder = TemporaryFolder()
    let storage = try storage(launch(.real, "--state", folder["here.json"]))
    #expect(try await storage.load().value == nil, "the contents are those of a simulated world")
    try await storage.update { $0 = ["note"] }
    #expect(folder.text("here.json")?.contains("note") == true)
  }

  /// An absolute `XDG_STATE_HOME` is used, or else a usable `HOME`, or else the folder of the system.
  @Test(
    arguments: [
      ("/var/state", "/home/ada", "/var/state"), (nil, "/home/ada", "/home/ada/"),
      ("", "/home/ada", "/home/ada/"), ("state", "/home/ada", "/home/ada/"),
      ("~/state", "/home/ada", "/home/ada/"), (nil, nil, "\(NSHomeDirectory())/"),
      (nil, "", "\(NSHomeDirectory())/"), (nil, "home", "\(NSHomeDirectory())/"),
    ] as [(String?, String?, String)])
  func `without the option the file has the name of the app`(
    state: String?, home: String?, folder: String
  ) throws {
    #if os(macOS)
      let ofUser = "Library/Application Support"
    #else
      let ofUser = ".local/state"
    #endif
    var environment: [String: String] = [:]
    environment["XDG_STATE_HOME"] = state
    environment["HOME"] = home
    #expect(
      StoragePlace.defaultPath("notes", environment: environment)
        == folder + (folder.hasSuffix("/") ? ofUser : "") + "/cairn/notes.json")
    #expect(
      try launch(.real).storagePlace("notes") == .file(StoragePlace.defaultPath("notes")))
  }

  @Test func `an ephemeral storage lasts as long as its copies`() async throws {
    let launch = try launch(.real, "--ephemeral")
    let storage = try storage(launch)
    try await storage.update { $0 = ["note"] }
    #expect(try await storage.load().value == ["note"])
    #expect(try await self.storage(launch).load().value == nil)
  }

  @Test func `a simulated storage begins with its contents and survives in the memory`()
    async throws
  {
    let storage = try storage(launch(.simulated(start: "new")))
    #expect(try await storage.load().value == ["first"])
    try await storage.update { $0?.append("second") }
    #expect(try await storage.load().value == ["first", "second"])
  }

  @Test(arguments: [
    (
      ["--state", "a", "--ephemeral"],
      "--state and --ephemeral exclude each other; give one of them"
    ),
    (["--state="], "--state needs the name of a file"),
    (
      ["--unreliable"],
      "--unreliable is only for simulated worlds: trails, recordings and searches"
    ),
    (["--latency", "soon"], #"--latency: "soon""#),
    (["simulated", "--state=a"], "a simulated world keeps the state in memory; leave out --state"),
  ])
  func `options that do not fit the world are refused`(words: [String], message: String) throws {
    let isReal = words.first != "simulated"
    let options = try OptionValues(isReal ? words : Array(words[1...]), among: .storage("notes"))
    let launch = Launch(
      isReal ? .real : .simulated(start: "new"), options: options, in: simulation)
    let error = #expect(throws: UsageError.self) { try storage(launch) }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test func `latency passes on the clock before each operation`() throws {
    let storage = try storage(launch(.simulated(start: "new"), "--latency", "2s"))
    let store = TestStore(Notes.State(), simulation: simulation) { Notes(storage: storage) }
    store.send(.added("second"))
    simulation.advance(by: .milliseconds(1999))
    #expect(store.state.lines == nil)
    simulation.advance(by: .milliseconds(1))
    store.receive(.saved(["first", "second"])) { $0.lines = ["first", "second"] }
  }

  @Test(arguments: ["works", "fails", "is slow", "never answers"])
  func `an unreliable storage gives the chosen answers`(answer: String) throws {
    let storage = try storage(launch(.simulated(start: "new"), "--unreliable"))
    simulation.choices.fix("save", answer)
    let store = TestStore(Notes.State(), simulation: simulation) { Notes(storage: storage) }
    let handle = store.send(.added("second"))
    if answer == "is slow" { simulation.advance(by: .seconds(1)) }
    switch answer {
    case "fails": store.receive(.failed(.system(.noSpace))) { $0.problem = .system(.noSpace) }
    case "never answers":
      simulation.advance(by: .seconds(3600))
      handle.cancel()
    default: store.receive(.saved(["first", "second"])) { $0.lines = ["first", "second"] }
    }
  }
}

/// Adds lines to a file.
private struct Notes: Reducer {
  struct State: Equatable {
    var lines: [String]?
    var problem: StorageProblem?
  }

  enum Action: Equatable {
    case added(String)
    case saved([String]?)
    case failed(StorageProblem)
  }

  let storage: FileStorage<[String]>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let line):
      return .run { [storage] send in
        await send(.saved(try await storage.update { $0?.append(line) }.value))
      } catch: { error, send in
        if let error = error as? StorageError { await send(.failed(error.problem)) }
      }
    case .saved(let lines):
      state.lines = lines
      return .none
    case .failed(let problem):
      state.problem = problem
      return .none
    }
  }
}
