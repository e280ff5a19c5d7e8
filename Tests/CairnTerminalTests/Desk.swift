import Cairn
import CairnApp
import Foundation
import TerminalEmulator
import TestSupport

@testable import CairnTerminal

/// A screen with values, a remark, a check that takes a second, a clock, a list and a sealed screen.
struct Desk: TestApp, Reducer {
  struct State: Hashable {
    var name = ""
    var pin: Secret = ""
    var rows: [String] = []
    var seconds = 0
    var isChecking = false
    var place = Place.start
  }

  enum Place { case start, desk, home, locked }

  enum Action: Equatable {
    case opened, check, checked, sealing, unlock, tick, ticking, row
    case name(String)
    case pin(Secret)
    case add(String)
  }

  let clock: any Clock<Duration>
  var state = State()
  var reducer: Desk { self }

  static func isSealed(_ state: State) -> Bool { state.place == .locked }
  var firstAction: Action? { state.place == .start ? .opened : nil }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .opened: return after(.seconds(1), .unlock)
    case .name(let name): state.name = name
    case .pin(let pin): state.pin = pin
    case .add(let row): state.rows.append(row)
    case .tick:
      state.seconds += 1
      return after(.seconds(1), .tick)
    case .ticking: return after(.seconds(1), .tick)
    case .check:
      state.isChecking = true
      return after(.seconds(1), .checked)
    case .checked:
      state.isChecking = false
      if state.pin.isEmpty { return .none }
      state.place = .home
    case .sealing: state.place = .locked
    case .unlock: state.place = .desk
    case .row: break
    }
    return .none
  }

  private func after(_ time: Duration, _ action: Action) -> Effect<Action> {
    .run(name: "wait") { [clock] send in
      try? await clock.sleep(for: time)
      await send(action)
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    switch state.place {
    case .start: [Screen("start", "Starting") { Progress("Looking…") }]
    case .home: [Screen("home", "Home") { Button("lock", .sealing) }]
    case .locked: [Screen("lock", "Locked") { Button("unlock", .unlock) }]
    case .desk:
      [
        Screen("desk", "Desk") {
          if state.seconds > 0 { Text("\(state.seconds) s") }
          for (number, row) in state.rows.enumerated() { ListRow("row-\(number + 1)", row, .row) }
          Field("name", state.name) { .name($0) }
          if state.name == "x" { Note(.warning, "too short") }
          Field("pin", secure: state.pin) { .pin($0) }
          if state.isChecking { Progress("Checking…") }
          Button("check", .check)
          Button("ticking", .ticking)
          Button("seal", .sealing)
          ValueButton("add", takes: "a row") { .add($0) }
        }
      ]
    }
  }
}

extension Desk {
  init(_ launch: Launch) { self.init(clock: launch.clock) }
}

extension Session<Desk> {
  /// At the desk, in virtual time.
  convenience init(rows: [String]) {
    let clock = WallClock(isVirtual: true)
    let desk = Desk(clock: clock.simulation.clock, state: Desk.State(rows: rows, place: .desk))
    self.init(desk, clock: clock)
  }
}

/// A session in an emulated window, in this process.
final class EmulatedSession<A: App> {
  /// The messages of the program on standard error.
  final class Messages { var count = 0 }
  private final class Size { var value = WindowSize() }

  let session: Session<A>
  let repl: REPL<A>
  private(set) var terminal: TerminalEmulator
  /// All bytes for the terminal.
  private(set) var written: [UInt8] = []
  private let file: FileHandle
  private var read: UInt64 = 0
  let messages = Messages()
  private let size = Size()
  private let folder = TemporaryFolder()

  init(
    _ app: A, clock: WallClock, columns: Int, rows: Int, kind: TerminalEmulator.Kind = .usual,
    isAnimated: Bool = false, _ options: [String]
  ) throws {
    session = Session(app, clock: clock)
    session.width = columns
    terminal = TerminalEmulator(columns: columns, rows: rows, kind: kind)
    size.value = WindowSize(columns: columns, rows: rows)
    _ = FileManager.default.createFile(atPath: folder["output"], contents: nil)
    file = try FileHandle(forUpdating: URL(filePath: folder["output"]))
    let options = try RunOptions(
      OptionValues(
        (isAnimated ? [] : ["--no-animation"]) + options, among: ProgramOption.all.map(\.option)),
      environment: [
        "TERM": "xterm", "NO_COLOR": "1", "XTERM_VERSION": kind == .xterm ? "XTerm(379)" : "",
      ], outputIsTerminal: true)
    repl = REPL(
      session, options, nil, to: Output(descriptor: Descriptor(number: file.fileDescriptor)),
      size: { [size] in size.value }, messages: { [messages] in messages.count })
    repl.begin()
    draw()
  }

  /// Types keys; Enter is `⏎`.
  func type(_ keys: String) {
    _ = repl.handle(Array(keys.replacing("⏎", with: "\r").utf8))
    showChanges()
  }

  /// The signal of Ctrl-C.
  func interrupt() {
    _ = repl.interrupt()
    showChanges()
  }

  func pass(_ time: Duration) {
    session.clock.advance(by: time)
    showChanges()
  }

  /// Changes the size of the window, more than once before the program sees it.
  func resize(_ sizes: [(columns: Int, rows: Int)]) {
    for (columns, rows) in sizes {
      terminal.resize(columns: columns, rows: rows)
      size.value = WindowSize(columns: columns, rows: rows)
    }
    repl.windowChanged()
    flush()
    _ = repl.handle(terminal.takeAnswers())
    showChanges()
  }

  func resize(columns: Int, rows: Int) { resize([(columns, rows)]) }

  /// As the loop of the session, which reads keys between slices of waiting lines.
  private func showChanges() {
    repeat {
      _ = repl.showChanges()
      draw()
    } while repl.canRunWaiting
  }

  /// Draws the line.
  private func draw() {
    repl.draw()
    flush()
  }

  /// Gives the output to the terminal.
  private func flush() {
    let end = file.offsetInFile
    try? file.seek(toOffset: read)
    let bytes = file.readDataToEndOfFile()
    read = end
    written += bytes
    // The terminal driver adds a carriage return.
    terminal.feed(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
  }
}

extension EmulatedSession<Desk> {
  convenience init(
    _ state: Desk.State = Desk.State(place: .desk), columns: Int = 40, rows: Int = 24,
    kind: TerminalEmulator.Kind = .usual, isAnimated: Bool = false, options: [String] = [],
    isVirtual: Bool = true
  ) throws {
    let clock = WallClock(isVirtual: isVirtual, time: WallTime(elapsed: { .zero }))
    try self.init(
      Desk(clock: clock.simulation.clock, state: state), clock: clock, columns: columns, rows: rows,
      kind: kind, isAnimated: isAnimated, options)
  }

  /// The desk in a window, with values and a line.
  static func desk(_ name: String = "(empty)", note: String = "", line: String = ">") -> String {
    """

    Desk

      name     \(name)
    \(note)  pin      (empty)

      check
      ticking
      seal
      add      a row

    \(line)
    """
  }
}

extension TerminalEmulator {
  /// Whether each desk in the window and its history has its first and its last line.
  var showsWholeDesks: Bool {
    let lines = transcript.split(separator: "\n")
    return lines.count { $0 == "Desk" } == lines.count { $0.hasPrefix("  add ") }
  }
}
