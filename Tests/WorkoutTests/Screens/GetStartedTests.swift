import Cairn
import CairnTesting
import Testing

@testable import workout

struct GetStartedTests {
  @Test(arguments: [
    ("registered@email.com", Root.State.login("registered@email.com")),
    ("ada@example.com", .signup("ada@example.com")),
    (" Registered@Email.COM ", .login("Registered@Email.COM", typed: " Registered@Email.COM ")),
  ])
  func `after a second, next leads to the log-in or to the sign-up`(
    email: String, next: Root.State
  ) throws {
    let store = try World().store(.getStarted())
    store.send(.signedOut(.emailChanged(email))) { $0 = .getStarted(email) }
    store.send(.signedOut(.next)) { $0 = .getStarted(email, .checking) }
    store.advance(by: .milliseconds(999))
    store.advance(by: .milliseconds(1))
    store.receive(.case(.signedOut)) { $0 = next }
    store.finish()
  }

  @Test func `another address ends the check of the former one`() throws {
    let store = try World().store(.getStarted("registered@email.com"))
    store.send(.signedOut(.next)) { $0 = .getStarted("registered@email.com", .checking) }
    store.advance(by: .milliseconds(999))
    store.send(.signedOut(.emailChanged("ada"))) { $0 = .getStarted("ada") }
    store.advance(by: .seconds(2))
    store.finish()
  }

  @Test func `a check that fails is reported, and the address stays`() throws {
    let world = try World(options: "--unreliable")
    world.simulation.choices.fix("load", "fails")
    let store = world.store(.getStarted("ada@example.com"))
    store.send(.signedOut(.next)) { $0 = .getStarted("ada@example.com", .checking) }
    store.advance(by: .seconds(1))
    store.receive(.case(.signedOut)) {
      $0 = .getStarted("ada@example.com", .editing(problem: inputOutputError))
    }
    #expect(store.state.notes == [inputOutputError])
    store.finish()
  }

  @Test func `beneath another screen nothing can be typed`() throws {
    let store = try World().store(.login("registered@email.com"))
    store.send(.signedOut(.emailChanged("ada")))
    store.send(.signedOut(.next))
    store.finish()
  }
}

/// The message of a storage that cannot read its file.
let inputOutputError =
  "Input/output error (reading workout.json). Try again, and check the device if it fails again."
