/// How far a search goes where nobody says how far.
enum SearchDefaults {
  /// On the command line: seconds, and some ten megabytes, for an app that counts without end.
  static let states = 200_000
  /// In a session, where somebody waits for the answer.
  static let statesInSession = 100_000
  static let timeInSession = Duration.seconds(10)
}
