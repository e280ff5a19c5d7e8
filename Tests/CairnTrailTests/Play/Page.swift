import Cairn

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
