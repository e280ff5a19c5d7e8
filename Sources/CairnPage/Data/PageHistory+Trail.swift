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
    if let next = player.next {
      let text = player.nextText ?? next.text
      line = PageLine(text, number: next.number)
      switch next.step {
      case .app(.input), .app(.restart), .app(.event): break
      case .app(.time), .app(.idle): append(.time, text: text, at: time)
      case .refusedInput: append(.input, text: line?.input ?? text, at: time)
      case .comment, .screen, .check: line = nil
      }
    }
    player.step()
    line = nil
    guard let failure = player.failure else { return }
    if moments.count == known {
      line = PageLine(failure.source, number: failure.line)
      append(.input, text: failure.source, at: player.time)
    }
    mark(fails: true, failure.problem)
  }

  /// Reduces the actions of a journal again, up to its end or to a difference.
  ///
  /// - Returns: the difference.
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
