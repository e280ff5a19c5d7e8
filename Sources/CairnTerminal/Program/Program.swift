import Cairn
import CairnScreen
import CairnTrail
import Foundation

extension App {
  /// The program: reads the command line, does what it says, and exits with its status.
  ///
  /// `@main` on the app's type is all that an app needs for it. It cannot keep a journal: for that,
  /// declare its actions as `Codable`.
  @inlinable
  public static func main() { Program<Self>(coding: nil, searcher: AppSearcher()).main() }
}

extension App where Root.Action: Codable {
  /// The program: reads the command line, does what it says, and exits with its status.
  ///
  /// `@main` on the app's type is all that an app needs for it.
  @inlinable
  public static func main() {
    Program<Self>(coding: ActionCoding(), searcher: AppSearcher()).main()
  }
}

/// An app as a program of the command line.
@usableFromInline
struct Program<A: App> {
  /// How a journal is written; `nil` where the actions are not `Codable`.
  private let coding: ActionCoding<A.Root.Action>?
  private let searcher: AppSearcher<A>

  @usableFromInline
  init(coding: ActionCoding<A.Root.Action>?, searcher: AppSearcher<A>) {
    self.coding = coding
    self.searcher = searcher
  }

  @usableFromInline
  func main() -> Never {
    Descriptor.reserveStandardStreams()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private func run(_ words: [String]) -> ExitStatus {
    do throws(UsageError) {
      switch try Command.request(words, for: A.self) {
      case .help:
        Output.standard.print(A.helpText)
        return .done
      case .version:
        Output.standard.print("\(A.name) \(A.version)")
        return .done
      case .command(let command):
        return try run(command)
      }
    } catch {
      let lines = error.description.split(separator: "\n").map { String($0).terminalSafe }
      Output.error.print("\(A.name): \(lines.joined(separator: "\n"))\nTry: \(A.name) --help")
      return .wrongUsage
    }
  }

  private func run(_ command: Command) throws(UsageError) -> ExitStatus {
    switch command.verb {
    case .run:
      return try run(session(in: .real, command.options), command.options)
    case .record:
      let recording = try Recording<A>(command.options)
      let session = try session(in: recording.world, command.options)
      let recorder = try SessionRecorder(command.operands[0], recording, in: session.driver)
      session.recorder = recorder
      return recorder.finish(try run(session, command.options))
    case .replay:
      let replay = try Replay<A>(command.options)
      return try replay.play(command.operands) { () throws(UsageError) in
        try journal(command.options)
      }
    case .explore:
      return try Explore<A>(command.options).run(searcher)
    case .graph:
      return try DrawGraph<A>(command.options).run(searcher)
    case .journal:
      guard let coding else { throw cannotJournal }
      return try JournalReplay<A>(command.options, coding).play(command.operands[0])
    }
  }

  private func session(
    in world: Launch.World, _ options: OptionValues
  ) throws(UsageError) -> Session<A> {
    let clock = WallClock(isVirtual: options.has("--virtual-time"))
    let app = try A(Launch(world, options: options, in: clock.simulation))
    let journal = try journal(options)
    journal?.begin(
      JournalHeader(of: A.self, world: world, options: options.words(among: A.options)))
    return Session(
      app, in: world, options: options.words(among: A.options), clock: clock, journal: journal,
      searcher: searcher)
  }

  private func run(
    _ session: Session<A>, _ options: OptionValues
  ) throws(UsageError) -> ExitStatus {
    let status = try session.run(options)
    session.driver.end()
    return status
  }

  private func journal(_ options: OptionValues) throws(UsageError) -> JournalWriter<A.Root>? {
    guard let path = options["--journal"] else { return nil }
    guard let coding else { throw cannotJournal }
    let file = try AppendFile(path, mode: 0o600)
    return JournalWriter(coding: coding, write: file.append)
  }

  private var cannotJournal: UsageError {
    UsageError(
      "\(A.name) keeps no journals: its actions cannot be encoded; declare them as Codable")
  }
}

/// What the program tells its caller.
enum ExitStatus: Int32 {
  case done = 0
  /// A check or an input failed, or a property does not hold.
  case failed = 1
  /// The command line, or a file that it names, is not usable.
  case wrongUsage = 2
  /// A search met a bound, and refuted nothing.
  case boundMet = 3
  /// Ctrl-C: at a prompt twice in a row.
  case interrupted = 130
}
