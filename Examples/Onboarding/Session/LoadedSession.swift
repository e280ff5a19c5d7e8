/// What a start of the program finds: a user, or nobody and perhaps a reason to tell.
enum LoadedSession: Codable, Equatable, Sendable {
  case signedIn(Session)
  /// Nobody is signed in; `note` says why, where something was saved that could not be used.
  case signedOut(note: String?)
}
