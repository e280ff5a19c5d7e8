import AppTestSupport
import Cairn
import CairnApp
import CairnSimulation
import CairnStorage
import CairnTerminal
import CairnTesting
import ExampleSupport

@testable import dance

extension Root.State: ScreenedState {}

/// The parts of a world for the tests: a clock, a file in memory with ada@example.com, and two classes.
struct Studio {
  static let salsa = DanceClass(
    id: 1, title: "Salsa Basics", instructor: "Leanne Okafor", level: "Beginner", song: "Corazón",
    thumbnail: "▚▞", duration: 200_000)
  static let tango = DanceClass(
    id: 2, title: "Tango", instructor: "Zoë Martínez", level: "Advanced", song: "Blue Hour",
    thumbnail: "▙▟", duration: 90_000)
  static let password: Secret = "s3cret-pw!"
  static let ada = Account(email: "ada@example.com", profile: Profile())

  let simulation = Simulation()
  let accounts: Accounts<Profile>
  let disk: Guarded<SimulatedDisk>
  /// The fault of the next operations of the storage.
  let fault = Guarded<StorageFault?>(nil)

  /// - Parameter latency: the time of each operation of the storage.
  init(signedIn: Bool = false, latency: Duration? = nil) {
    let user = Accounts<Profile>.User(
      email: Self.ada.email, password: Self.password, profile: Profile())
    let contents = Accounts<Profile>.Contents.seeded(
      [user], signedIn: signedIn ? Self.ada.email : nil)
    let format = Accounts<Profile>.format
    disk = simulation.memory.keep(.used("dance.json", format: format, contents: contents))
    var storage = FileStorage(simulated: "dance.json", format: format) { [disk] body in
      disk.withLock { body(&$0) }
    } fault: { [fault] _ in
      fault.withLock { $0 }
    }
    if let latency { storage = storage.taking(latency, on: simulation.clock) }
    accounts = Accounts(storage, hasher: .seeded(StoragePlace.hashSeed))
  }

  /// The state after the start.
  static func state(of user: Account? = nil) -> Root.State {
    var state = Root.State()
    state.classes.phase = .loaded([salsa, tango])
    state.classes.user = user
    return state
  }

  func store(_ state: Root.State, route: Route = .classes) -> TestStore<Root.State, Root.Action> {
    TestStore(state, simulation: simulation) {
      Root(
        accounts: accounts,
        api: ClassesAPI(
          serving: [Self.salsa, Self.tango], after: .seconds(1), on: simulation.clock),
        video: Video(
          accounts: accounts, clock: simulation.clock, time: simulation.clock.stopwatch(),
          rules: PlayerRules()), route: route)
    }
  }
}
