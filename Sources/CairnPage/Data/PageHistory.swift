import Cairn
import CairnApp
import CairnDump
import CairnExplorer

/// The moments of a run, as a page shows them.
///
/// It follows the driver from its start on. Whoever types a line sets ``line`` before: the next moment has it.
package final class PageHistory<A: App>: DriverFollower {
  package typealias State = A.Root.State
  package typealias Action = A.Root.Action
  /// An effect, its text, and the moment that started it.
  private typealias EffectEntry = (effect: Int, number: Int, isBackground: Bool, moment: Int)

  package private(set) var tables: PageTables
  package internal(set) var moments: [PageMoment] = []
  /// What only the history of a living session has.
  var live: LiveHistory?
  /// The line that causes the next moment.
  package var line: PageLine?
  /// The text of the moment of a start, such as the name of a file.
  package var title = "start"
  /// The bytes of the parts of states. Beyond them, a page that does not live leaves the states out.
  package var valueLimit = SearchPage<A>.Limits().values
  /// The head of the trail that starts next, and its options.
  var head: (settings: [String], options: [String])?
  private var isRestarting = false
  private var screens: (State) -> [Screen<Action>] = { _ in [] }
  /// The effects in flight, by their number in the store, in the order of their start.
  private var inFlight: [EffectEntry] = []
  /// Whether the present state is sealed, or was before the last action.
  private var isSealed = false

  package init(_ tables: PageTables) {
    self.tables = tables
  }

  package func begin(in state: State, showing screens: @escaping (State) -> [Screen<Action>]) {
    self.screens = screens
    isSealed = A.isSealed(state)
    if !isRestarting {
      inFlight = []
      var moment = PageMoment(cause: .start, text: title, time: .zero, settings: head?.settings)
      moment.options = head?.options ?? []
      moments.append(moment)
    }
    isRestarting = false
    settle(in: state)
  }

  package func willTake(_ event: DriverEvent<Action>, in state: State, at time: Duration) {
    isSealed = A.isSealed(state)
    switch event {
    case .action(let action, from: let source):
      switch source {
      case .start: append(.start, action, at: time)
      case .person, .outside: append(.input, action, at: time)
      case .effect:
        beginTime(at: time)
        append(.effect, action, at: time)
      }
    case .dismissal(let action, depth: _):
      beginTime(at: time)
      append(.effect, action, "dismissed by ", at: time)
    case .restart:
      isRestarting = true
      append(.restart, text: "restart", at: time)
      change { moment in
        moment.cancelled = inFlight.map(\.number)
        inFlight = []
      }
    case .restored: append(.restored, text: "restored", at: time)
    case .end: append(.end, text: "end", at: time)
    }
  }

  package func didTake(_ event: StoreEvent<Action>, in state: State) {
    // The effects of a sealed state are not told to a page that lives.
    if isSealed, live != nil {
      if case .step = event { settle(in: state) }
      return
    }
    let started = event.changes.started.map(entry)
    var ended: [Int] = []
    if case .finished(let effect, _) = event { ended = take([effect.number]) }
    let cancelled = take(event.changes.cancelled)
    inFlight += started
    change { moment in
      moment.started += started.map(\.number)
      moment.cancelled += cancelled
      moment.ended += ended
    }
    switch event {
    case .step: settle(in: state)
    case .cancelled where moments.last?.cause == .restored: settle(in: state)
    case .cancelled, .finished: break
    }
  }

  /// Adds a moment that changes nothing by itself: a refused input, or time that begins to pass.
  package func append(_ cause: PageMoment.Cause, text: String, at time: Duration) {
    var moment = PageMoment(cause: cause, text: text, line: line.take(), time: time)
    moment.screens = moments.last?.screens ?? []
    moment.value = moments.last?.value
    moment.violates = moments.last?.violates ?? []
    listEffects(in: &moment)
    moments.append(moment)
  }

  private func append(
    _ cause: PageMoment.Cause, _ action: Action, _ words: String = "", at time: Duration
  ) {
    let typed = cause == .input ? line?.input : nil
    let text = isSealed ? "" : typed ?? words + dumpedOnOneLine(action).truncated(to: 2_000)
    append(cause, text: text, at: time)
  }

  package func mark(fails: Bool = false, _ remark: String?) {
    change { moment in
      moment.fails = fails
      moment.remark = remark ?? moment.remark
    }
  }

  package func keep(_ count: Int) {
    moments.removeSubrange(min(count, moments.count)...)
    live?.change(from: moments.count)
  }

  /// Begins anew: the present state, after `position` inputs, becomes the first moment, and nothing else is
  /// known.
  package func forget(
    in state: State, after position: Int, with effects: [RunningEffect<Action>], at time: Duration
  ) {
    tables = PageTables()
    live = LiveHistory(first: position, position: position, time: time)
    isSealed = A.isSealed(state)
    moments = [PageMoment(cause: .start, text: "(earlier moments are forgotten)", time: time)]
    inFlight = isSealed ? [] : effects.map(entry)
    settle(in: state)
  }

  private func entry(_ effect: RunningEffect<Action>) -> EffectEntry {
    (effect.number, tables.number(of: AppEffect(effect)), effect.isBackground, moments.count - 1)
  }

  private func listEffects(in moment: inout PageMoment) {
    (moment.effects, moment.causes) = (inFlight.map(\.number), inFlight.map(\.moment))
  }

  private func take(_ effects: [Int]) -> [Int] {
    let taken = inFlight.filter { effects.contains($0.effect) }
    if !taken.isEmpty { live?.endsInBackground = taken.allSatisfy(\.isBackground) }
    inFlight.removeAll { effects.contains($0.effect) }
    return taken.map(\.number)
  }

  private func change(_ body: (inout PageMoment) -> Void) {
    guard !moments.isEmpty else { return }
    change(moments.count - 1) { moment in
      body(&moment)
      listEffects(in: &moment)
    }
  }

  func change(_ index: Int, _ body: (inout PageMoment) -> Void) {
    body(&moments[index])
    live?.change(from: index)
  }

  /// The last moment has led to a state.
  package func settle(in state: State) {
    // The driver reports the issues of its screens.
    let screens = RuntimeIssue.$reporter.withValue(.init { _ in }) { self.screens(state) }
    let wasSealed = isSealed
    isSealed = A.isSealed(state)
    change { moment in
      moment.screens = tables.numbers(of: screens)
      let isFull = live == nil && tables.sizeOfValues >= valueLimit
      moment.value =
        isSealed
        ? nil
        : isFull
          ? tables.number(ofLeaf: "(left out of the page)") : tables.number(ofValue: state)
      moment.violates = isSealed ? [] : A.conditions(violatedBy: state)
      if isSealed || wasSealed, moment.cause != .start { moment.text = "(sealed)" }
    }
  }
}

extension App {
  private static var conditions: [(name: String, holds: @Sendable (Root.State) -> Bool)] {
    properties.withUniqueNames().compactMap { property in
      property.rule.condition.map { (property.name, $0) }
    }
  }

  /// The names of the conditions on states, to which the parts of a page refer by number.
  package static var conditionNames: JSON { .strings(conditions.map(\.name)) }

  static func conditions(violatedBy state: Root.State) -> [Int] {
    let conditions = conditions
    return conditions.indices.filter { !conditions[$0].holds(state) }
  }
}

/// A moment of a run: its cause, and the app after it.
package struct PageMoment {
  package enum Cause: String {
    case start, input, effect, time, restart, restored, end
  }

  package var cause: Cause
  /// The input as typed, or the action, with secrets as bullets.
  package var text: String
  /// The line of a trail that caused it, and the number of that line in its file.
  package var line: PageLine?
  /// Since the start.
  package var time: Duration
  /// The screens, from the root up, by number, like everything else.
  package var screens: [Int] = []
  /// `nil` for a sealed state.
  package var value: Int?
  /// The conditions of the app that the state does not meet.
  package var violates: [Int] = []
  package var effects: [Int] = []
  /// The moments that started the effects in flight.
  package var causes: [Int] = []
  package var started: [Int] = []
  package var cancelled: [Int] = []
  package var ended: [Int] = []
  package var settings: [String]?
  /// The options of that run, with credentials: the page does not have them.
  package var options: [String] = []
  /// The reason why the run that starts here cannot be copied.
  package var objection: String?
  package var remark: String?
  /// Whether it is the failing line, or violates a property.
  package var fails = false
  package var state: Int?

  package var json: JSON {
    func list(_ numbers: [Int]) -> JSON? { numbers.isEmpty ? nil : .numbers(numbers) }
    return .object([
      ("by", .string(cause.rawValue)), ("text", .string(text)),
      ("line", line.map { .string($0.text) }), ("number", line?.number.map { .number($0) }),
      ("time", .seconds(time)), ("screens", .numbers(screens)),
      ("value", value.map { .number($0) }), ("violates", list(violates)),
      ("effects", .numbers(effects)), ("causes", list(causes)),
      ("started", list(started)), ("cancelled", list(cancelled)), ("ended", list(ended)),
      ("settings", settings.map { .strings($0) }),
      ("objection", objection.map { .string($0) }),
      ("remark", remark.map { .string($0) }), ("fails", fails ? .isTrue(true) : nil),
      ("state", state.map { .number($0) }),
    ])
  }
}

/// A line of a trail, with secrets as bullets or placeholders.
package struct PageLine {
  /// `> email ada@example.com`.
  package let text: String
  /// In the file, from 1; `nil` for a line that no file has.
  package let number: Int?

  package init(_ text: String, number: Int? = nil) {
    (self.text, self.number) = (text, number)
  }

  /// The line without its mark.
  var input: String { String(text.drop { $0 != " " }.dropFirst()) }
}

/// What the history of a living session has besides its moments.
struct LiveHistory {
  /// The number of the first moments that pages have as they are.
  var sentCount = 0
  /// The moment of each input, done or undone, from input number `first` on.
  var inputs: [Int] = []
  var first = 0
  /// The number of inputs that are done, and the moments of the others.
  var position = 0
  var undone: [PageMoment] = []
  /// The time up to which lines let time pass, and the moment of the line that does so from then on.
  var time = Duration.zero
  var timeMoment: Int?
  /// Whether the last effects that ended were background effects, for which `@ idle` does not wait.
  var endsInBackground = false

  /// The moments from number `index` on are others than pages have.
  mutating func change(from index: Int) { sentCount = min(sentCount, index) }
}

extension PageHistory {
  /// The history of a living session, whose inputs can be undone.
  package static func live() -> PageHistory {
    let history = PageHistory(PageTables())
    history.live = LiveHistory()
    return history
  }

  /// An input is taken after `position` others. Its line is that of a trail, with placeholders for secrets.
  package func take(_ line: String, after position: Int, haveEnded: Bool, at time: Duration) {
    if !inFlight.isEmpty { beginTime(at: time) }
    endTime(haveEnded: haveEnded, at: time)
    guard var live else { return }
    live.inputs.removeSubrange(min(max(position - live.first, 0), live.inputs.count)...)
    live.inputs.append(moments.count)
    (live.position, live.undone, live.time) = (position + 1, [], time)
    (self.live, self.line) = (live, PageLine(line))
  }

  /// Inputs are undone or redone, so that `position` are done: before the state is restored.
  package func move(to position: Int, at time: Duration) {
    endTime(haveEnded: inFlight.isEmpty, at: time)
    guard var live else { return }
    let (new, old) = (position - live.first, live.position - live.first)
    guard new >= 0, old >= 0 else {
      self.live = LiveHistory(
        sentCount: live.sentCount, first: position, position: position, time: time)
      return
    }
    // What has happened since other inputs were undone.
    if old < live.inputs.count { keep(live.inputs[old]) }
    if new > old {
      let end = new < live.inputs.count ? live.inputs[new] : moments.count + live.undone.count
      let count = min(max(end - moments.count, 0), live.undone.count)
      moments += live.undone.prefix(count)
      live.undone.removeFirst(count)
    } else if new < live.inputs.count {
      live.undone = moments[min(live.inputs[new], moments.count)...] + live.undone
      keep(live.inputs[new])
    }
    live.sentCount = self.live?.sentCount ?? 0
    (live.position, live.time, live.timeMoment) = (position, time, nil)
    self.live = live
  }

  /// The first inputs are forgotten, and the others have smaller numbers.
  package func forgetInputs(_ count: Int) {
    live?.first -= count
    live?.position -= count
  }

  /// The moments that pages do not have, and the number of those before.
  package func takeNew(haveEnded: Bool, at time: Duration) -> (keep: Int, moments: [PageMoment]) {
    endTime(haveEnded: haveEnded, at: time)
    defer { live?.sentCount = moments.count }
    let count = live?.sentCount ?? 0
    return (count, Array(moments[count...]))
  }

  /// Whether the history takes too much memory and must begin anew. Each moment lists the effects in flight.
  package var isTooLarge: Bool {
    moments.indices.reduce(0) { $0 + 20 + moments[$1].effects.count } > 400_000
      || tables.size > 32 << 20
  }

  /// Time has passed since the last line: the next moment comes after a line that lets it pass.
  func beginTime(at time: Duration) {
    guard let live, live.timeMoment == nil, live.time < time else { return }
    self.live?.timeMoment = moments.count
    append(.time, text: "", at: live.time)
  }

  private func endTime(haveEnded: Bool, at time: Duration) {
    guard let live, let index = live.timeMoment else { return }
    let isOver = haveEnded && !live.endsInBackground
    let text = isOver ? "@ idle" : "@ \((time - live.time).notation)"
    change(index) { moment in (moment.text, moment.line) = (text, PageLine(text)) }
    self.live?.timeMoment = nil
    self.live?.time = time
  }
}
