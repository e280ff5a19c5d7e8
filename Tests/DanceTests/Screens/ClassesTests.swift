import Cairn
import CairnSimulation
import CairnStorage
import CairnTesting
import Testing

@testable import dance

struct ClassesTests {
  private let studio = Studio()

  @Test func `a failed load shows the reason, and retry loads again`() {
    let store = studio.store(Root.State())
    store.send(.notLoaded(reason: "no network")) {
      $0.classes.phase = .failed(reason: "no network")
    }
    #expect(store.screen.notes == ["no network"])
    store.refuse("go-signup", "go-signup is disabled: the classes could not be loaded")
    store.type("retry") { $0.classes.phase = .loading }
    store.advance(by: .seconds(1))
    store.receive(.loaded(.init(account: nil), [Studio.salsa, Studio.tango])) {
      $0 = Studio.state()
    }
    store.send(.classes(.retry))
    store.finish()
  }

  @Test func `a damaged file is reported, and nobody is signed in`() {
    let studio = Studio(signedIn: true)
    studio.disk.withLock { $0["dance.json"] = #"{"storage":1"# }
    let store = studio.store(Root.State())
    let note = "The saved accounts could not be understood and were kept as dance.json.damaged."
    store.send(.started)
    store.advance(by: .seconds(1))
    store.receive(.loaded(.init(account: nil, note: note), [Studio.salsa, Studio.tango])) {
      $0 = Studio.state()
      $0.classes.note = note
    }
    #expect(store.screen.notes == [note])
    store.finish()
  }

  @Test func `the screen beneath a modal takes nothing`() {
    let store = studio.store(Studio.state())
    store.type("go-login") { $0.path.push(.logIn(LogIn.State())) }
    store.send(.classes(.play(1)))
    store.send(.classes(.signUpShown))
    store.finish()
  }

  @Test func `the form beneath an alert takes nothing`() throws {
    var state = Studio.state()
    let alert = AlertState<SignUp.Choice>(
      "Taken", buttons: [ButtonState("OK", name: "ok", role: .cancel, action: .ok)])
    state.path.push(
      .signUp(SignUp.State(email: "bea@example.com", password: Studio.password, alert: alert)))
    let id = try #require(state.path.ids.last)
    let store = studio.store(state)
    for action in [SignUp.Action.signUp, .close] {
      store.send(.path(.element(id: id, action: .signUp(action))))
    }
    store.finish()
  }

  @Test(arguments: [
    (Route.classes, ["classes"]), (.logIn, ["classes", "login"]),
    (.signUp, ["classes", "signup"]), (.video(2), ["classes", "login"]),
  ])
  func `a deep link shows its screen over the list, and a form only if nobody is signed in`(
    route: Route, screens: [String]
  ) {
    for isSignedIn in [false, true] where route != .video(2) || !isSignedIn {
      let store = Studio(signedIn: isSignedIn).store(Root.State(), route: route)
      store.exhaustivity = .off
      store.send(.started)
      store.advance(by: .seconds(1))
      let user = isSignedIn ? Studio.ada : nil
      store.receive(.loaded(.init(account: user), [Studio.salsa, Studio.tango]))
      #expect(store.state.screens.map(\.id) == (isSignedIn ? ["classes"] : screens))
    }
  }
}
