import Cairn
import CairnApp
import CairnDump
import CairnSimulation

/// Replays a journal: reduces its actions again, and starts no effect.
///
///     var player = try JournalPlayer<CounterApp>(journal)
///     let problem = player.play(to: 12)
///     print(player.screen.lines())
///
/// It reaches the states that there were, as far as they follow from `state`, `reducer` and the
/// actions alone. Every entry says what the state was before it, so that the first that no longer
/// fits is found.
public struct JournalPlayer<A: App> {
  /// The state after what has been played.
  public private(set) var state: A.Root.State
  /// How many entries have been played.
  public private(set) var position = 0

  private let journal: Journal<A.Root.Action>
  private let app: A
  private var reducer: A.Root
  /// The states that are put in place again later, by their entries.
  private var kept: [Int: A.Root.State] = [:]

  /// - Throws: options that the app refuses.
  public init(_ journal: Journal<A.Root.Action>) throws(JournalError) {
    let header = journal.header
    do throws(UsageError) {
      app = try A(
        Launch(
          header.world, options: OptionValues(header.options, among: A.options),
          in: Simulation()))
    } catch {
      throw JournalError("\(journal.file):1: \(error)")
    }
    self.journal = journal
    state = app.state
    reducer = app.reducer
    for case .restored(let number) in journal.entries.map(\.event) { kept[number] = state }
  }

  /// The screen on top; `nil` if the app has none for the state.
  public var screen: Screen<A.Root.Action>? { app.screens(of: state).last }

  /// Plays on until so many entries are played.
  ///
  /// - Returns: where the journal no longer fits; `nil` if it does.
  public mutating func play(to end: Int) -> String? {
    while position < min(end, journal.entries.count) {
      if let problem { return problem }
      perform(journal.entries[position].event)
      position += 1
      if kept[position] != nil { kept[position] = state }
    }
    return position < journal.entries.count ? problem : nil
  }

  /// What is wrong with the next entry, if the state is not as it was then.
  private var problem: String? {
    let next = journal.entries[position]
    guard next.state != StateDigest(of: state).text else { return nil }
    let place = "\(journal.file):\(position + 1)"
    guard position > 0 else { return "\(place): the app starts in another state than then" }
    return "\(place): \(description(of: position)) leaves another state than then"
  }

  /// An entry, as messages show it.
  ///
  /// - Parameter number: from 1.
  public func description(of number: Int) -> String {
    let entry = journal.entries[number - 1]
    switch entry.event {
    case .action(let action, let source):
      let text = RunningText(lines: [dumped(action)])
      return "action \(number), at \(entry.time) from \(source.text): \(text)"
    case .restart: return "entry \(number), a restart at \(entry.time)"
    case .restored(let other):
      return "entry \(number), back to the state after \(other) at \(entry.time)"
    case .end: return "entry \(number), the end at \(entry.time)"
    }
  }

  private mutating func perform(_ event: DriverEvent<A.Root.Action>) {
    switch event {
    case .action(let action, from: _): _ = reducer.reduce(into: &state, action: action)
    case .restart:
      state = app.state
      reducer = app.reducer
    case .restored(let number): state = kept[number] ?? state
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
    }
  }
}

/// A short text that differs, but for chance, where two states dump differently.
///
/// Secrets count as full or empty only: a journal does not have their text, and what is given for
/// it when it is replayed may be longer or shorter.
struct StateDigest {
  let text: String

  init<State>(of state: State) {
    // FNV-1a, 64 bits.
    var bits: UInt64 = 0xcbf2_9ce4_8422_2325
    var wasBullet = false
    for scalar in dumped(state).unicodeScalars {
      defer { wasBullet = scalar == "•" }
      if wasBullet, scalar == "•" { continue }
      for byte in String(scalar).utf8 {
        bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
    }
    let digits = String(bits, radix: 16)
    text = String(repeating: "0", count: 16 - digits.count) + digits
  }
}
