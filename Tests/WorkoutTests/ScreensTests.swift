import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import Testing

@testable import workout

/// Rules that no trail shows: late actions, actions of a covered screen, and writes that fail or follow each other.
struct ScreensTests {
  private static let reason =
    "No space left on device (changing workout.json). Free some space and try again."

  @Test(arguments: [Root.State.getStarted("ada"), .login("ada"), .profile(.ada)])
  func `once started, neither a start nor a late answer changes anything`(
    state: Root.State
  ) throws {
    let store = try World(start: "signed-in").store(state)
    store.send(.started)
    store.send(.restored(.init(account: .registered)))
    store.finish()
  }

  @Test func `after a restored state the start goes on`() throws {
    let simulation = Simulation()
    let options = try OptionValues(["--latency", "2s"], among: WorkoutApp.options)
    let launch = Launch(.simulated(start: "signed-in"), options: options, in: simulation)
    let driver = try Driver(WorkoutApp(launch), in: simulation)
    simulation.advance(by: .seconds(1))
    #expect(driver.screen.id == "starting")
    _ = driver.restore(driver.checkpoint)
    simulation.advance(by: .seconds(2))
    #expect(driver.screen.id == "profile")
  }

  @Test func `beneath another screen nothing can be typed`() throws {
    let store = try World().store(.login("registered@email.com"))
    store.send(.signedOut(.emailChanged("ada")))
    store.send(.signedOut(.next))
    store.finish()
  }

  @Test func `a picture depends on the address alone, without case`() {
    #expect(Portrait(of: "Ada@Example.COM") == Portrait(of: "ada@example.com"))
    let many = (0..<2000).map { Portrait(of: "user\($0)@example.com").text }
    #expect(Set(many).count == 256)
    #expect(many.allSatisfy { $0.split(separator: "\n").allSatisfy { $0.count == 10 } })
  }

  @Test func `a logout that fails is reported, and the user stays signed in`() async throws {
    let world = try World(start: "signed-in", options: "--unreliable")
    world.simulation.choices.fix("save", "fails")
    let store = world.store(.profile(.registered))
    store.send(.signedIn(.logout)) { $0 = .profile(.registered, .loggingOut) }
    store.receive(.equal(.signedIn(.notLoggedOut(reason: Self.reason)))) {
      $0 = .profile(.registered, .ready(problem: Self.reason))
    }
    #expect(store.state.notes == [Self.reason])
    store.finish()
    #expect(await world.rememberedEmail() == "registered@email.com")
  }

  @Test(arguments: ["works", "fails"])
  func `a logout while the log-in is remembered follows its write`(_ answer: String) throws {
    let world = try World(options: "--latency=1s", "--unreliable")
    world.simulation.choices.fix("save", answer)
    let store = world.store(.profile(.registered))
    store.send(.signedIn(.remember)) { $0 = .profile(.registered, .remembering) }
    store.advance(by: .milliseconds(999))
    store.send(.signedIn(.logout)) { $0 = .profile(.registered, .loggingOut) }
    store.advance(by: .milliseconds(1))
    store.receive(
      .equal(
        .signedIn(answer == "works" ? .remembered : .notRemembered(reason: Self.reason))))
    store.advance(by: .seconds(1))
    store.receive(.equal(.signedIn(.loggedOut))) { $0 = .getStarted() }
    store.finish()
    let next = world.store(.starting)
    next.send(.started)
    next.advance(by: .seconds(1))
    next.receive(.equal(.restored(.init(account: nil)))) { $0 = .getStarted() }
    next.finish()
  }
}
