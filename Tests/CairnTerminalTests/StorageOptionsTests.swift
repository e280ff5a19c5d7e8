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
  private let saved: Result<[String]?, StorageProblem> = .success(["first", "second"])

  private func launch(_ world: Launch.World, _ words: String...) throws -> Launch {
    Launch(
      world, options: try OptionValues(words, among: .storage("notes")), in: simulation)
  }

  private func storage(_ launch: Launch) throws -> FileStorage<[String]> {
    try launch.storage("notes", initially: ["first"])
  }

  /// The second start finds the files of the first one.
  @Test func `several values of an app have a file each`() async throws {
    let folder = TemporaryFolder()
    for start in 0..<2 {
      let launch = try launch(.real, "--state", folder["here.json"])
      // Its first contents are those of a simulated world.
      let notes = try storage(launch)
      let settings: FileStorage<Int> = try launch.storage("settings")
      #expect(try await notes.load().value == (start == 0 ? nil : ["note"]))
      #expect(try await settings.load().value == (start == 0 ? nil : 7))
      try await notes.update { $0 = ["note"] }
      try await settings.update { $0 = 7 }
      #expect(try launch.storagePlace("notes") == .file(folder["here.json"]))
    }
    #expect(folder.text("here.json")?.contains("note") == true)
    #expect(folder.text("here-settings.json")?.contains("7") == true)
    for (file, beside) in [
      ("a/.b", "a/.b-c"), ("a.b/c", "a.b/c-c"), ("x.tar.gz", "x.tar-c.gz"), ("/x", "/x-c"),
    ] {
      let launch = try launch(.real, "--state", file)
      #expect(try launch.storagePlace("first") == .file(file))
      #expect(try launch.storagePlace("c") == .file(beside))
    }
    // Without the option, the settings of two apps are two files.
    let plain = try launch(.real)
    #expect(try plain.storagePlace("notes") == .file(StoragePlace.defaultPath("notes")))
    let settings = StoragePlace.defaultPath("notes-settings")
    #expect(try plain.storagePlace("settings") == .file(settings))
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

  @Test func `a path that ends in a slash is refused before anything is made`() throws {
    let folder = TemporaryFolder()
    let launch = try launch(.real, "--state", folder["new/"])
    let error = #expect(throws: UsageError.self) { try storage(launch) }
    #expect(
      error?.description == "--state: \(folder["new/"]) names a folder; give the name of a file")
    #expect(folder.names() == [])
  }

  @Test func `latency passes on the clock before each operation`() throws {
    let storage = try storage(launch(.simulated(start: "new"), "--latency", "2s"))
    let store = TestStore(nil, simulation: simulation) { Notes(storage: storage) }
    store.send(.added("second"))
    simulation.advance(by: .milliseconds(1999))
    #expect(store.state == nil)
    simulation.advance(by: .milliseconds(1))
    store.receive(.ended(saved)) { $0 = saved }
  }

  @Test(arguments: ["works", "fails", "is slow", "never answers"])
  func `an unreliable storage gives the chosen answers`(answer: String) throws {
    let storage = try storage(launch(.simulated(start: "new"), "--unreliable"))
    simulation.choices.fix("save", answer)
    let store = TestStore(nil, simulation: simulation) { Notes(storage: storage) }
    let handle = store.send(.added("second"))
    if answer == "is slow" { simulation.advance(by: .seconds(1)) }
    guard answer != "never answers" else {
      simulation.advance(by: .seconds(3600))
      return handle.cancel()
    }
    let result = answer == "fails" ? .failure(.system(.noSpace)) : saved
    store.receive(.ended(result)) { $0 = result }
  }

  @Test(
    arguments: ["--latency=2s", "--unreliable"],
    [("save", false), ("load", false), ("save", true)])
  func `a cancelled save of a simulated storage may take place, and a load ends`(
    option: String, _ operation: (name: String, stops: Bool)
  ) throws {
    let (operation, stops) = operation
    let launch = try launch(.simulated(start: "new"), option)
    let storage: FileStorage<[String]> = try launch.storage("notes", stopsCancelledWrites: stops)
    if option == "--unreliable" { simulation.choices.fix(operation, "is slow") }
    let store = simulation.store(0) {
      Reduce<Int, String> { _, operation in
        .run { _ in
          _ = try await operation == "load" ? storage.load() : storage.update { _ in }
        }
      }
    }
    let handle = store.send(operation)
    simulation.drain()
    handle.cancel()
    let decisions = simulation.choices.decisions.map(\.description)
    let asked = "\"a cancelled write\": \"stops\", of \"stops\" | \"takes place\""
    #expect(decisions == (operation == "load" || stops ? [] : [asked]))
  }
}

/// Adds lines to a file.
private struct Notes: Reducer {
  typealias State = Result<[String]?, StorageProblem>?

  enum Action: Equatable {
    case added(String)
    case ended(Result<[String]?, StorageProblem>)
  }

  let storage: FileStorage<[String]>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let line):
      return .run { [storage] send in
        await send(.ended(.success(try await storage.update { $0?.append(line) }.value)))
      } catch: { error, send in
        if let error = error as? StorageError { await send(.ended(.failure(error.problem))) }
      }
    case .ended(let result):
      state = result
      return .none
    }
  }
}
