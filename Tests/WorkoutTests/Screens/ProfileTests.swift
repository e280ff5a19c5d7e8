import Cairn
import CairnTesting
import Testing

@testable import workout

struct ProfileTests {
  private static let reason =
    "No space left on device (changing workout.json). Free some space and try again."

  @Test func `the profile shows the address, the gender and the picture of the user`() {
    let lines = Root.State.profile(.ada).screens[0].lines()
    #expect(lines.first == "Profile")
    #expect(lines.contains("  E-mail  ada@example.com"))
    #expect(lines.contains("  Gender  female"))
    let picture = Portrait(of: "ada@example.com").text.split(separator: "\n").map { "  \($0)" }
    #expect(picture.count == 6)
    #expect(lines.starts(with: ["Profile", ""] + picture))
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

  @Test func `if the log-in cannot be remembered, the profile says so and stays`() async throws {
    let world = try World(options: "--unreliable")
    world.simulation.choices.fix("save", "fails")
    let store = world.store(.profile(.registered))
    store.send(.signedIn(.remember)) { $0 = .profile(.registered, .remembering) }
    store.receive(.equal(.signedIn(.notRemembered(reason: Self.reason)))) {
      $0 = .profile(
        .registered, .ready(problem: "You are not signed in at the next start. \(Self.reason)"))
    }
    store.finish()
    #expect(await world.rememberedEmail() == nil)
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
