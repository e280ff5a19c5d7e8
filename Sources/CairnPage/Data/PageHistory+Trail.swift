import CairnApp
import CairnDump
import CairnExplorer
import CairnTrail

extension PageHistory {
  /// A player whose lines become moments.
  package func player(
    of trail: Trail, under options: PlayOptions, journal: JournalWriter<A.Root>? = nil,
    checking properties: [AppProperty<State>] = A.properties
  ) throws(TrailSyntaxErrors) -> TrailPlayer<A> {
    title = trail.file
    head = (
      RunPage<A>.settings(of: trail, under: options), trail.settings.options + options.options
    )
    let player = try TrailPlayer<A>(
      trail, under: options, journal: journal, checking: properties, follower: self)
    // The start of the app.
    if let failure = player.failure { mark(fails: true, failure.problem) }
    return player
  }

  /// Plays the next line of such a player.
  package func step(_ player: inout TrailPlayer<A>) {
    let (known, time) = (moments.count, player.time)
    var block: String?
    if let next = player.next {
      let text = player.nextText ?? next.text
      line = PageLine(text, number: next.number)
      switch next.step {
      case .app(.input), .app(.restart), .app(.event): break
      case .app(.time), .app(.idle): append(.time, text: text, at: time)
      case .refusedInput: append(.input, text: line?.input ?? text, at: time)
      case .screen: (line, block) = (nil, next.text.terminalSafeLines.joined(separator: "\n"))
      case .comment, .check: line = nil
      }
    }
    player.step()
    line = nil
    guard let failure = player.failure else { return }
    if moments.count == known {
      // A copy has all lines of a screen that differs; the list of moments has the first.
      line = PageLine(block ?? failure.source, number: failure.line)
      append(.input, text: failure.source, at: player.time)
    }
    mark(fails: true, failure.problem)
  }

  /// Reduces the actions of a journal again, up to its end or to a difference, which it returns.
  package func follow(
    _ player: inout JournalPlayer<A>, to end: Int, _ didPlay: (_ position: Int) -> Void = { _ in }
  ) -> String? {
    begin(in: player.state, showing: player.screens(of:))
    while player.position < end, let (event, time) = player.next {
      let (before, position) = (player.state, player.position)
      let problem = player.play(to: position + 1)
      if player.position > position {
        willTake(event, in: before, at: time)
        settle(in: player.state)
        didPlay(player.position)
      }
      if let problem {
        mark(fails: true, problem)
        return problem
      }
    }
    return nil
  }
}

extension PageHistory {
  /// Plays the lines of a run as a trail.
  ///
  /// A run may have begun with saved files or in the real world, and lines may have been undone. After each line, the
  /// screens are compared, unless other effects are in flight: real work takes time, and that of stand-ins may take
  /// none. After the last line, the effects are compared as well. States are not: what a real service has computed,
  /// such as a hash, is another one in a replay.
  ///
  /// - Returns: the screen after each line, and the reason why the lines do not repeat the run; `nil` if they do.
  package func copy(
    of run: some Collection<PageMoment>, under settings: [String], options: [String],
    secrets: TrailSecrets
  ) -> (screens: [String], objection: String?) {
    // The action after `:undo` has no line in a session either.
    let isJournal = live == nil && run.allSatisfy { $0.line == nil }
    if isJournal, run.contains(where: { $0.cause == .input }) {
      return ([], "it would consist of typed lines, and a journal has actions")
    }
    var screens: [String] = []
    let lines = settings + run.compactMap(\.line?.text)
    let copy = PageHistory(PageTables(copying: tables))
    var problem: String?
    do throws(TrailSyntaxErrors) {
      let trail = try Trail.parse(lines.map { $0 + "\n" }.joined(), file: "start")
      guard trail.settings.options == options else { return ([], Self.optionsObjection) }
      var player = try copy.player(
        of: trail, under: PlayOptions(secrets: secrets), checking: [])
      while player.next != nil {
        copy.step(&player)
        screens.append(player.screens.last?.id ?? "")
      }
      if let failure = player.failure, !run.contains(where: \.fails) {
        problem = "a replay fails: \(failure.source): \(failure.problem)"
      }
    } catch {
      return ([], "a replay fails: \(error)")
    }
    return (screens, difference(between: run, and: copy.moments) ?? problem)
  }

  private func difference(
    between run: some Collection<PageMoment>, and copy: [PageMoment]
  ) -> String? {
    let (ends, others) = (Self.ends(of: run), Self.ends(of: copy))
    for (end, other) in zip(ends, others) {
      let place = end.line.map { "after “\($0.text)”" } ?? "at the start"
      // A session in which the app has sealed its state keeps nothing of what was before.
      let isSealed = end.value == nil && live != nil
      if isSealed || end.effects == other.effects && end.screens != other.screens {
        return "a replay shows another screen \(place)"
      }
    }
    guard let last = ends.last, others.count == ends.count, last.effects != others.last?.effects
    else { return nil }
    return "a replay has other effects in flight at the end"
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
