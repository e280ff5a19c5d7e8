import Cairn
import Synchronization

/// A diary whose reducer guards `save`, and forgets to guard `erase`, `hurry` and `stop`.
struct Diary: Reducer {
  struct State: Hashable {
    var entry = ""
    var pin: Secret = ""
    var isUrgent = false
    var isSaving = false
    var erasures = 0
    var ticks = 0
    var note: String?
    var pages = StackState<Page.State>()
  }

  enum Action: Codable, Sendable, CasePathable {
    case entryChanged(String)
    case pinChanged(Secret)
    case urgencyToggled
    case save
    case saved
    case erase
    case hurry
    case stop
    case wait
    case tick
    case ticked
    case fail
    case race
    case arrived(String)
    case read
    case pages(StackAction<Page.Action>)
  }

  struct Torn: Error {}

  let disk: Disk
  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { [disk, clock] state, action in
      switch action {
      case .entryChanged(let entry): state.entry = entry
      case .pinChanged(let pin): state.pin = pin
      case .urgencyToggled: state.isUrgent.toggle()
      case .save:
        guard !state.entry.isEmpty, !state.isSaving else { return .none }
        state.isSaving = true
        return .run(name: "saving") { [entry = state.entry] send in
          try await clock.sleep(for: .seconds(1))
          disk.write(entry)
          await send(.saved)
        }
      case .saved:
        state.isSaving = false
        state.note = "Saved: \(state.entry)"
      case .erase:
        state.entry = ""
        state.erasures += 1
      case .hurry: return .run(name: "hurrying") { _ in }
      case .stop: return .cancel(id: "wait")
      case .wait:
        return .run(name: "waiting") { _ in
          for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
        }
        .cancellable(id: "wait")
      case .tick:
        return .run(name: "ticking") { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .background
      case .ticked: state.ticks += 1
      case .fail: return .run(name: "failing") { _ in throw Torn() }
      case .race:
        state.note = nil
        return .merge(
          ["left", "right"].map { side in
            .run(name: side) { send in
              try await clock.sleep(for: .seconds(1))
              await send(.arrived(side))
            }
          })
      case .arrived(let side): state.note = state.note ?? "first: \(side)"
      case .read: state.pages.push(Page.State(text: state.entry))
      case .pages: break
      }
      return .none
    }
    .forEach(\.pages, .pages) { Page() }
  }
}

/// An entry of the diary.
struct Page: Reducer {
  struct State: Hashable {
    let text: String
  }

  enum Action: Codable, Sendable {
    case back
    case leave
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .back: .dismiss
    case .leave: .run { await $0.dismiss() }
    }
  }
}

/// Storage that survives a restart.
final class Disk: Sendable {
  private let contents: Mutex<String?>

  init(_ contents: String?) {
    self.contents = Mutex(contents)
  }

  func read() -> String? { contents.withLock { $0 } }

  func write(_ text: String) { contents.withLock { $0 = text } }
}
