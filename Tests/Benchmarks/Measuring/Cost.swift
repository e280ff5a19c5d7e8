/// What operations were found to cost.
struct Cost {
  var subject = Samples()
  var floor = Samples()
  /// Of the subject, an operation; `nil` where they are not counted.
  var allocations: Double?

  var ratio: Double { subject.least / floor.least }
}

/// Nanoseconds an operation, turn by turn.
struct Samples {
  private var all: [Double] = []

  /// What comes nearest to an idle machine.
  var least: Double { all.min() ?? .nan }

  var median: Double { all.isEmpty ? .nan : all.sorted()[all.count / 2] }

  mutating func append(_ nanoseconds: Double) { all.append(nanoseconds) }

  mutating func append(_ others: Samples) { all += others.all }
}
