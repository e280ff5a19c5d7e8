import Cairn
import CairnTesting
import Observation
import Synchronization
import Testing

private final class Saved: Sendable {
  private let list = Mutex([Notifications]())
  var values: [Notifications] { list.withLock { $0 } }

  func append(_ value: Notifications) { list.withLock { $0.append(value) } }
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
    let saved = Saved()
    let store = TestStore(Inbox.State()) {
      Inbox(save: { saved.append($0) })
    }
    store.send(.received) { $0.unread = 1 }
    store.send(.open) { $0.form = .init() }
    store.send(.settings(.expand)) { $0.form?.isExpanded = true }
    store.send(.settings(.mute(true))) { $0.notifications.isMuted = true }
    store.send(.settings(.mute(true)))
    store.send(.badge(.pressed)) { $0.unread = 0 }
    store.send(.badge(.longPressed)) { $0.notifications.isMuted = false }
    store.finish()
    #expect(saved.values.map(\.isMuted) == [true, false])
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
