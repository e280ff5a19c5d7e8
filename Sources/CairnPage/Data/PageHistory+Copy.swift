import CairnApp
import CairnTrail

extension PageHistory {
  /// The reason why the lines of a run, as a trail, do not repeat it; `nil` if they do.
  ///
  /// The trail is played, because a run may have begun with saved files or in the real world, and lines may have been
  /// undone. After each line, the screens, the state and the effects in flight are compared.
  ///
  /// - Parameters:
  ///   - settings: the head of the trail.
  ///   - options: the options of the run, which a trail may be unable to contain.
  package func objection(
    toCopying run: some Collection<PageMoment>, under settings: [String], options: [String],
    secrets: TrailSecrets
  ) -> String? {
    if run.contains(where: { $0.cause == .input && $0.line == nil }) {
      return "it would consist of typed lines, and a journal has actions"
    }
    let lines = settings + run.compactMap(\.line?.text)
    let copy = PageHistory(tables)
    var problem: String?
    do throws(TrailSyntaxErrors) {
      let trail = try Trail.parse(lines.map { $0 + "\n" }.joined(), file: "start")
      guard trail.settings.options == options else { return Self.optionsObjection }
      var play = PlayOptions()
      play.secrets = secrets
      var player = try copy.player(of: trail, under: play, checking: [])
      while player.next != nil { copy.step(&player) }
      if let failure = player.failure, !run.contains(where: \.fails) {
        problem = "a replay fails: \(failure.source): \(failure.problem)"
      }
    } catch {
      return "a replay fails: \(error)"
    }
    let (ends, others) = (Self.ends(of: run), Self.ends(of: copy.moments))
    for (index, end) in ends.enumerated() {
      let place = end.line.map { "after “\($0.text)”" } ?? "at the start"
      guard index < others.count else { return problem ?? "a replay ends early" }
      if end.screens != others[index].screens { return "a replay shows another screen \(place)" }
      // A session in which the app has sealed its state keeps nothing of what was before.
      if end.value != others[index].value || (end.value == nil && live != nil) {
        return "a replay has another state \(place)"
      }
      if end.effects != others[index].effects { return "a replay has other effects \(place)" }
    }
    return problem
  }

  static var optionsObjection: String { "a trail cannot contain the options of this run" }

  /// The moments of a run up to those that the line of a moment causes.
  package func run(through position: Int) -> ArraySlice<PageMoment> {
    let next = min(max(position, 0), moments.count - 1) + 1
    return moments[..<(moments[next...].firstIndex { $0.line != nil } ?? moments.count)]
  }

  /// The last moment of the start, and of each line.
  private static func ends(of run: some Collection<PageMoment>) -> [PageMoment] {
    var ends: [PageMoment] = []
    for var moment in run where moment.cause != .end {
      if moment.line == nil, let last = ends.popLast() { moment.line = last.line }
      ends.append(moment)
    }
    return ends
  }
}
