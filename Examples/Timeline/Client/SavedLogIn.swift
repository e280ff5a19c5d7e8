import CairnStorage

/// The contents of the file: whether a person is logged in, and no credentials.
struct SavedLogIn: Codable, Hashable, Sendable {
  var isLoggedIn = false

  /// An earlier program removed the file at the log-out: it took any file of version 1 for a log-in.
  static let format = FileFormat<SavedLogIn>(
    version: 2, migrations: [1: Migration { (old: SavedLogIn) in old }])
}
