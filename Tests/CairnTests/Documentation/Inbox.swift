import Cairn
import CairnSimulation
import CairnTesting
import Observation
import Synchronization
import Testing

/// An inbox with a badge and a settings screen, which change the same notifications.
struct Inbox: Reducer {
  struct State: Equatable {
    /// The shared value. The inbox is its only owner.
    var notifications = Notifications()
    var unread = 0
    var form: Settings.Form?

    var badge: Badge.State {
      get { Badge.State(unread: unread, notifications: notifications) }
      set {
        unread = newValue.unread
        notifications = newValue.notifications
      }
    }

    var settings: Settings.State? {
      get { form.map { Settings.State(form: $0, notifications: notifications) } }
      set {
        form = newValue?.form
        if let newValue { notifications = newValue.notifications }
      }
    }
  }

  enum Action: Equatable, CasePathable {
    case received
    case open
    case badge(Badge.Action)
    case settings(Settings.Action)
  }

  /// Appends a save to a queue: two at once could end in any order.
  let save: @Sendable (Notifications) -> Void

  var body: some Reducer<State, Action> {
    CombineReducers {
      Scope(\.badge, .badge) { Badge() }
      Reduce { state, action in
        switch action {
        case .received: state.unread += 1
        case .open: state.settings = .init(form: .init(), notifications: state.notifications)
        case .badge, .settings: break
        }
        return .none
      }
    }
    .ifLet(\.settings, .settings) { Settings() }
    .onChange(of: \.notifications) { _, new in
      Reduce { _, _ in .run(name: "save") { [save] _ in save(new) } }
    }
  }
}

struct Notifications: Equatable {
  var isMuted = false
  var limit = 99
}

/// The number of unread messages. A long press mutes it.
struct Badge: Reducer {
  struct State: Equatable {
    var unread: Int
    var notifications: Notifications

    var text: String {
      if notifications.isMuted || unread == 0 { return "" }
      return unread > notifications.limit ? "\(notifications.limit)+" : "\(unread)"
    }
  }

  enum Action: Equatable { case pressed, longPressed }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .pressed: state.unread = 0
    case .longPressed: state.notifications.isMuted.toggle()
    }
    return .none
  }
}

/// A screen for the notifications, with a field of its own.
struct Settings: Reducer {
  struct Form: Equatable { var isExpanded = false }

  struct State: Equatable {
    var form: Form
    var notifications: Notifications
  }

  enum Action: Equatable {
    case expand
    case mute(Bool)
    case setLimit(Int)
    case done
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .expand: state.form.isExpanded.toggle()
    case .mute(let isMuted): state.notifications.isMuted = isMuted
    case .setLimit(let limit): state.notifications.limit = max(1, limit)
    case .done: return .dismiss
    }
    return .none
  }
}

/// Tests of the page "SharedValues".
@Suite(.leavesNoTask, .timeLimit(.minutes(10))) struct SharedValuesTests {
  @Test func `the settings and the badge change one value`() {
    let store = TestStore(Inbox.State(unread: 120)) { Inbox(save: { _ in }) }
    store.send(.open) { $0.form = .init() }
    store.send(.settings(.setLimit(50))) { $0.notifications.limit = 50 }
    #expect(store.state.badge.text == "50+")
    store.send(.badge(.longPressed)) { $0.notifications.isMuted = true }
    #expect(store.state.settings?.notifications.isMuted == true)
    store.send(.settings(.done)) { $0.form = nil }
    #expect(store.state.badge.text == "")
    store.finish()
  }

  @Test func `every change is saved, by whichever feature`() {
    let saved = Guarded<[Notifications]>([])
    let store = TestStore(Inbox.State()) {
      Inbox(save: { value in saved.withLock { $0.append(value) } })
    }
    store.send(.received) { $0.unread = 1 }
    store.send(.open) { $0.form = .init() }
    store.send(.settings(.expand)) { $0.form?.isExpanded = true }
    store.send(.settings(.mute(true))) { $0.notifications.isMuted = true }
    store.send(.settings(.mute(true)))
    store.send(.badge(.pressed)) { $0.unread = 0 }
    store.send(.badge(.longPressed)) { $0.notifications.isMuted = false }
    store.finish()
    #expect(saved.withLock { $0 }.map(\.isMuted) == [true, false])
  }

  @Test func `a view of the badge observes a change by the settings, and no other`() {
    let store = Store(nonisolated: Inbox.State(unread: 3, form: .init())) { Inbox(save: { _ in }) }
    let badge = store.scope(\.badge, .badge)
    let changes = Atomic(0)
    _ = withObservationTracking {
      badge.text
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    store.send(.settings(.expand))
    store.send(.settings(.setLimit(5)))
    #expect(changes.load(ordering: .relaxed) == 0)
    store.send(.settings(.mute(true)))
    #expect(changes.load(ordering: .relaxed) == 1)
    #expect(badge.text == "")
  }

  @Test func `states that differ only by closed settings are equal`() {
    let store = Store(nonisolated: Inbox.State()) { Inbox(save: { _ in }) }
    store.send(.open)
    store.send(.settings(.mute(true)))
    store.send(.badge(.longPressed))
    store.send(.settings(.done))
    #expect(store.state == Inbox.State())
  }
}
