import Cairn
import CairnApp

/// The second screen: a new entry. Its parent removes it after a save.
struct Entry: Reducer {
  struct State: Hashable {
    /// The entries of the list.
    let others: [String]
    var text = ""
    var phase = Phase.editing(problem: nil)

    enum Phase: Hashable {
      case editing(problem: String?)
      case saving
    }

    /// The reason why all inputs are disabled.
    var business: String? { phase == .saving ? "saving" : nil }

    /// The reason why `save` is disabled. The reducer refuses it for the same reason.
    var objection: String? {
      business ?? (text.isBlank ? "text is required" : nil)
        ?? (others.contains(text.trimmed) ? "this entry is on the list" : nil)
    }
  }

  enum Action: Codable, Equatable {
    case textChanged(String)
    case save
    case saved([String])
    case notSaved(reason: String)
    case back
  }

  let client: EntryClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .textChanged(let text):
      guard state.business == nil else { return .none }
      state.text = text
      state.phase = .editing(problem: nil)
    case .save:
      guard state.objection == nil else { return .none }
      state.phase = .saving
      return save(state.text.trimmed)
    case .saved:
      return .forParent
    case .notSaved(let reason):
      state.phase = .editing(problem: reason)
    case .back:
      return state.business == nil ? .dismiss : .none
    }
    return .none
  }

  private func save(_ entry: String) -> Effect<Action> {
    .run(name: "save") { [client] send in
      await send(.saved(try await client.add(entry)))
    } catch: { error, send in
      await send(.notSaved(reason: "\(error)"))
    }
  }
}

extension Entry.State {
  var screen: Screen<Entry.Action> {
    Screen("entry", "New entry") {
      Field("text", text, disabledBecause: business) { .textChanged($0) }
      switch phase {
      case .editing(let problem?): Note(.error, problem)
      case .editing(nil): Text("")
      case .saving: Progress("Saving…")
      }
      Button("save", disabledBecause: objection, .save)
      Button("back", disabledBecause: business, .back)
    }
  }
}
