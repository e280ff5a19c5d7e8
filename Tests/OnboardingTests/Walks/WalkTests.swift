import Cairn
import CairnApp
import CairnDump
import Testing

@testable import onboarding

/// Properties of every state on the walks.
struct WalkTests {
  @Test(arguments: Walk.all)
  func `the reducer refuses the actions of disabled inputs`(walk: Walk) throws {
    for state in try walk.record().states {
      for (name, action) in disabledActions(in: state) {
        #expect(state.refuses(action), "\(name)")
      }
    }
  }

  @Test func `the walks cover every screen and every disabled input`() throws {
    let states = try Walk.all.flatMap { try $0.record().states }
    #expect(
      Set(states.flatMap(\.screens).map(\.id)) == [
        "starting", "welcome", "terms", "credentials", "personal-info", "new-pin", "confirm-pin",
        "main", "unlock",
      ])
    let disabled = Set(states.flatMap(disabledActions).map(\.name))
    #expect(
      disabled.symmetricDifference([
        "terms next: accept the terms first",
        "credentials next: email and password are required",
        "credentials next: email is required",
        "credentials next: password is required",
        "credentials next: email: this does not look like an e-mail address",
        "personal-info next: first-name, last-name and telephone are required",
        "personal-info next: last-name and telephone are required",
        "personal-info next: telephone is required",
        "personal-info next: telephone: this does not look like a telephone number",
        "new-pin next: pin is required", "new-pin next: a PIN is 4 to 12 digits",
        "confirm-pin next: confirm is required", "confirm-pin next: saving",
        "confirm-pin back: saving", "confirm-pin confirm: saving",
        "main lock: saving", "main sign-out: saving",
        "main lock: signing out", "main sign-out: signing out",
        "unlock unlock: pin is required", "unlock unlock: checking the PIN",
        "unlock pin: checking the PIN", "unlock sign-out: checking the PIN",
        "unlock pin: wait 1 s after 2 wrong PINs", "unlock unlock: wait 1 s after 2 wrong PINs",
        "unlock unlock: signing out", "unlock pin: signing out", "unlock sign-out: signing out",
      ]) == [])
  }

  @Test(arguments: Walk.all)
  func `no screen but Terms is taller than 12 lines, or 15 with long values`(walk: Walk) throws {
    // A value that does not fit into its line takes up to three.
    let limit = walk.name.hasPrefix("very long texts") ? 15 : 12
    for screen in try walk.record().states.flatMap(\.screens) where screen.id != "terms" {
      let lines = screen.lines(width: 80)
      #expect(lines.count <= limit, "\(lines.joined(separator: "\n"))")
    }
  }

  @Test(arguments: Walk.all)
  func `no state, action or screen shows a secret`(walk: Walk) throws {
    let record = try walk.record()
    var texts: [String] = []
    for state in record.states {
      texts += [dumped(state), "\(state)", String(reflecting: state)]
      texts += state.screens.map { $0.lines().joined(separator: "\n") }
    }
    for action in record.actions {
      texts += [dumped(action), "\(action)", String(reflecting: action)]
    }
    for secret in Walk.secrets {
      #expect(!texts.contains { $0.contains(secret) }, "\(secret)")
    }
  }

  /// The actions of the disabled inputs of the shown screen, with the reasons.
  private func disabledActions(
    in state: Root.State
  ) -> [(name: String, action: Root.Action)] {
    guard let screen = state.screens.last else { return [] }
    return screen.inputs.compactMap { input in
      guard let reason = input.disabledReason else { return nil }
      guard case .refused(let refusal) = screen.parse(input.lineWithValue),
        let action = refusal.wouldSend
      else {
        Issue.record("\(input.name) is disabled, and yet \"\(input.lineWithValue)\" is accepted")
        return nil
      }
      return ("\(screen.id) \(input.name): \(reason)", action)
    }
  }
}

extension Input {
  /// A complete line, with a value if the input needs one.
  fileprivate var lineWithValue: String {
    switch kind {
    case .field, .secureField, .valueButton: "\(name) something"
    case .toggle, .row, .button: name
    case .picker(_, let options): "\(name) \((options.first ?? "").typedValue)"
    }
  }
}
