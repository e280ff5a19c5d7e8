import CairnApp

// The values that a search types into fields, and the properties that it checks.
extension DanceApp {
  /// Before the sign-up the pair is wrong, and afterwards the address is taken.
  static let samples = [
    "search": ["tango", ""],
    "email": ["ada@example.com"],
    "password": ["s3cret-pw!"],
    "seek": ["0", "150%"],
  ]

  /// Only the time since a reading matters, and that is in the sleep to the next tick. Problems are texts for
  /// a person: the app continues alike with and without them.
  static let canonicalState: (@Sendable (Root.State) -> Root.State)? = { state in
    var state = state
    state.classes.note = nil
    if let id = state.path.ids.last, var form = state.path[id: id]?[case: .logIn],
      !form.isSubmitting
    {
      form.phase = .editing(problem: nil)
      state.path[id: id] = .logIn(form)
    }
    if let id = state.path.ids.last, var video = state.path[id: id]?[case: .video] {
      video.playback.reading = nil
      // The answer of a save replaces the problem.
      if video.saving != nil { video.problem = nil }
      state.path[id: id] = .video(video)
    }
    return state
  }

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect, .settles, .noProgressAtRest,
    // While the list loads or a log-out runs that never answers, a person can only wait.
    .noDeadEnd(unless: \.isWaiting),
    .leadsTo("loading the classes", "the list or a failure") {
      $0.classes.phase == .loading
    } then: {
      $0.classes.phase != .loading
    },
    .backUndoes("go-login", with: "close"),
    .backUndoes("go-signup", with: "close"),
    .backUndoes("stats", with: "close"),
    // Not so `play-1`: a class that opens saves what was not saved when it closed.
    .alwaysReachable(screen: "classes"),
    .reachable(screen: "login"), .reachable(screen: "signup"), .reachable(screen: "alert"),
    .reachable(screen: "video"), .reachable(screen: "stats"),
    .reachable("a class watched to its end") { $0.video?.watchedShare == 100 },
    .never("a video without a user") { $0.video != nil && $0.classes.user == nil },
    .never("a form for a signed-in user") { $0.hasForm && $0.classes.user != nil },
    .always("a position within the class") { state in
      state.video.map { (0...$0.lesson.duration).contains($0.playback.position) } ?? true
    },
    .always("a share of at most 100 %") { ($0.video?.watchedShare ?? 0) <= 100 },
    .never("a video that plays at its end") { state in
      state.video.map { $0.playback.isPlaying && $0.playback.isAtEnd } ?? false
    },
    .noSecret("leaving a form") { before, after in before.hasForm && !after.hasForm },
    .step("what was watched stays watched") { before, _, after in
      guard let old = before.video, let new = after.video, old.lesson == new.lesson,
        old.email == new.email
      else { return true }
      return old.playback.progress.watched.total <= new.playback.progress.watched.total
    },
    // A seek takes the time since the last reading of the clock, at most a tick, and watches nothing else.
    .step("a seek watches no more than was played") { before, step, after in
      guard step.isSeek, let old = before.video, let new = after.video else { return true }
      let watched = new.playback.progress.watched.total - old.playback.progress.watched.total
      return watched >= 0 && watched <= Int(old.rules.tick / .milliseconds(1))
    },
    // A player that is killed loses the time since the last reading of the clock.
    .always("progress is on disk or on its way there") { state in
      guard let video = state.video, video.saving == nil, video.problem == nil else { return true }
      return video.playback.progress == video.saved
    },
  ]
}

extension Root.State {
  fileprivate var isWaiting: Bool {
    switch classes.phase {
    case .loading, .loggingOut: true
    case .loaded, .failed: false
    }
  }

  fileprivate var video: Video.State? { path.last?[case: .video] }

  fileprivate var hasForm: Bool {
    path.contains { $0[case: .logIn] != nil || $0[case: .signUp] != nil }
  }
}

extension Video.State {
  fileprivate var watchedShare: Int { playback.progress.percent(of: lesson.duration) }
}

extension AppStep {
  fileprivate var isSeek: Bool {
    if case .input(let line) = self { line.hasPrefix("seek ") } else { false }
  }
}
