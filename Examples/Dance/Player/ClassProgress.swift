/// The progress of a user in one class. Times are in milliseconds.
struct ClassProgress: Codable, Hashable, Sendable {
  /// The position at which the user left off.
  var position = 0
  var watched = Watched()
  /// The time on the screen of the video, including pauses.
  var timeSpent = 0

  /// The watched share of a class in whole percents, rounded down.
  func percent(of duration: Int) -> Int { duration == 0 ? 0 : watched.total * 100 / duration }
}

/// The data of a user besides address and password.
struct Profile: Codable, Hashable, Sendable {
  /// The progress by the id of the class.
  private(set) var progress: [Int: ClassProgress] = [:]

  subscript(id: DanceClass.ID) -> ClassProgress { progress[id] ?? ClassProgress() }

  /// Takes progress that is at least as new as what is known. The time spent tells which is newer, so that a
  /// late save replaces nothing.
  mutating func merge(_ new: ClassProgress, in id: DanceClass.ID) {
    var merged = self[id]
    if new.timeSpent >= merged.timeSpent {
      merged.position = new.position
      merged.timeSpent = new.timeSpent
    }
    merged.watched.formUnion(new.watched)
    if merged != ClassProgress() { progress[id] = merged }
  }
}
