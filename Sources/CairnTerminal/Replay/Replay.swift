import CairnApp
import CairnPage
import CairnSimulation
import CairnStorage
import CairnTrail
import Foundation
import Synchronization

/// The command `replay`: parses all trails first, and then plays those without errors.
struct Replay<A: App> {
  private var conditions = PlayOptions()
  private let steps: Bool
  private let updates: Bool
  private let report: ReportForm
  private let keepsJournal: Bool
  private let page: ResultFile?
  private let history: PageHistory<A>?
  /// Replays a journal, which only a page shows.
  private let playJournal: (String) throws(UsageError) -> ExitStatus

  /// - Throws: if options exclude each other or cannot be used, or if the app refuses them. The app's
  ///   refusal is thrown here once, and not reported for each trail.
  init(
    _ options: OptionValues, playJournal: @escaping (String) throws(UsageError) -> ExitStatus
  ) throws(UsageError) {
    self.playJournal = playJournal
    let world = Launch.World.simulated(start: A.starts.first ?? "")
    _ = try A(Launch(world, options: options, in: Simulation()))
    keepsJournal = options.has("--journal")
    steps = options.has("--step")
    updates = options.has("--update")
    for other in ["--update", "--json"] where steps && options.has(other) {
      throw UsageError("--step and \(other) exclude each other; give one of them")
    }
    guard !keepsJournal || !steps && !updates else {
      throw UsageError(
        "--journal records a trail that is played once; leave out --step and --update")
    }
    for other in ["--step", "--update"] where options.has("--html") && options.has(other) {
      throw UsageError("--html and \(other) exclude each other; give one of them")
    }
    let isInCI = !(Surroundings.current.environment["CI"] ?? "").isEmpty
    guard !updates || !isInCI else {
      throw UsageError("--update rewrites trails and is not allowed where CI is set")
    }
    report = options.has("--json") ? .json : .text
    conditions.options = options.words(among: A.options)
    conditions.seed = try options.number("--seed", in: 0...UInt64.max)
    conditions.isRealTime = options.has("--real-time")
    conditions.secrets = try options.secrets()
    page = try options.page(of: A.name)
    history = page.map { _ in PageHistory(PageTables()) }
  }

  /// - Parameter makeJournal: opens the journal. It is called only if a trail can be played.
  func play(
    _ words: [String], journal makeJournal: () throws(UsageError) -> JournalWriter<A.Root>?
  ) throws(UsageError) -> ExitStatus {
    var tally = ReplayTally()
    var files: [String] = []
    for word in words { files += try TrailFiles.find(word) }
    if page != nil, files.count == 1, JournalReplay<A>.isJournal(files[0]) {
      return try playJournal(files[0])
    }
    guard !keepsJournal || files.count == 1 else {
      throw UsageError("a journal records one run; give one trail with --journal")
    }
    var trails: [(file: String, trail: Trail)] = []
    for file in files {
      do throws(Unplayable) {
        trails.append((file, try TrailFiles.read(file)))
      } catch {
        tally.unplayed += 1
        let name = file.terminalSafe
        report.print(
          JournalReplay<A>.isJournal(file)
            ? .unreadable(file: name, reason: "this is a journal: \(A.name) journal \(name)")
            : error)
      }
    }
    let journal = trails.isEmpty ? nil : try makeJournal()
    let count = tally.unplayed + trails.count
    let (played, hasQuit) = play(trails, journal, after: tally, of: count)
    guard !hasQuit else {
      if played.passed + played.failed > 0 { report.print(played.interrupted(of: count)) }
      return played.status
    }
    report.print(played)
    if let page, let history, !history.moments.isEmpty, let (_, first) = trails.first {
      page.write(RunPage(of: first, under: conditions, history).json)
    }
    return played.status
  }

  /// Plays the trails. A signal ends the program after a report on those that were played.
  ///
  /// - Returns: the tally, and whether a person who stepped through a trail quit.
  private func play(
    _ trails: [(file: String, trail: Trail)], _ journal: JournalWriter<A.Root>?,
    after tally: ReplayTally, of count: Int
  ) -> (ReplayTally, hasQuit: Bool) {
    var reader = LineReader(.standardInput)
    let (line, total) = (ProgressLine(), trails.map(\.trail.lines.count).reduce(0, +))
    var finished = 0
    let report = report
    let tally = Mutex(tally)
    @Sendable func tell() {
      tally.withLock {
        report.print($0.interrupted(of: count))
        // With the lock, so that no verdict follows.
        InterruptWatch.end(by: SIGINT)
      }
    }
    let hasQuit = InterruptWatch.run(telling: tell) {
      for (file, trail) in trails {
        do throws(TrailSyntaxErrors) {
          let verdict = try play(trail, from: file, journal, &reader) { position in
            line.show("\((finished + position) * 100 / total) %, playing \(trail.file)")
          }
          finished += trail.lines.count
          line.clear()
          if case .quit = verdict { return true }
          tally.withLock { tally in
            tally.count(verdict)
            report.print(verdict, of: trail)
          }
        } catch {
          line.clear()
          tally.withLock { tally in
            tally.unplayed += 1
            report.print(.malformed(error))
          }
        }
      }
      return false
    }
    return tally.withLock { ($0, hasQuit) }
  }

  private func play(
    _ trail: Trail, from file: String, _ journal: JournalWriter<A.Root>?,
    _ reader: inout LineReader, _ didPlay: (_ position: Int) -> Void
  ) throws(TrailSyntaxErrors) -> Verdict {
    if steps { return try TrailStepper<A>(trail, under: conditions).run(reading: &reader) }
    guard updates else {
      var player = try player(of: trail, journal)
      while !player.isAtEnd {
        if let history { history.step(&player) } else { player.play(upTo: 1_000) }
        didPlay(player.position)
      }
      return player.failure(width: report.screenWidth).map { .failed($0) } ?? .passed
    }
    let update = try TrailPlayer<A>.update(trail, under: conditions)
    if let failure = update.failure { return .failed(failure) }
    if update.rewritten.isEmpty { return .passed }
    do throws(SystemError) {
      guard try Descriptor.replaceContents(of: file, from: trail.text, with: update.text) else {
        Output.fail(
          "\(trail.file): not updated: the file has changed since it was read; run the command again"
        )
      }
    } catch {
      let reason = UsageError.notAFile(file)?.description
      Output.fail(reason ?? "\(trail.file): cannot be updated: \(error)")
    }
    return .updated(lines: update.rewritten)
  }

  private func player(
    of trail: Trail, _ journal: JournalWriter<A.Root>?
  ) throws(TrailSyntaxErrors) -> TrailPlayer<A> {
    guard let history else { return try TrailPlayer(trail, under: conditions, journal: journal) }
    return try history.player(of: trail, under: conditions, journal: journal)
  }
}

/// The trails that operands of the command line name: files, and folders with all their `*.trail`.
enum TrailFiles {
  /// The files that an operand names. The files of a folder are sorted; folders in it are included,
  /// hidden files are not. The name of a missing file is kept, and reported when it is read.
  static func find(_ word: String) throws(UsageError) -> [String] {
    guard Descriptor.kind(of: word) == .folder else { return [word] }
    let found = try files(in: word.hasSuffix("/") ? word : word + "/")
    guard !found.isEmpty else {
      throw UsageError("\(word.terminalSafe): the folder contains no *.trail files")
    }
    return found.sorted { $0.pathBytes.lexicographicallyPrecedes($1.pathBytes) }
  }

  /// - Parameter folder: its path, with a slash at the end. A link to a folder is not followed.
  private static func files(in folder: String) throws(UsageError) -> [String] {
    let names: [String]
    do throws(SystemError) {
      names = try Disk(relativeTo: "").names(in: folder)
    } catch {
      throw UsageError("\(folder.terminalSafe): cannot be read: \(error)")
    }
    var found: [String] = []
    for name in names where !name.hasPrefix(".") {
      let path = folder + name
      if Descriptor.kind(of: path, followingLinks: false) == .folder {
        found += try files(in: path + "/")
      } else if name.hasSuffix(".trail") {
        found.append(path)
      }
    }
    return found
  }

  /// - Parameter isRegular: whether a file of another kind is refused, in a session that must not wait for it.
  static func read(_ file: String, isRegular: Bool = false) throws(Unplayable) -> Trail {
    let name = file.terminalSafe
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Descriptor.contents(of: file, upTo: FileLimit.trail, isRegular: isRegular)
    } catch {
      throw .unreadable(file: name, reason: "\(error)")
    }
    let trail: Trail
    do throws(TrailSyntaxErrors) {
      trail = try Trail.parse(bytes: bytes, file: name)
    } catch {
      throw .malformed(error)
    }
    guard trail.lines.contains(where: { if case .comment = $0.step { false } else { true } }) else {
      throw .unreadable(file: name, reason: "the trail has no steps, and nothing was checked")
    }
    return trail
  }
}

/// The reason why a trail cannot be played.
enum Unplayable: Error, CustomStringConvertible {
  case unreadable(file: String, reason: String)
  case malformed(TrailSyntaxErrors)

  var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .malformed(let errors): errors.description
    }
  }
}
