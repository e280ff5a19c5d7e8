/// A mistake in the sign-up of these tests: each has been made in earnest by somebody.
enum Flaw: String, CaseIterable, Sendable {
  /// What is typed is judged by what was there a keystroke before.
  case staleValidation = "stale-validation"
  /// `next` is disabled on the screen, and the reducer goes on all the same.
  case unguardedNext = "unguarded-next"
  /// A file that was half written leads to a screen with nothing on it.
  case blankAfterDamage = "blank-after-damage"
  /// The session is saved without its PIN.
  case forgottenPIN = "forgotten-pin"
  /// Back from New PIN skips a screen.
  case wrongWayBack = "wrong-way-back"
  /// What was typed to confirm a PIN is still there when another PIN is to be confirmed.
  case keptConfirmation = "kept-confirmation"
  /// One can go back while the session is saved, and is signed in all the same.
  case backWhileSaving = "back-while-saving"
  /// A second `next` saves a second time.
  case savingTwice = "saving-twice"
}
