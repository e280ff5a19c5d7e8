/// The progress of a user in one class. Times are in milliseconds.
struct ClassProgress: Codable, Hashable, Sendable {
  /// The position at which the user left off.
  var position = 0
  var watched = Watched()
  /// The time on the screen of the video, including pauses.
  var timeSpent = 0

  /// The watched share of a class in whole percents, rounded down.
  ///
  /// Another catalog may have a shorter video: the parts after its end do not count.
  func percent(of duration: Int) -> Int {
    duration == 0 ? 0 : watched.total(before: duration) * 100 / duration
  }
}

/// The data of a user besides address and password.
struct Profile: Codable, Hashable, Sendable {
  /// The progress by the id of the class.
  private(set) var progress: [Int: ClassProgress] = [:]

  subscript(id: DanceClass.ID) -> ClassProgress {
    get { progress[id] ?? ClassProgress() }
    set { if newValue != self[id] { progress[id] = newValue } }
  }

  /// Adds the difference between two states of a player to what is known. Another window may have added its own:
  /// the times are added, and the position is that of the last window that has moved it.
  mutating func add(_ new: ClassProgress, since old: ClassProgress, in id: DanceClass.ID) {
    var sum = self[id]
    sum.timeSpent += max(0, new.timeSpent - old.timeSpent)
    if new.position != old.position { sum.position = new.position }
    sum.watched.formUnion(new.watched)
    self[id] = sum
  }
}
