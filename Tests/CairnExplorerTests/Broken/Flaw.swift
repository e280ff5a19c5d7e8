/// A bug in the sign-up of these tests. All occur in practice.
enum Flaw: String, CaseIterable, Sendable {
  /// The input is validated with the value before the last keystroke.
  case staleValidation = "stale-validation"
  /// `next` is disabled on the screen, but the reducer accepts it.
  case unguardedNext = "unguarded-next"
  /// A partially written file leads to an empty screen.
  case blankAfterDamage = "blank-after-damage"
  /// The session is saved without its PIN.
  case forgottenPIN = "forgotten-pin"
  /// Back from New PIN skips a screen.
  case wrongWayBack = "wrong-way-back"
  /// The confirmation of an earlier PIN is not cleared.
  case keptConfirmation = "kept-confirmation"
  /// Back is possible while the session is saved, which signs the user in anyway.
  case backWhileSaving = "back-while-saving"
  /// A second `next` saves a second time.
  case savingTwice = "saving-twice"
}
