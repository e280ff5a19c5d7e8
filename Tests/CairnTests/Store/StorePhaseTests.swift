import Cairn
import Foundation
import Testing

/// The table of the phases of a store, in its source, against the phases that code of a user meets.
@MainActor @Suite struct StorePhaseTests {
  private let walk = Walk()

  @Test func `a store changes its phase as the table says, and in no other way`() throws {
    plainActions()
    observedActions()
    interruptions()
    effects()
    let table = try table()
    #expect(walk.transitions.subtracting(table).map(\.description).sorted() == [])
    #expect(table.subtracting(walk.transitions).map(\.description).sorted() == [])
  }

  /// The transitions of the table.
  private func table() throws -> Set<Transition> {
    let file = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/Cairn/Store/Store+Phase.swift").standardizedFileURL
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .drop { !$0.contains("| phase | event | next phase |") }.dropFirst(2)
      .prefix { $0.contains("///") }
      .map { row in
        row.split(separator: "|").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
      }
    #expect(rows.count == 13)
    return rows.reduce(into: []) { transitions, row in
      for phase in row[0].split(separator: ", ") {
        for next in row[2].split(separator: ", ") {
          transitions.insert(Transition(from: "\(phase)", event: row[1], to: "\(next)"))
        }
      }
    }
  }

  private func makeStore() -> Store<Probe.State, Probe.Action> {
    let store = Store(Probe.State(walk: walk)) { Probe(walk: walk) }
    walk.holder.store = store
    walk.begin()
    return store
  }

  private func read(_ store: Store<Probe.State, Probe.Action>) {
    #expect(store.isRead)
    walk.pass("the use ends")
  }

  private func plainActions() {
    let store = makeStore()
    read(store)
    walk.reducer = { [walk] in walk.pass("an action is sent") }
    store.send(.note)
    walk.pass("the reducer returns, and nothing follows")
    walk.reducer = { [walk] in walk.begin() }
    store.send(.nested)
    walk.holder.store = nil
  }

  private func observedActions() {
    let store = makeStore()
    let observation = store.observe { [walk] event in
      if case .step = event {
        walk.pass("the reducer returns, and something follows")
      } else {
        walk.pass("a message arrives")
      }
      #expect(walk.holder.store?.isRead == true)
      walk.pass("the use ends")
    }
    walk.pass("an observer is added")
    read(store)
    store.cancel()
    walk.pass("the turn ends")
    // The reducer of the second of two actions follows the observer of the first one.
    walk.reducer = { [walk] in
      walk.phase == "working" ? walk.pass("the next action") : walk.begin()
    }
    store.send(.twice)
    observation.cancel()
    walk.holder.store = nil
  }

  private func interruptions() {
    let store = makeStore()
    walk.reducer = { [walk] in
      walk.begin()
      guard walk.holder.observation == nil else { return }
      walk.holder.observation = walk.holder.store?.observe { [walk] _ in
        walk.pass("the reducer returns")
        walk.holder.observation?.cancel()
      }
      walk.pass("a message arrives, or an observer is added")
    }
    store.send(.note)
    walk.pass("the turn ends")
    walk.holder.observation = nil
    walk.holder.store = nil
  }

  private func effects() {
    for staysObserved in [false, true] {
      let store = makeStore()
      walk.reducer = { [walk] in walk.begin() }
      walk.holder.observation = store.observe { [walk] event in
        if case .cancelled = event { walk.pass("a message arrives") } else { walk.begin() }
      }
      store.send(.start(staysObserved: staysObserved))
      walk.pass("the last effect has begun")
      walk.holder.observation = nil
      walk.holder.store = nil
    }
  }
}

private struct Transition: Hashable, CustomStringConvertible {
  let from: String
  let event: String
  let to: String

  var description: String { "\(from): \(event): \(to)" }
}

/// The phases of a store, in order. Everything happens on the main actor.
private final class Walk: @unchecked Sendable {
  let holder = Holder<Probe.State, Probe.Action>()
  private(set) var transitions: Set<Transition> = []
  private(set) var phase = ""
  var reducer: () -> Void = {}

  private var current: String { holder.store.map { "\($0.phase)" } ?? "none" }

  func begin() { phase = current }

  func pass(_ event: String) {
    transitions.insert(Transition(from: phase, event: event, to: current))
    begin()
  }
}

private struct Probe: Reducer {
  struct State {
    let walk: Walk

    var isRead: Bool {
      walk.pass("the machine is used, or the state is read")
      return true
    }
  }

  enum Action: Sendable {
    case note
    case noted(DeinitToken)
    case twice, nested, destroyed
    case start(staysObserved: Bool)
  }

  let walk: Walk

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    walk.reducer()
    switch action {
    case .note, .noted: return .none
    case .twice: return .merge(.send(.note), .send(.note))
    case .nested: return .merge(.send(.destroyed), .send(.note))
    case .destroyed:
      // The queue alone has the action, and destroys it after its reduction.
      let token = DeinitToken { [walk] in walk.pass("the reducer returns, and nothing follows") }
      return .merge(.send(.noted(token)), .send(.note))
    case .start(let staysObserved):
      return .run { @MainActor [walk] _ in
        walk.pass("an effect begins")
        #expect(walk.holder.store?.isRead == true)
        walk.pass("the use ends")
        walk.holder.store?.cancel()
        walk.pass("the turn ends")
        if !staysObserved { walk.holder.observation?.cancel() }
      }
    }
  }
}
