import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

struct HomeTests {
  private static let badNumber = "Mobile number is not valid"

  @Test func `home shows first and last name and the mobile number`() throws {
    let store = try AppStore(.home)
    #expect(
      store.screen.lines() == [
        "Home", "", "  Name    Ada Lovelace", "  Mobile  +60 12-345 6789", "", "  edit", "  images",
        "  logout",
      ])
  }

  @Test func `a valid number is stored, closes the dialog and is said`() throws {
    let store = try AppStore(.home, start: "signed-in")
    store.type("edit") {
      $0.modifyHome {
        $0.destination = .edit(Edit.State(account: AccountsApp.ada, mobile: "+60 12-345 6789"))
      }
    }
    #expect(store.screen.id == "edit")
    store.type("mobile 0123456780") { $0.modifyEdit { $0.mobile = "0123456780" } }
    store.type("save") { $0.modifyEdit { $0.phase = .submitting } }
    var changed = AccountsApp.ada
    changed.profile["mobile"] = "0123456780"
    store.receive(.equal(.home(.destination(.edit(.saved(changed)))))) {
      $0.modifyHome {
        $0.account = changed
        $0.phase = .ready(note: .numberEdited)
        $0.destination = nil
      }
    }
    #expect(store.screen.notes == ["Number was edited successfully"])
    // The next dialog takes the message away.
    store.type("edit") {
      $0.modifyHome {
        $0.phase = .ready(note: nil)
        $0.destination = .edit(Edit.State(account: changed, mobile: "0123456780"))
      }
    }
    store.type("cancel") { $0.modifyHome { $0.destination = nil } }
    store.finish()
  }

  @Test(arguments: ["", " ", "12", "015-345 6789", "+60 12-345 678"])
  func `a wrong number keeps the dialog open`(mobile: String) throws {
    let edit = Edit.State(account: AccountsApp.ada, mobile: mobile)
    let store = try AppStore(
      .home(Home.State(account: AccountsApp.ada, destination: .edit(edit))), start: "signed-in")
    store.type("save") { $0.modifyEdit { $0.phase = .editing(problem: Self.badNumber) } }
    #expect(store.screen.notes == [Self.badNumber])
    #expect(store.screen.id == "edit")
    store.type("mobile 1") {
      $0.modifyEdit {
        $0.mobile = "1"
        $0.phase = .editing(problem: nil)
      }
    }
    store.finish()
  }

  @Test func `while the number is stored, the dialog refuses every input`() throws {
    let edit = Edit.State(account: AccountsApp.ada, mobile: "0123456780")
    let store = try AppStore(
      .home(Home.State(account: AccountsApp.ada, destination: .edit(edit))), start: "signed-in",
      options: ["--latency=1s"])
    store.type("save") { $0.modifyEdit { $0.phase = .submitting } }
    for line in ["mobile 1", "save", "cancel"] {
      store.refuse(line, "\(line.split(separator: " ")[0]) is disabled: saving")
    }
    var changed = AccountsApp.ada
    changed.profile["mobile"] = "0123456780"
    store.advance(by: .seconds(1))
    store.receive(.equal(.home(.destination(.edit(.saved(changed)))))) {
      $0.modifyHome {
        $0.account = changed
        $0.phase = .ready(note: .numberEdited)
        $0.destination = nil
      }
    }
    store.finish()
  }

  @Test func `a number that cannot be stored keeps the dialog open, with the reason`() throws {
    let simulation = Simulation()
    simulation.choices.fix("save", "fails")
    let edit = Edit.State(account: AccountsApp.ada, mobile: "0123456780")
    let store = try AppStore(
      .home(Home.State(account: AccountsApp.ada, destination: .edit(edit))), start: "signed-in",
      options: ["--unreliable"], simulation: simulation)
    store.type("save") { $0.modifyEdit { $0.phase = .submitting } }
    let problem =
      "No space left on device (changing accounts.json). Free some space and try again."
    store.receive(.equal(.home(.destination(.edit(.failed(problem: problem)))))) {
      $0.modifyEdit { $0.phase = .editing(problem: problem) }
    }
    store.finish()
  }

  @Test func `logout leads to an empty login`() throws {
    let store = try AppStore(.home, start: "signed-in", options: ["--latency=1s"])
    store.type("logout") { $0.modifyHome { $0.phase = .loggingOut } }
    for line in ["edit", "images", "logout"] {
      store.refuse(line, "\(line) is disabled: logging out")
    }
    store.advance(by: .seconds(1))
    store.receive(.equal(.home(.loggedOut))) { $0 = .login() }
    store.finish()
  }

  @Test func `a logout that fails is said, and one stays`() throws {
    let simulation = Simulation()
    simulation.choices.fix("save", "fails")
    let store = try AppStore(
      .home, start: "signed-in", options: ["--unreliable"], simulation: simulation)
    store.type("logout") { $0.modifyHome { $0.phase = .loggingOut } }
    let problem =
      "No space left on device (changing accounts.json). Free some space and try again."
    store.receive(.equal(.home(.notLoggedOut(reason: problem)))) {
      $0.modifyHome { $0.phase = .ready(note: .problem(problem)) }
    }
    #expect(store.screen.notes == [problem])
    store.finish()
  }

  @Test(arguments: AccountsApp.starts) func `the app starts with who is signed in`(
    start: String
  ) throws {
    let store = try AppStore(.starting, start: start)
    store.send(.started)
    let isSignedIn = start == "signed-in"
    store.receive(.equal(.restored(.init(account: isSignedIn ? AccountsApp.ada : nil)))) {
      $0 = isSignedIn ? .home : .login()
    }
    // A second start changes nothing.
    store.send(.started)
    store.send(.restored(.init(account: .grace)))
    store.finish()
  }
}
