import Cairn
import CairnApp
import CairnSimulation
import CairnStorage
import CairnTesting
import ExampleSupport
import Testing

@testable import accounts

/// One description drives the form, its validation and the storage.
struct UserDescriptionTests {
  private let simulation = Simulation()
  private let accounts: Accounts<Profile>
  private let disk = Guarded(SimulatedDisk())

  init() {
    let disk = disk
    let storage = FileStorage(simulated: "accounts.json", format: Accounts<Profile>.format) {
      body in disk.withLock { body(&$0) }
    }
    accounts = Accounts(storage, hasher: .seeded(1))
  }

  /// The kind of the app with one more field, before the gender.
  private static let withNickname: UserKind = {
    let member = UserDescription.app.kinds[0]
    let nickname = UserField(
      "nickname", .text, rule: .text { $0.count <= 8 }, message: "Nickname is too long")
    return UserKind(
      name: member.name, fields: member.fields.dropLast() + [nickname] + member.fields.suffix(1))
  }()

  private static let artist = UserKind(
    name: "artist",
    fields: UserDescription.app.kinds[0].fields.filter(\.kind.isCredential) + [
      UserField(
        "portfolio", .text, rule: .text { $0.hasPrefix("https://") },
        message: "Portfolio is not valid"),
      UserField("style", .choice(["oil", "ink"]), missing: "Please select a style"),
    ])

  @Test func `one more field is on the form, is checked, and is stored`() async throws {
    let description = UserDescription(kinds: [Self.withNickname])
    let complete = [
      "email ada@example.com", "password s3cret-pw!", "mobile 0123456789", "gender other",
    ]
    let names = SignUp.State().screen(description).names
    #expect(
      names == [
        "email", "password", "first-name", "last-name", "mobile", "nickname", "gender", "signup",
        "back",
      ])
    func problem(_ lines: String...) throws -> String? {
      var form = UserForm()
      for line in complete + lines {
        let screen = SignUp.State(form: form).screen(description)
        guard case .action(.changed(let change), name: _) = screen.parse(line) else {
          Issue.record("the form refuses \(line)")
          continue
        }
        form.apply(change, description)
      }
      return description.kinds[0].problem(in: form)
    }
    #expect(try problem() == "Please complete the form")
    #expect(try problem("nickname Countess") == nil)
    #expect(try problem("nickname Enchantress of Number") == "Nickname is too long")
    // In the order of the fields: before the gender, which has a message of its own.
    #expect(UserDescription.app.kinds[0].fields.last?.name == "gender")

    try await signUp(complete + ["nickname Countess"], description)
    let stored = try await accounts.verify(email: "ada@example.com", password: "s3cret-pw!")
    #expect(stored?.profile["nickname"] == "Countess")
    #expect(disk.withLock { $0["accounts.json"] }?.contains("\"nickname\" : \"Countess\"") == true)
  }

  @Test func `one more kind of user is a choice on the form, with fields of its own`() async throws
  {
    let description = UserDescription(kinds: UserDescription.app.kinds + [Self.artist])
    var form = UserForm()
    #expect(
      SignUp.State(form: form).screen(description).lines().prefix(4) == [
        "Sign up", "", "  kind        member  of member, artist", "  email       (empty)",
      ])
    form.apply(.kind("artist"), description)
    #expect(
      SignUp.State(form: form).screen(description).names == [
        "kind", "email", "password", "portfolio", "style", "signup", "back",
      ])
    let artist = [
      "kind artist", "email ink@example.com", "password an0ther-pw!",
      "portfolio https://ink.example",
      "style ink",
    ]
    try await signUp(artist, description)
    let stored = try await accounts.verify(email: "ink@example.com", password: "an0ther-pw!")
    #expect(
      stored?.profile
        == Profile(kind: "artist", ["portfolio": "https://ink.example", "style": "ink"]))
  }

  /// Types lines into the sign-up form of the app and signs up.
  private func signUp(
    _ lines: [String], _ description: UserDescription,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let reducer = Root(accounts: accounts, feed: .builtIn, description: description)
    let store = simulation.store(Root.State.login(Login.State())) { reducer }
    for line in ["go-signup"] + lines + ["signup"] {
      guard case .action(let action, name: _)? = reducer.screens(of: store.state).last?.parse(line)
      else {
        Issue.record("the form refuses \(line)", sourceLocation: sourceLocation)
        return
      }
      store.send(action)
      simulation.drain()
    }
    #expect(reducer.screens(of: store.state).last?.id == "home", sourceLocation: sourceLocation)
  }
}
