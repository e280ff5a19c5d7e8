import Cairn
import CairnApp
import ExampleSupport

/// The player of a class.
///
/// An input reads the clock first: its effect sends ``Action/read(_:_:)``, which takes the time up to now and
/// then carries the input out. A tick reads the clock, too, and only redraws and saves. One save follows another, but
/// after two there is a rest: however slow the storage is, there are times without a save in flight, for which scripts
/// and `:quit` wait.
struct Video: Reducer {
  struct State: Hashable {
    let lesson: DanceClass
    /// The address of the user.
    let email: String
    let rules: PlayerRules
    var playback: Playback
    /// The progress that is on disk.
    var saved: ClassProgress
    /// The progress of the save in flight; `nil` if there is none.
    var saving: ClassProgress?
    /// Whether the save in flight has directly followed another one.
    var isSecondSave = false
    /// Whether no save begins without an input, after two that have directly followed one another.
    var isResting = false
    var isClosing = false
    /// The reason why the last save failed.
    var problem: String?

    /// - Parameter old: the progress on disk, if that of the user could not be saved.
    init(
      _ lesson: DanceClass, of user: Account, rules: PlayerRules, since old: ClassProgress? = nil
    ) {
      self.lesson = lesson
      email = user.email
      self.rules = rules
      saved = old ?? user.profile[lesson.id]
      playback = Playback(
        duration: lesson.duration, progress: user.profile[lesson.id], timeLimit: rules.timeLimit,
        resolution: rules.resolution)
      // Another catalog may have a shorter video.
      playback.progress.position = min(playback.position, lesson.duration)
    }

    /// The progress on disk, if it is another one; `nil` if there is nothing to save. A save in flight does not count:
    /// a screen that closes cancels it. A write that has begun is finished nevertheless, and the next save counts its
    /// time twice.
    var unsaved: ClassProgress? { saved == playback.progress ? nil : saved }

    /// Whether the progress is saved, or the last save has not failed.
    var isSettled: Bool { unsaved == nil || problem == nil }

    /// Whether something is unsaved that the next tick would not change again.
    fileprivate var mustSave: Bool {
      let progress = playback.progress
      let hasMoved = saved.position != progress.position || saved.watched != progress.watched
      return isClosing || !playback.isPlaying && hasMoved
    }

    fileprivate var business: String? { isClosing ? "saving" : nil }
    fileprivate var playObjection: String? {
      business ?? (playback.isPlaying ? "it is playing" : nil)
    }
    fileprivate var pauseObjection: String? {
      business ?? (playback.isPlaying ? nil : "it is not playing")
    }
  }

  enum Command: Codable, Equatable {
    case play, pause, close
    case seek(Seek)
  }

  enum Action: Codable, Equatable {
    case appeared
    /// `:undo` or a command like it has restored the state: the time since then does not count.
    case restored
    case play
    case pause
    case seek(Seek)
    case close
    /// A reading of the clock in milliseconds, and the input that follows it; `nil` at a tick.
    case read(Int, Command?)
    case saved
    case rested
    case notSaved(reason: String)
    /// The progress is saved, or could not be saved.
    case closed
  }

  private enum ID { case tick, save }

  /// All that a save depends on.
  private struct Save: Hashable {
    let email: String
    let lesson: DanceClass.ID
    let old: ClassProgress
    let progress: ClassProgress
  }

  let accounts: Accounts<Profile>
  let clock: any Clock<Duration>
  /// The time since the launch.
  let time: @Sendable () -> Duration
  let rules: PlayerRules

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return read(nil)
    case .restored:
      state.playback.reading = nil
      // A save of the start has not begun again. That of an input has, and is replaced.
      (state.saving, state.isSecondSave, state.isResting) = (nil, false, false)
      let next = state.isClosing ? save(&state) : read(nil)
      return .merge(.cancel(id: ID.save), next)
    case .play:
      return state.playObjection == nil ? read(.play) : .none
    case .pause:
      return state.pauseObjection == nil ? read(.pause) : .none
    case .seek(let place):
      return state.business == nil ? read(.seek(place)) : .none
    case .close:
      // A second time it does not wait for the save.
      return state.isClosing ? .send(.closed) : read(.close)
    case .read(let now, let command):
      guard !state.isClosing else { return .none }
      state.playback.advance(to: now)
      if let command {
        state.apply(command)
        state.isResting = false
      }
      // Each input begins the ticks anew: the end is never noticed late. A tick comes before the answer of a save that
      // has taken as long.
      let ticks = state.isClosing ? .none : sleep(state)
      return .merge(ticks, save(&state))
    case .saved:
      state.saved = state.saving ?? state.saved
      state.saving = nil
      state.problem = nil
      guard let rest = state.rules.rest, state.unsaved != nil, !state.mustSave else {
        state.isSecondSave = false
        return save(&state)
      }
      state.isResting = state.isSecondSave
      state.isSecondSave.toggle()
      return state.isResting ? sleep(rest) : save(&state)
    case .rested:
      state.isResting = false
      return save(&state)
    case .notSaved(let reason):
      let isNewest = state.saving == state.playback.progress
      state.saving = nil
      state.isSecondSave = false
      state.problem = reason
      guard state.isClosing else { return .none }
      return isNewest ? .send(.closed) : save(&state)
    case .closed:
      return .forParent
    }
  }

  private func read(_ command: Command?) -> Effect<Action> {
    .run(name: "read clock") { [time] send in
      await send(.read(Int(time() / .milliseconds(1)), command))
    }
  }

  private func sleep(_ state: State) -> Effect<Action> {
    // A pause is measured, too, up to the limit.
    guard state.playback.isPlaying || state.playback.progress.timeSpent < state.rules.timeLimit
    else { return .cancel(id: ID.tick) }
    let rest = Duration.milliseconds(state.playback.remaining)
    let tick = state.playback.isPlaying ? min(state.rules.tick, rest) : state.rules.tick
    return .run(name: "tick", input: tick) { [clock, time] tick, send in
      try await clock.sleep(for: tick)
      await send(.read(Int(time() / .milliseconds(1)), nil))
    }
    .background
    .cancellable(id: ID.tick, cancelInFlight: true)
  }

  private func sleep(_ rest: Duration) -> Effect<Action> {
    .run(name: "rest", input: rest) { [clock] rest, send in
      try await clock.sleep(for: rest)
      await send(.rested)
    }
    .background
  }

  /// Saves the progress if it has changed. One save at a time; the next one follows its answer, or the rest.
  private func save(_ state: inout State) -> Effect<Action> {
    guard state.saving == nil, !state.isResting else { return .none }
    let progress = state.playback.progress
    guard progress != state.saved else { return state.isClosing ? .send(.closed) : .none }
    state.saving = progress
    let save = Save(
      email: state.email, lesson: state.lesson.id, old: state.saved, progress: progress)
    return .run(name: "save progress", input: save) { [accounts] save, send in
      let account = try await accounts.update(save.email) {
        $0.add(save.progress, since: save.old, in: save.lesson)
      }
      await send(account == nil ? .notSaved(reason: "\(AccountError.unknown(save.email))") : .saved)
    } catch: { error, send in
      await send(.notSaved(reason: "\(error)"))
    }
    .cancellable(id: ID.save)
  }
}

/// The times of a player.
struct PlayerRules: Hashable, Sendable {
  /// The interval at which a screen is drawn again and progress is saved. A user who leaves the program while a class
  /// plays loses at most this much.
  var tick = Duration.seconds(1)
  /// The time without a save after two that have directly followed one another; `nil` for none.
  var rest: Duration? = .milliseconds(1)
  var timeLimit = Int.max
  /// The unit in which time is counted, in milliseconds.
  var resolution = 1

  /// For a search: the time spent is not measured, because every amount of it would be a state of its own, and a
  /// class of a second is watched not at all, or whole. It leaves out the rest between
  /// saves: with it, a search had not ended at twice as many states. `VideoTests` has the rest.
  static let short = PlayerRules(rest: nil, timeLimit: 0, resolution: 1000)
}

extension Video.State {
  /// Carries out an input.
  fileprivate mutating func apply(_ command: Video.Command) {
    switch command {
    case .play:
      playback.play()
    case .pause:
      playback.pause()
    case .seek(let place):
      playback.seek(place)
    case .close:
      playback.pause()
      isClosing = true
    }
  }

  var screen: Screen<Video.Action> {
    Screen("video", lesson.title.onOneLine) {
      Text("\(lesson.instructor.onOneLine), \(lesson.level.onOneLine)", lines: 1)
      Text("Song: \(lesson.song.onOneLine)", lines: 1)
      Text(playback.isPlaying ? "▶ playing" : "❚❚ paused")
      ProgressBar(
        playback.position, of: playback.duration, before: playback.position.inMinutes,
        after: "-\((playback.duration / 1000 * 1000 - playback.position / 1000 * 1000).inMinutes)")
      if let problem { Note(.error, problem, lines: 3) }
      if isClosing { Progress("Saving…") }
      Button("play", disabledBecause: playObjection, .play)
      Button("pause", disabledBecause: pauseObjection, .pause)
      ValueButton("seek", takes: Seek.forms, disabledBecause: business) {
        Seek($0).map { .seek($0) }
      }
      Button("close", .close)
    }
  }
}
