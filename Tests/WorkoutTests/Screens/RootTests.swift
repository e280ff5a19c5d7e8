import Cairn
import CairnTesting
import Testing

@testable import workout

struct RootTests {
  @Test(arguments: [
    ("new", Account?.none, Root.State.getStarted()),
    ("signed-in", .registered, .profile(.registered)),
  ])
  func `a start shows the profile of the signed-in user, or Get Started`(
    start: String, account: Account?, state: Root.State
  ) throws {
    let store = try World(start: start).store(.starting)
    store.send(.started)
    store.receive(.equal(.restored(.init(account: account)))) { $0 = state }
    store.finish()
  }

  @Test func `a second start cancels the first one`() throws {
    let store = try World(options: "--latency=2s").store(.starting)
    store.send(.started)
    store.advance(by: .seconds(1))
    store.send(.started)
    store.advance(by: .milliseconds(1999))
    #expect(store.state.screens.map(\.id) == ["starting"])
    store.advance(by: .milliseconds(1))
    store.receive(.equal(.restored(.init(account: nil)))) { $0 = .getStarted() }
    store.finish()
  }

  @Test func `a file that cannot be read causes a note`() throws {
    let world = try World(options: "--unreliable")
    world.simulation.choices.fix("load", "fails")
    let store = world.store(.starting)
    store.send(.started)
    store.receive(.equal(.restored(.init(account: nil, note: inputOutputError)))) {
      $0 = .signedOut(GetStarted.State(note: inputOutputError))
    }
    #expect(store.state.notes == [inputOutputError])
    store.finish()
  }

  @Test(arguments: [Root.State.getStarted("ada"), .login("ada"), .profile(.ada)])
  func `once started, neither a start nor a late answer changes anything`(
    state: Root.State
  ) throws {
    let store = try World(start: "signed-in").store(state)
    store.send(.started)
    store.send(.restored(.init(account: .registered)))
    store.finish()
  }

  @Test(arguments: [
    Root.Action.login(.loggedIn(.ada)), .login(.notLoggedIn(reason: "late")),
    .signup(.signedUp(.ada)), .signedIn(.remembered), .signedIn(.loggedOut),
  ])
  func `a reply to a screen that is gone changes nothing`(reply: Root.Action) throws {
    let store = try World().store(.getStarted("ada@example.com"))
    withKnownIssue {
      store.send(reply)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("is for a screen that is not there") }
    }
    store.finish()
  }
}
