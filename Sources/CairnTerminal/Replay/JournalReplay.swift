import CairnApp
import CairnPage
import CairnTrail
import Synchronization

/// The command `journal`: replays a journal and prints the last screen.
struct JournalReplay<A: App> {
  private let coding: ActionCoding<A.Root.Action>
  private let secrets: TrailSecrets
  private let end: Int?
  private let page: ResultFile?

  init(_ options: OptionValues, _ coding: ActionCoding<A.Root.Action>) throws(UsageError) {
    self.coding = coding
    secrets = try options.secrets()
    end = try options.number("--to", in: 0...Int.max)
    page = try options.page(of: A.name)
    for name in ["--json", "--seed", "--real-time", "--journal"] where options.has(name) {
      throw UsageError("a journal takes no \(name); leave it out")
    }
    for option in A.options where options.has(option.name) {
      throw UsageError("a journal contains the options of its app; leave out \(option.name)")
    }
  }

  func play(_ path: String) -> ExitStatus {
    do {
      let bytes = try Descriptor.input(path, upTo: FileLimit.journal)
      let journal = try Journal(
        parsing: bytes, file: path.terminalSafe, of: A.self, coding: coding, secrets: secrets)
      return try play(journal)
    } catch {
      Output.error.print("\(error)")
      return .wrongUsage
    }
  }

  private func play(_ journal: Journal<A.Root.Action>) throws(JournalError) -> ExitStatus {
    var player = try JournalPlayer<A>(journal)
    let (file, count) = (journal.file, journal.count)
    let position = Atomic(0)
    let end = min(end ?? count, count)
    @Sendable func tell() {
      let played = position.load(ordering: .relaxed)
      Output.standard.print("\(file): \(played) of \(count) entries; interrupted", naming: file)
    }
    let problem = InterruptWatch.run(telling: tell) { () -> String? in
      if journal.header.isSealed {
        Output.error.print("\(file): the app has sealed inputs, and the journal begins after them")
      }
      if journal.isTorn {
        Output.error.print("\(file): the last line is incomplete and left out")
      }
      let played = { position.store($0, ordering: .relaxed) }
      // The last entry may crash again. It is reached if those before it do not differ.
      if end == count, !journal.hasEnd, count > 0 {
        var others = player
        if others.play(to: count - 1, played) == nil {
          Output.error.print(
            "\(file): the program did not end normally; the last is "
              + player.description(of: count) + "; to stop before it, give --to \(count - 1)")
        }
      }
      return play(&player, to: end, journal.header, played)
    }
    let last =
      player.position > 0 ? "; the last is \(player.description(of: player.position))" : ""
    Output.standard.print(
      "\(file): \(player.position) of \(count) entries\(last)", naming: file)
    Output.standard.print(
      [""] + (player.screen?.lines(width: Output.standard.columns ?? 80) ?? []))
    guard let problem else { return .done }
    Output.standard.print("")
    Output.standard.tell(problem)
    return .failed
  }

  private func play(
    _ player: inout JournalPlayer<A>, to end: Int, _ header: JournalHeader,
    _ didPlay: (_ position: Int) -> Void
  ) -> String? {
    guard let page else { return player.play(to: end, didPlay) }
    let history = PageHistory<A>(PageTables())
    let problem = history.follow(&player, to: end, didPlay)
    page.write(RunPage(of: header, history).json)
    return problem
  }

  /// Whether a file is a journal: no trail begins like one.
  static func isJournal(_ path: String) -> Bool {
    Descriptor.part(of: path, upTo: 1) == [UInt8(ascii: "{")]
  }
}
