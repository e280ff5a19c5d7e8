import Cairn
import CairnTesting
import Testing

@testable import onboarding

struct NewPINTests {
  private let strict = Rules(isStrict: true)

  @Test(arguments: ["", " ", "\u{2003}\n"])
  func `next is refused while the PIN is empty`(pin: String) {
    let store = TestStore(.ada(at: .newPIN, pin: Secret(pin)))
    store.refuse("next", "next is disabled: pin is required")
    store.refuse("pin", "pin needs a value: give a value, or \"\" to clear")
    store.finish()
  }

  @Test(arguments: ["1", "letters", "👩🏽‍🚀", " 1 "])
  func `any PIN is accepted`(pin: String) {
    let store = TestStore(NewPIN.State(rules: Rules())) { NewPIN() }
    store.send(.pinChanged(Secret(pin))) { $0.pin = Secret(pin) }
    store.send(.next)
    store.receive(.equal(.completed))
    store.finish()
  }

  @Test(arguments: ["123", "1234567890123", "12a4", "12 34", "١٢٣٤", "1️⃣2️⃣3️⃣4️⃣", "1\u{301}234"])
  func `under strict rules a PIN that is not 4 to 12 digits disables next`(pin: String) {
    let store = TestStore(.ada(at: .newPIN, pin: Secret(pin), rules: strict), rules: strict)
    store.refuse("next", "next is disabled: a PIN is 4 to 12 digits")
    store.finish()
  }

  @Test(arguments: ["1234", "123456789012"])
  func `under strict rules 4 to 12 digits are accepted`(pin: String) {
    let store = TestStore(NewPIN.State(rules: strict, pin: Secret(pin))) { NewPIN() }
    store.send(.next)
    store.receive(.equal(.completed))
    store.finish()
  }

  @Test func `next leads to Confirm PIN with all typed values`() {
    let store = TestStore(.ada(at: .newPIN))
    store.type("next")
    store.receive(.equal(.path(.newPIN(.completed)))) {
      $0 = .ada(at: .confirmPIN, confirming: "")
    }
    store.finish()
  }

  @Test func `going back empties the PIN`() {
    let store = TestStore(.ada(at: .newPIN))
    store.type("back") { $0.pop() }
    store.type("next")
    store.receive(.equal(.path(.personalInfo(.completed)))) {
      $0.push(.newPIN(NewPIN.State(rules: Rules(), pin: "")))
    }
    store.finish()
  }
}
