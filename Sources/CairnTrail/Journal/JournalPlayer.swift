import Cairn
import CairnApp
import CairnDump
import CairnSimulation

/// Replays a journal: reduces its actions again, without effects.
///
///     var player = try JournalPlayer<CounterApp>(journal)
///     let problem = player.play(to: 12)
///     print(player.screen?.lines() ?? [])
///
/// The replay reaches the recorded states if they depend only on `state`, `reducer` and the actions.
/// Every entry has a digest of the state before it, which locates the first mismatch.
public struct JournalPlayer<A: App> {
  /// The state after the played entries.
  public private(set) var state: A.Root.State
  /// The number of played entries.
  public private(set) var position = 0

  private let journal: Journal<A.Root.Action>
  private let app: A
  private var reducer: A.Root
  /// The states that later entries restore, by the number of the entry before.
  private var saved: [Int: A.Root.State] = [:]

  /// - Throws: options that the app refuses.
  public init(_ journal: Journal<A.Root.Action>) throws(JournalError) {
    let header = journal.header
    do throws(UsageError) {
      var launch = Launch(
        header.world, options: try OptionValues(header.options, among: A.options),
        in: Simulation())
      launch.isReplay = true
      app = try A(launch)
    } catch {
      throw JournalError("\(journal.file):1: \(error)")
    }
    self.journal = journal
    state = app.state
    reducer = app.reducer
    for case .restored(let number) in journal.entries.map(\.event) { saved[number] = state }
  }

  /// The screen on top; `nil` if the app has none for the state.
  public var screen: Screen<A.Root.Action>? { app.screens(of: state).last }

  package func screens(of state: A.Root.State) -> [Screen<A.Root.Action>] {
    app.screens(of: state)
  }

  package var next: (event: DriverEvent<A.Root.Action>, time: Duration)? {
    guard position < journal.entries.count else { return nil }
    let entry = journal.entries[position]
    return (entry.event, (try? DurationSyntax.parse(entry.time)) ?? .zero)
  }

  /// Plays until `end` entries are played.
  ///
  /// - Returns: the first mismatch between journal and replay; `nil` if there is none.
  public mutating func play(to end: Int) -> String? { play(to: end) { _ in } }

  /// The same; `didPlay` receives each position.
  package mutating func play(to end: Int, _ didPlay: (_ position: Int) -> Void) -> String? {
    while position < min(end, journal.entries.count) {
      if let problem { return problem }
      perform(journal.entries[position].event)
      position += 1
      didPlay(position)
      if saved[position] != nil { saved[position] = state }
    }
    return position < journal.entries.count ? problem : nil
  }

  /// The mismatch at the next entry, if the state differs from the recorded one.
  private var problem: String? {
    let next = journal.entries[position]
    guard !isDigest(next.state, of: state) else { return nil }
    let location = "\(journal.file):\(position + 1)"
    let mismatch =
      position > 0
      ? "\(description(of: position)) leads to another state than the recorded one"
      : "the app starts in another state than the recorded one"
    let hint = journal.hasInvented ? "\n\(TrailSecrets.inventedHint(for: "journal"))" : ""
    return "\(location): \(mismatch)\(hint)"
  }

  /// A description of an entry, for messages: one line, with the beginning of a long action.
  ///
  /// - Parameter number: from 1.
  public func description(of number: Int) -> String {
    let entry = journal.entries[number - 1]
    let time = entry.time.terminalSafe
    switch entry.event {
    case .action(let action, let source):
      let text = RunningText(lines: [dumped(action)]).text.cut(to: 100)
      return "action \(number), at \(time) from \(source.text): \(text)"
    case .dismissal(let action, depth: _):
      let text = RunningText(lines: [dumped(action)]).text.cut(to: 100)
      return "entry \(number), a dismissal at \(time) by an effect of: \(text)"
    case .restart: return "entry \(number), a restart at \(time)"
    case .restored(let other):
      return "entry \(number), back to the state after \(other) at \(time)"
    case .end: return "entry \(number), the end at \(time)"
    }
  }

  private mutating func perform(_ event: DriverEvent<A.Root.Action>) {
    switch event {
    case .action, .dismissal: event.reduce(with: reducer, into: &state)
    case .restart:
      state = app.state
      reducer = app.reducer
    case .restored(let number):
      let restored = saved[number] ?? state
      _Kernel.willReplace(state, by: restored)
      state = restored
    case .end: break
    }
  }
}

extension DriverEvent.Source {
  fileprivate var text: String {
    switch self {
    case .start: "the app"
    case .person: "a person"
    case .effect: "an effect"
    case .outside: "outside"
    }
  }
}

/// A short hash of a state's dump: states that dump differently have different digests, except by
/// chance.
///
/// Only whether a secret is empty matters, because a journal has no text of secrets, and their values
/// in a replay may have another length.
func stateDigest<State>(of state: State) -> String {
  let text = dumped(state)
  // The length of a secret would decide the line breaks of a dump, and the order in a set.
  return digest(text.contains("•") ? dumpedOnOneLine(state, hidesLengths: true) : text)
}

/// Whether a digest is that of a state. Journals of former versions have digests with the line breaks of a dump, or
/// with its order of a set.
func isDigest<State>(_ text: String, of state: State) -> Bool {
  text == stateDigest(of: state) || text == digest(dumpedOnOneLine(state))
    || text == digest(dumped(state))
}

private func digest(_ text: String) -> String {
  var bits = fnv([])
  var wasBullet = false
  for scalar in text.unicodeScalars {
    defer { wasBullet = scalar == "•" }
    if wasBullet, scalar == "•" { continue }
    bits = fnv(scalar.utf8, after: bits)
  }
  let digits = String(bits, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
