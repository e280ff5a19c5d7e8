import Cairn

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
