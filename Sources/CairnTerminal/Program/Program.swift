import CTerminal
import Cairn
import CairnApp
import CairnPage
import CairnStorage
import CairnTrail
import Foundation

extension App {
  /// Runs the app as a program: executes the command line and exits with its status.
  ///
  /// Declare the app's type as `@main` to call this. A journal needs actions that are `Codable`;
  /// without them, `--journal` is refused.
  @inlinable
  public static func main() { Program<Self>(coding: nil, searcher: AppSearcher()).main() }
}

extension App where Root.Action: Codable {
  /// Runs the app as a program: executes the command line and exits with its status.
  ///
  /// Declare the app's type as `@main` to call this.
  @inlinable
  public static func main() {
    Program<Self>(coding: ActionCoding(), searcher: AppSearcher()).main()
  }
}

/// An app as a command-line program.
@usableFromInline
struct Program<A: App> {
  /// The coding of actions in a journal; `nil` if they are not `Codable`.
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
    // Without threads, effects would never run, and nothing would report it.
    let problem = cterminal_try_threads(4)
    guard problem == 0 else {
      Output.fail(
        "\(A.name): cannot start threads: \(SystemError(code: problem)); raise the limits of memory and"
          + " processes (ulimit -d, -v, -u)")
    }
    cterminal_prepare_signals()
    exit(run(Array(CommandLine.words.dropFirst())).rawValue)
  }

  func run(_ words: [String]) -> ExitStatus {
    let reporter = RuntimeIssue.Reporter.once { Output.error.print("Cairn: \($0)") }
    return RuntimeIssue.$reporter.withValue(reporter) { execute(words) }
  }

  private func execute(_ words: [String]) -> ExitStatus {
    if let status = CheckProcess.serve(words, for: A.self) { return status }
    do throws(UsageError) {
      switch try Command.request(words, for: A.self) {
      case .help(let verb):
        let width = Output.standard.columns ?? .max / 2
        Output.standard.tell(
          verb.map { A.helpText(of: $0, width: width) } ?? A.helpText(width: width))
        return .done
      case .version:
        Output.standard.print("\(A.name) \(A.version)")
        return .done
      case .command(let command):
        return try run(command)
      }
    } catch {
      Output.error.print("\(A.name): \(error)\nTry: \(A.name) \(A.helpCommand(after: words))")
      return .wrongUsage
    }
  }

  private func run(_ command: Command) throws(UsageError) -> ExitStatus {
    switch command.verb {
    case .run:
      let run = try RunOptions(command.options)
      let status = end(try session(command.options)) { $0.run(run) }
      InterruptWatch.endIfTerminated()
      return status
    case .web:
      return try runWeb(command.options)
    case .record:
      let run = try RunOptions(command.options)
      let recording = try Recording<A>(command.operands[0], command.options)
      let session = try session(command.options, writing: recording)
      return recording.finish(session, end(session) { $0.run(run) })
    case .replay:
      let replay = try Replay<A>(command.options) { (path) throws(UsageError) in
        try playJournal(path, command.options)
      }
      return try replay.play(command.operands) { () throws(UsageError) in
        try journal(command.options)
      }
    case .explore:
      return try Explore<A>(command.options).run(searcher)
    case .graph:
      return try searcher.drawGraph(command.options)
    case .cover:
      return try searcher.cover(into: command.operands[0], command.options)
    case .journal:
      return try playJournal(command.operands[0], command.options)
    }
  }

  private func playJournal(
    _ path: String, _ options: OptionValues
  ) throws(UsageError) -> ExitStatus {
    guard let coding else { throw cannotJournal }
    return try JournalReplay<A>(options, coding).play(path)
  }

  /// The files are made last: a refused command line makes none.
  private func session(
    _ options: OptionValues, writing recording: Recording<A>? = nil, moments: PageHistory<A>? = nil
  ) throws(UsageError) -> Session<A> {
    let world = recording?.world ?? .real
    let clock = WallClock(isVirtual: options.has("--virtual-time"), in: world)
    let app = try A(Launch(world, options: options, in: clock.simulation))
    let trail = try recording?.makeFile()
    let journal = try journal(options)
    journal?.begin(
      JournalHeader(of: A.self, world: world, options: options.words(among: A.options)))
    let session = Session(
      app, in: world, options: options.words(among: A.options), clock: clock, journal: journal,
      searcher: searcher, moments: moments)
    if let recording, let trail { recording.begin(session, in: trail) }
    return session
  }

  private func end(_ session: Session<A>, after run: (Session<A>) -> ExitStatus) -> ExitStatus {
    let status = session.leave(run(session))
    session.driver.end()
    return status
  }

  private func runWeb(_ options: OptionValues) throws(UsageError) -> ExitStatus {
    func own(_ name: String) -> String? {
      A.options.contains { $0.name == name } ? nil : options[name]
    }
    let recording = try own("--record").map { (file) throws(UsageError) in
      try Recording<A>(file, options)
    }
    if recording == nil, let name = ["--start", "--screens"].first(where: options.has) {
      throw UsageError("\"web\" takes \(name) only with --record")
    }
    let port = try own("--port") == nil ? nil : options.number("--port", in: 0...UInt16.max)
    let server = try PageServer(port: port ?? 0)
    let session = try session(
      options, writing: recording, moments: own("--inspect") != nil ? .live() : nil)
    let status = Web(session, server).run(opens: own("--open") != nil)
    session.driver.end()
    return recording?.finish(session, status) ?? status
  }

  private func journal(_ options: OptionValues) throws(UsageError) -> JournalWriter<A.Root>? {
    guard let path = options["--journal"] else { return nil }
    guard let coding else { throw cannotJournal }
    let file = try AppendFile(path)
    return JournalWriter(
      coding: coding, write: file.append, clear: file.isRegular ? { file.truncate(to: 0) } : nil)
  }

  var cannotJournal: UsageError {
    UsageError(
      "\(A.name) cannot write a journal: its actions are not Codable; declare them as "
        + "\"enum Action: Codable\"")
  }
}

extension CommandLine {
  /// The words of the command line, which may be paths of any bytes.
  fileprivate static var words: [String] {
    unsafe UnsafeBufferPointer(start: unsafeArgv, count: Int(argc)).compactMap { word in
      unsafe word.map { unsafe String(cPath: $0) }
    }
  }
}

/// The exit status of the program.
enum ExitStatus: Int32 {
  case done = 0
  /// A check or an input failed, a script ended on an error, or a property was refuted.
  case failed = 1
  /// The command line is wrong, or a file that it names is unusable.
  case wrongUsage = 2
  /// A search met a bound, or does not know every outcome, and has refuted no property.
  case boundMet = 3
  /// Ctrl-C ended the program; at a prompt it was pressed twice.
  case interrupted = 130
  /// SIGTERM ended a search.
  case terminated = 143
}
