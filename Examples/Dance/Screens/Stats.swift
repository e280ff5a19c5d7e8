import Cairn
import CairnApp

/// The progress of a user in each class.
struct Stats: Reducer {
  struct State: Hashable {
    let rows: [Row]

    struct Row: Hashable {
      let lesson: DanceClass
      let progress: ClassProgress
    }

    /// The classes in which the user has made progress.
    init(_ classes: [DanceClass], of profile: Profile) {
      rows = classes.map { Row(lesson: $0, progress: profile[$0.id]) }
        .filter { $0.progress != ClassProgress() }
    }
  }

  enum Action: Codable, Equatable {
    case close
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .close: .dismiss
    }
  }
}

extension Stats.State {
  var screen: Screen<Stats.Action> {
    Screen("stats", "Stats") {
      if rows.isEmpty {
        Text("Nothing watched yet.")
      } else {
        GridRow("Class", "Left off", "Watched", "Time spent")
        for row in rows {
          let (progress, duration) = (row.progress, row.lesson.duration)
          GridRow(
            row.lesson.title.onOneLine,
            "\(min(progress.position, duration).inMinutes) of \(duration.inMinutes)",
            "\(progress.percent(of: duration)) %", progress.timeSpent.inMinutes)
        }
      }
      Button("close", .close)
    }
  }
}
