import CairnScreen
import CairnSimulation
import CairnTrail
import Foundation

/// Plays trails: all are parsed first, those that parse are played.
struct Replay<A: App> {
  private var conditions = PlayOptions()
  private let steps: Bool
  private let updates: Bool
  private let report: ReplayReport
  private let keepsJournal: Bool

  /// - Throws: options that exclude each other or cannot be used, and those that the app refuses;
  ///   better once here than as an error of every trail.
  init(_ options: OptionValues) throws(UsageError) {
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
        "--journal is for a trail that is played once; leave out --step and --update")
    }
    let isInCI = !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
    guard !updates || !isInCI else {
      throw UsageError("--update rewrites trails, which is not done where CI is set")
    }
    report = options.has("--json") ? .json : .text
    conditions.options = options.words(among: A.options)
    conditions.seed = try options.number("--seed", in: 0...UInt64.max)
    conditions.isRealTime = options.has("--real-time")
    conditions.secrets = try options.secrets()
  }

  /// - Parameter makeJournal: opens the journal, once it is known that there is something to play.
  func play(
    _ words: [String], journal makeJournal: () throws(UsageError) -> JournalWriter<A.Root>?
  ) throws(UsageError) -> ExitStatus {
    var tally = ReplayTally()
    var files: [String] = []
    for word in words { files += try TrailFiles.find(word) }
    guard !keepsJournal || files.count == 1 else {
      throw UsageError("a journal is of one run; give one trail with --journal")
    }
    var trails: [(file: String, trail: Trail)] = []
    for file in files {
      do throws(Unplayable) {
        trails.append((file, try TrailFiles.read(file)))
      } catch {
        tally.unplayed += 1
        report.tell(error)
      }
    }
    let journal = trails.isEmpty ? nil : try makeJournal()
    var progress = ReplayProgress(total: trails.map(\.trail.lines.count).reduce(0, +))
    for (file, trail) in trails {
      do throws(TrailSyntaxErrors) {
        let verdict = try play(trail, from: file, journal, &progress)
        progress.clear()
        if case .left = verdict { return .done }
        tally.count(verdict)
        report.tell(verdict, of: trail)
      } catch {
        progress.clear()
        tally.unplayed += 1
        report.tell(.malformed(error))
      }
    }
    report.tell(tally)
    return tally.status
  }

  private func play(
    _ trail: Trail, from file: String, _ journal: JournalWriter<A.Root>?,
    _ progress: inout ReplayProgress
  ) throws(TrailSyntaxErrors) -> Verdict {
    if steps { return try TrailStepper<A>(trail, under: conditions).run() }
    guard updates else {
      var player = try TrailPlayer<A>(trail, under: conditions, journal: journal)
      while !player.isAtEnd {
        player.play(upTo: 1_000)
        progress.show(player.position, of: trail)
      }
      progress.finish(trail)
      return player.failure.map { .failed($0) } ?? .passed
    }
    let update = try TrailPlayer<A>.update(trail, under: conditions)
    progress.finish(trail)
    if let failure = update.failure { return .failed(failure) }
    if update.rewritten.isEmpty { return .passed }
    do throws(SystemError) {
      try Descriptor.replaceContents(of: file, with: update.text)
    } catch {
      Output.fail("\(trail.file): cannot be updated: \(error)")
    }
    return .updated(lines: update.rewritten)
  }
}

/// Says in a terminal how far a long replay is.
struct ReplayProgress {
  private let total: Int
  private var finished = 0
  private let line = ProgressLine()

  init(total: Int) {
    self.total = total
  }

  /// Says how many lines are played, so many of them of the current trail.
  func show(_ position: Int, of trail: Trail) {
    guard total > 0 else { return }
    line.show("\((finished + position) * 100 / total) %, playing \(trail.file)")
  }

  mutating func finish(_ trail: Trail) { finished += trail.lines.count }

  /// Takes the line back before something else is printed.
  func clear() { line.clear() }
}

/// The trails that words of a command line name: files, and folders with all `*.trail` in them.
enum TrailFiles {
  /// The files in the order of the words; those of a folder sorted, folders within it included and
  /// hidden ones left out. A word that names no trail stays, to be met again when it is read.
  ///
  /// - Throws: a folder without any trail.
  static func find(_ word: String) throws(UsageError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: word, isDirectory: &isFolder), isFolder.boolValue
    else { return [word] }
    let folder = word.hasSuffix("/") ? word : word + "/"
    let found = (FileManager.default.enumerator(atPath: word)?.compactMap { $0 as? String } ?? [])
      .filter { path in
        path.hasSuffix(".trail")
          && !path.split(separator: "/").contains { $0.hasPrefix(".") }
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { folder + $0 }
    guard !found.isEmpty else {
      throw UsageError("\(word.terminalSafe): the folder holds no *.trail files")
    }
    return found
  }

  static func read(_ file: String) throws(Unplayable) -> Trail {
    let name = file.terminalSafe
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: file)
    } catch {
      throw .unreadable(file: name, reason: "cannot be read: \(error)")
    }
    do throws(TrailSyntaxErrors) {
      return try Trail.parse(bytes: bytes, file: name)
    } catch {
      throw .malformed(error)
    }
  }
}

/// Why a trail is not played at all.
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
